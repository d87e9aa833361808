/// @file
/// Lab 10, stage pageable: the whole image, from ordinary memory of the host. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

/// Device memory that is freed on every way out.
class Owned {
 public:
  explicit Owned(std::size_t bytes) : bytes_(bytes) { KIT_CHECK(cudaMalloc(&data_, bytes)); }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  ~Owned() {
    if (data_ != nullptr) cudaFree(data_);
  }

  float* data() const { return data_; }
  void fill(const float* source) const {
    KIT_CHECK(cudaMemcpy(data_, source, bytes_, cudaMemcpyHostToDevice));
  }
  void drain(float* target) const {
    KIT_CHECK(cudaMemcpy(target, data_, bytes_, cudaMemcpyDeviceToHost));
  }
  /// Frees it now, so that an error can be reported.
  void release() {
    float* const data = data_;
    data_ = nullptr;
    KIT_CHECK(cudaFree(data));
  }

 private:
  std::size_t bytes_;
  float* data_ = nullptr;
};

}  // namespace

void filter_pageable(const float* image, float* filtered, int width, int height,
                     const float* weights, int radius) {
  const std::size_t pixels = static_cast<std::size_t>(height) * width;
  Owned d_weights(sizeof(float) * (2 * radius + 1));
  Owned d_image(sizeof(float) * pixels);
  Owned d_filtered(sizeof(float) * pixels);
  d_weights.fill(weights);
  d_image.fill(image);
  filter_strip(d_image.data(), height, d_filtered.data(), width, height, 0, height,
               d_weights.data(), radius, nullptr);
  d_filtered.drain(filtered);
  // If one of them throws, the destructors free the others.
  d_filtered.release();
  d_image.release();
  d_weights.release();
}

}  // namespace lab10
