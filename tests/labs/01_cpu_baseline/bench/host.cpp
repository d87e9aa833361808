// Lab 01's solution.
#include "bench/harness/host_work.hpp"
#include "kit/filters.hpp"
#include "lab.hpp"
#include "labs/convolution/reference/separable.hpp"

namespace {

using namespace kit::bench;

HostWork lab01_convolve(const Parameters& p) {
  const kit::Filter filter = kit::make_filter(p.text("filter"));
  const kit::Border border = p.border();
  return work_on_floats(p, [=](const float* in, float* out, int width, int height) {
    lab01::convolve(in, out, width, height, filter.weights.data(), filter.width, border);
  });
}

HostWork lab01_separable(const Parameters& p) {
  const kit::SeparableFilter filter = kit::separate(kit::make_filter(p.text("filter")));
  const kit::Border border = p.border();
  return work_on_floats(p, [=](const float* in, float* out, int width, int height) {
    lab01::convolve_separable(in, out, width, height, filter.row.data(), filter.column.data(),
                              filter.taps(), border);
  });
}

KIT_BENCH_HOST("lab01_convolve", lab01_convolve);
KIT_BENCH_HOST("lab01_separable", lab01_separable);

}  // namespace
