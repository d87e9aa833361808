/// @file
/// Lab 10, stage pinned: memory that the card copies by itself, and work that is only queued. Read
/// README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {

float* allocate_pinned(std::size_t count) {
  float* pinned = nullptr;
  KIT_CHECK(cudaMallocHost(&pinned, count * sizeof(float)));
  return pinned;
}

void free_pinned(float* pinned) {
  if (pinned != nullptr) KIT_CHECK(cudaFreeHost(pinned));
}

void filter_pinned(const float* h_image, float* h_filtered, float* d_image, float* d_filtered,
                   int width, int height, const float* d_weights, int radius, cudaStream_t stream) {
  const std::size_t bytes = sizeof(float) * width * height;
  KIT_CHECK(cudaMemcpyAsync(d_image, h_image, bytes, cudaMemcpyHostToDevice, stream));
  filter_strip(d_image, height, d_filtered, width, height, 0, height, d_weights, radius, stream);
  KIT_CHECK(cudaMemcpyAsync(h_filtered, d_filtered, bytes, cudaMemcpyDeviceToHost, stream));
}

}  // namespace lab10
