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

DeviceWork convolve_registers(const Parameters& p) {
  const auto square = std::make_shared<Square>(p);
  const int width = p.width(), height = p.height();
  const kit::Border border = p.border();
  return float_planes(p, [=](const float* input, float* output) {
    lab04::convolve_registers(input, output, width, height, square->filter.weights.data(),
                              square->filter.width, border, nullptr);
  });
}

KIT_BENCH_DEVICE("convolve", convolve);
KIT_BENCH_DEVICE("convolve_sized", convolve_sized);
KIT_BENCH_DEVICE("convolve_registers", convolve_registers);

}  // namespace
