// What is measured of lab 04.
#include "lab.hpp"
#include "labs/convolution/bench/convolution.hpp"

namespace {

using namespace kit::bench;

DeviceWork convolve(const Parameters& p) {
  return square_work(p, true, lab04::convolve);
}

DeviceWork convolve_sized(const Parameters& p) {
  return square_work(p, true, lab04::convolve_sized);
}

/// A function of the challenge, which chooses its blocks itself.
template <typename Function>
DeviceWork own_blocks(const Parameters& p, Function function) {
  const auto square = std::make_shared<Square>(p);
  const int width = p.width(), height = p.height();
  const kit::Border border = p.border();
  return float_planes(p, [=](const float* input, float* output) {
    function(input, output, width, height, square->filter.weights.data(), square->filter.width,
             border, nullptr);
  });
}

DeviceWork convolve_several(const Parameters& p) {
  return own_blocks(p, lab04::convolve_several);
}
DeviceWork convolve_windows(const Parameters& p) {
  return own_blocks(p, lab04::convolve_windows);
}
DeviceWork convolve_registers(const Parameters& p) {
  return own_blocks(p, lab04::convolve_registers);
}

KIT_BENCH_DEVICE("convolve", convolve);
KIT_BENCH_DEVICE("convolve_sized", convolve_sized);
KIT_BENCH_DEVICE("convolve_several", convolve_several);
KIT_BENCH_DEVICE("convolve_windows", convolve_windows);
KIT_BENCH_DEVICE("convolve_registers", convolve_registers);

}  // namespace
