// Lab 07's recursive Gaussian on the CPU.
#include "bench/harness/host_work.hpp"
#include "labs/07_recursive_gaussian/baseline/recursive_baseline.hpp"
#include "labs/07_recursive_gaussian/bench/plain.hpp"

namespace {

using namespace kit::bench;
namespace baseline = kit::baseline;
namespace plain = kit::plain;

HostWork recursive_gaussian(const Parameters& p) {
  const kit::RecursiveCoefficients c = kit::recursive_coefficients(p.real("sigma"));
  const Code code = code_of(p);
  return work_on_floats(p, [=](const float* in, float* out, int width, int height) {
    if (code == Code::plain) {
      plain::recursive_gaussian(in, out, width, height, c);
    } else {
      baseline::recursive_gaussian(in, out, width, height, c, code == Code::all_cores ? 0 : 1);
    }
  });
}

KIT_BENCH_HOST("recursive_gaussian", recursive_gaussian);

}  // namespace
