/// @file
/// Lab 02, stage host: allocate, copy, launch, copy back, free, checked. Read README.md first.
#include <cstddef>
#include <exception>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// Threads per block. 32 in x is one warp per row of the block; 8 rows make 256 threads.
constexpr int kBlockWidth = 32;
constexpr int kBlockHeight = 8;

/// A new device array with the contents of a host array.
void allocate_and_fill(float** d_array, const float* array, std::size_t bytes) {
  KIT_CHECK(cudaMalloc(d_array, bytes));
  KIT_CHECK(cudaMemcpy(*d_array, array, bytes, cudaMemcpyHostToDevice));
}

}  // namespace

void convolve_host(const float* input, float* output, int width, int height, const float* filter,
                   int filter_width, kit::Border border) {
  const std::size_t image_bytes = sizeof(float) * width * height;
  const std::size_t filter_bytes = sizeof(float) * filter_width * filter_width;
  enum { kInput, kOutput, kFilter, kBuffers };
  float* buffers[kBuffers] = {nullptr, nullptr, nullptr};
  std::exception_ptr failure;
  try {
    allocate_and_fill(&buffers[kFilter], filter, filter_bytes);
    allocate_and_fill(&buffers[kInput], input, image_bytes);
    KIT_CHECK(cudaMalloc(&buffers[kOutput], image_bytes));
    convolve(buffers[kInput], buffers[kOutput], width, height, buffers[kFilter], filter_width,
             border, dim3(kBlockWidth, kBlockHeight), nullptr);
    KIT_CHECK(cudaMemcpy(output, buffers[kOutput], image_bytes, cudaMemcpyDeviceToHost));
  } catch (...) {
    failure = std::current_exception();
  }
  // Both ways lead here. All three are freed before anything is thrown; the first error counts.
  cudaError_t freed = cudaSuccess;
  for (float* buffer : buffers) {
    const cudaError_t error = cudaFree(buffer);
    if (freed == cudaSuccess) freed = error;
  }
  if (failure) std::rethrow_exception(failure);
  KIT_CHECK(freed);
}

}  // namespace lab02
