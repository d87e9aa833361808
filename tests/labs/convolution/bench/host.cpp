// The convolutions of labs 01 to 05 on the CPU.
#include "bench/harness/host_work.hpp"
#include "kit/filters.hpp"
#include "labs/convolution/baseline/baseline.hpp"
#include "labs/convolution/bench/plain.hpp"
#include "labs/convolution/reference/separable.hpp"

namespace {

using namespace kit::bench;
namespace baseline = kit::baseline;
namespace plain = kit::plain;

HostWork convolve(const Parameters& p) {
  const kit::Filter filter = kit::make_filter(p.text("filter"));
  const kit::Border border = p.border();
  const Code code = code_of(p);
  return work_on_floats(p, [=](const float* in, float* out, int width, int height) {
    const auto function = code == Code::plain ? plain::convolve : baseline::convolve;
    if (code == Code::all_cores) {
      baseline::convolve_parallel(in, out, width, height, filter.weights.data(), filter.width,
                                  border);
    } else {
      function(in, out, width, height, filter.weights.data(), filter.width, border);
    }
  });
}

HostWork separable(const Parameters& p) {
  const kit::SeparableFilter filter = kit::separate(kit::make_filter(p.text("filter")));
  const kit::Border border = p.border();
  const Code code = code_of(p);
  return work_on_floats(p, [=](const float* in, float* out, int width, int height) {
    const auto function = code == Code::plain ? plain::separable : baseline::separable;
    if (code == Code::all_cores) {
      baseline::separable_parallel(in, out, width, height, filter.row.data(), filter.column.data(),
                                   filter.taps(), border);
    } else {
      function(in, out, width, height, filter.row.data(), filter.column.data(), filter.taps(),
               border);
    }
  });
}

HostWork sobel_magnitude(const Parameters& p) {
  const kit::Border border = p.border();
  const Code code = code_of(p);
  if (code == Code::all_cores) {
    throw kit::InputError("sobel_magnitude has no version for all cores");
  }
  return work_on_floats(p, [=](const float* in, float* out, int width, int height) {
    const auto function = code == Code::plain ? plain::sobel_magnitude : baseline::sobel_magnitude;
    function(in, out, width, height, border);
  });
}

KIT_BENCH_HOST("convolve", convolve);
KIT_BENCH_HOST("separable", separable);
KIT_BENCH_HOST("sobel_magnitude", sobel_magnitude);

}  // namespace
