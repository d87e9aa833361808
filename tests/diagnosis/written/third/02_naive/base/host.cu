// Lab 02: the host side of the convolution.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

constexpr int kBlockWidth = 32;
constexpr int kBlockHeight = 8;

}  // namespace

void convolve_host(const float* input, float* output, int width, int height, const float* filter,
                   int filter_width, kit::Border border) {
  const std::size_t image_bytes = sizeof(float) * width * height;
  const std::size_t filter_bytes = sizeof(float) * filter_width * filter_width;
  float* d_input = nullptr;
  float* d_output = nullptr;
  float* d_filter = nullptr;
  try {
    KIT_CHECK(cudaMalloc(&d_input, image_bytes));
    KIT_CHECK(cudaMalloc(&d_output, image_bytes));
    KIT_CHECK(cudaMalloc(&d_filter, filter_bytes));

    KIT_CHECK(cudaMemcpy(d_input, input, image_bytes, cudaMemcpyHostToDevice));
    KIT_CHECK(cudaMemcpy(d_filter, filter, filter_bytes, cudaMemcpyHostToDevice));

    const dim3 block(kBlockWidth, kBlockHeight);
    convolve(d_input, d_output, width, height, d_filter, filter_width, border, block, nullptr);

    KIT_CHECK(cudaMemcpy(output, d_output, image_bytes, cudaMemcpyDeviceToHost));
  } catch (...) {
    cudaFree(d_filter);
    cudaFree(d_output);
    cudaFree(d_input);
    throw;
  }
  KIT_CHECK(cudaFree(d_filter));
  KIT_CHECK(cudaFree(d_output));
  KIT_CHECK(cudaFree(d_input));
}

}  // namespace lab02
