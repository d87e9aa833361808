/// @file
/// The host side with the kit's own buffers instead of cudaMalloc and cudaFree.
#include "kit/cuda_check.hpp"
#include "kit/device_buffer.hpp"
#include "lab.hpp"

namespace lab02 {

void convolve_host(const float* input, float* output, int width, int height, const float* filter,
                   int filter_width, kit::Border border) {
  const std::size_t pixels = std::size_t(width) * height;
  const std::size_t weights = std::size_t(filter_width) * filter_width;
  kit::DeviceBuffer<float> d_input(pixels), d_output(pixels), d_filter(weights);
  KIT_CHECK(cudaMemcpy(d_input.data(), input, pixels * sizeof(float), cudaMemcpyHostToDevice));
  KIT_CHECK(cudaMemcpy(d_filter.data(), filter, weights * sizeof(float), cudaMemcpyHostToDevice));
  convolve(d_input.data(), d_output.data(), width, height, d_filter.data(), filter_width, border,
           dim3(16, 16), nullptr);
  KIT_CHECK(cudaMemcpy(output, d_output.data(), pixels * sizeof(float), cudaMemcpyDeviceToHost));
}

}  // namespace lab02
