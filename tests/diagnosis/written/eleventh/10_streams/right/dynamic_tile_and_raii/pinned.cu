#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {

float* allocate_pinned(std::size_t count) {
  void* memory = nullptr;
  KIT_CHECK(cudaMallocHost(&memory, sizeof(float) * count));
  return static_cast<float*>(memory);
}

void free_pinned(float* pinned) {
  if (!pinned) return;
  KIT_CHECK(cudaFreeHost(pinned));
}

void filter_pinned(const float* h_image, float* h_filtered, float* d_image, float* d_filtered,
                   int width, int height, const float* d_weights, int radius, cudaStream_t stream) {
  const auto copy = [&, bytes = static_cast<std::size_t>(width) * height * sizeof(float)](
                        float* to, const float* from, cudaMemcpyKind kind) {
    KIT_CHECK(cudaMemcpyAsync(to, from, bytes, kind, stream));
  };
  copy(d_image, h_image, cudaMemcpyHostToDevice);
  filter_strip(d_image, height, d_filtered, width, height, 0, height, d_weights, radius, stream);
  copy(h_filtered, d_filtered, cudaMemcpyDeviceToHost);
}

}  // namespace lab10
