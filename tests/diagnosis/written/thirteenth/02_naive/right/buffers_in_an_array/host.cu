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
  enum { kInput, kOutput, kFilter, kBuffers };
  float* buffers[kBuffers] = {nullptr, nullptr, nullptr};
  const std::size_t bytes[kBuffers] = {image_bytes, image_bytes, filter_bytes};
  try {
    for (int b = 0; b < kBuffers; ++b) {
      KIT_CHECK(cudaMalloc(&buffers[b], bytes[b]));
    }
    KIT_CHECK(cudaMemcpy(buffers[kFilter], filter, filter_bytes, cudaMemcpyHostToDevice));
    KIT_CHECK(cudaMemcpy(buffers[kInput], input, image_bytes, cudaMemcpyHostToDevice));
    convolve(buffers[kInput], buffers[kOutput], width, height, buffers[kFilter], filter_width,
             border, dim3(kBlockWidth, kBlockHeight), nullptr);
    KIT_CHECK(cudaMemcpy(output, buffers[kOutput], image_bytes, cudaMemcpyDeviceToHost));
  } catch (...) {
    // Unchecked: the first error is the one to report. cudaFree(nullptr) does nothing.
    for (int b = 0; b < kBuffers; ++b) {
      cudaFree(buffers[b]);
    }
    throw;
  }
  // All are freed, even if one of the calls fails; the first error is reported.
  cudaError_t first_error = cudaSuccess;
  for (int b = 0; b < kBuffers; ++b) {
    const cudaError_t freed = cudaFree(buffers[b]);
    if (first_error == cudaSuccess) first_error = freed;
  }
  KIT_CHECK(first_error);
}

}  // namespace lab02
