/// @file
/// Lab 02, stage host: allocate, copy, launch, copy back, free, checked. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// Threads per block. 32 in x is one warp per row of the block; 8 rows make 256 threads.
constexpr int kBlockWidth = 32;
constexpr int kBlockHeight = 8;

}  // namespace

void convolve_host(const float* input, float* output, int width, int height, const float* filter,
                   int filter_width, kit::Border border) {
  // size_t first: an image can have more than 2^31 bytes though its pixels can be counted by an
  // int.
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
    // Unchecked: the first error is the one to report. cudaFree(nullptr) does nothing.
    cudaFree(d_filter);
    cudaFree(d_output);
    cudaFree(d_input);
    throw;
  }
  const cudaError_t freed_filter = cudaFree(d_filter);
  const cudaError_t freed_output = cudaFree(d_output);
  const cudaError_t freed_input = cudaFree(d_input);
  KIT_CHECK(freed_filter);
  KIT_CHECK(freed_output);
  KIT_CHECK(freed_input);
}

}  // namespace lab02
