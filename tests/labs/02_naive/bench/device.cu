// What is measured of lab 02.
#include "lab.hpp"
#include "labs/convolution/bench/convolution.hpp"

namespace {

using namespace kit::bench;

DeviceWork convolve(const Parameters& p) {
  return square_work(p, false, lab02::convolve);
}

DeviceWork sobel_magnitude(const Parameters& p) {
  struct Data {
    kit::Filter x = kit::make_filter("sobel_x"), y = kit::make_filter("sobel_y");
    kit::DeviceBuffer<float> d_x{x.weights.data(), 9}, d_y{y.weights.data(), 9}, workspace;
  };
  const auto data = std::make_shared<Data>();
  const int width = p.width(), height = p.height();
  data->workspace = kit::DeviceBuffer<float>(2 * std::size_t(width) * std::size_t(height));
  const kit::Border border = p.border();
  const dim3 block(unsigned(p.block().x), unsigned(p.block().y));
  return float_planes(p, [=](const float* input, float* output) {
    lab02::sobel_magnitude(input, output, width, height, data->d_x.data(), data->d_y.data(),
                           data->workspace.data(), border, block, nullptr);
  });
}

/// What all others are measured by: a float32 image as it is.
DeviceWork copy(const Parameters& p) {
  const std::size_t bytes = std::size_t(p.width()) * std::size_t(p.height()) * sizeof(float);
  return float_planes(p, [=](const float* input, float* output) {
    KIT_CHECK(cudaMemcpyAsync(output, input, bytes, cudaMemcpyDeviceToDevice, nullptr));
  });
}

KIT_BENCH_DEVICE("copy", copy);
KIT_BENCH_DEVICE("convolve", convolve);
KIT_BENCH_DEVICE("sobel_magnitude", sobel_magnitude);

}  // namespace
