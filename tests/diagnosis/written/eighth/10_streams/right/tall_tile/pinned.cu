/// @file
/// Lab 10, stage pinned: memory by cudaHostAlloc, which cudaFreeHost frees as well.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {

float* allocate_pinned(std::size_t count) {
  void* memory = nullptr;
  KIT_CHECK(cudaHostAlloc(&memory, sizeof(float) * count, cudaHostAllocDefault));
  return static_cast<float*>(memory);
}

void free_pinned(float* pinned) {
  if (pinned == nullptr) return;
  KIT_CHECK(cudaFreeHost(pinned));
}

void filter_pinned(const float* h_image, float* h_filtered, float* d_image, float* d_filtered,
                   int width, int height, const float* d_weights, int radius, cudaStream_t stream) {
  const auto copy = [&](float* to, const float* from, cudaMemcpyKind kind) {
    const std::size_t bytes = sizeof *to * width * height;
    KIT_CHECK(cudaMemcpyAsync(to, from, bytes, kind, stream));
  };
  copy(d_image, h_image, cudaMemcpyHostToDevice);
  filter_strip(d_image, height, d_filtered, width, height, 0, height, d_weights, radius, stream);
  copy(h_filtered, d_filtered, cudaMemcpyDeviceToHost);
}

}  // namespace lab10
