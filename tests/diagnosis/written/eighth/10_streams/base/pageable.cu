/// @file
/// Lab 10, stage pageable: the whole image, from ordinary memory of the host. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {

void filter_pageable(const float* image, float* filtered, int width, int height,
                     const float* weights, int radius) {
  const std::size_t image_bytes = sizeof(float) * width * height;
  const std::size_t weight_bytes = sizeof(float) * (2 * radius + 1);
  float* d_image = nullptr;
  float* d_filtered = nullptr;
  float* d_weights = nullptr;
  try {
    KIT_CHECK(cudaMalloc(&d_image, image_bytes));
    KIT_CHECK(cudaMalloc(&d_filtered, image_bytes));
    KIT_CHECK(cudaMalloc(&d_weights, weight_bytes));
    KIT_CHECK(cudaMemcpy(d_image, image, image_bytes, cudaMemcpyHostToDevice));
    KIT_CHECK(cudaMemcpy(d_weights, weights, weight_bytes, cudaMemcpyHostToDevice));
    filter_strip(d_image, height, d_filtered, width, height, 0, height, d_weights, radius, nullptr);
    KIT_CHECK(cudaMemcpy(filtered, d_filtered, image_bytes, cudaMemcpyDeviceToHost));
  } catch (...) {
    // Unchecked: the first error is the one to report.
    cudaFree(d_image);
    cudaFree(d_filtered);
    cudaFree(d_weights);
    throw;
  }
  // All three are freed, even if one of the calls reports an error.
  const cudaError_t image_freed = cudaFree(d_image);
  const cudaError_t filtered_freed = cudaFree(d_filtered);
  const cudaError_t weights_freed = cudaFree(d_weights);
  KIT_CHECK(image_freed);
  KIT_CHECK(filtered_freed);
  KIT_CHECK(weights_freed);
}

}  // namespace lab10
