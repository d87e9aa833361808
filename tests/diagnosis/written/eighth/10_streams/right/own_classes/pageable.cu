/// @file
/// Lab 10, stage pageable: device memory has an owner, so that no way out forgets it.
#include <cstddef>
#include <utility>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

/// Floats in device memory. free() reports errors; the destructor frees on the way of an exception.
class DeviceFloats {
 public:
  explicit DeviceFloats(std::size_t count) : bytes_(count * sizeof(float)) {
    KIT_CHECK(cudaMalloc(&data_, bytes_));
  }
  DeviceFloats(const DeviceFloats&) = delete;
  DeviceFloats& operator=(const DeviceFloats&) = delete;
  ~DeviceFloats() {
    if (data_ != nullptr) cudaFree(data_);
  }
  void free() { KIT_CHECK(cudaFree(std::exchange(data_, nullptr))); }

  void load(const float* from) {
    KIT_CHECK(cudaMemcpy(data_, from, bytes_, cudaMemcpyHostToDevice));
  }
  void store(float* to) const { KIT_CHECK(cudaMemcpy(to, data_, bytes_, cudaMemcpyDeviceToHost)); }
  float* get() const { return data_; }

 private:
  std::size_t bytes_;
  float* data_ = nullptr;
};

}  // namespace

void filter_pageable(const float* image, float* filtered, int width, int height,
                     const float* weights, int radius) {
  const std::size_t pixels = static_cast<std::size_t>(width) * height;
  DeviceFloats d_weights(2 * radius + 1), d_image(pixels), d_filtered(pixels);
  d_weights.load(weights);
  d_image.load(image);
  filter_strip(d_image.get(), height, d_filtered.get(), width, height, 0, height, d_weights.get(),
               radius, cudaStream_t{});
  d_filtered.store(filtered);
  d_filtered.free();
  d_image.free();
  d_weights.free();
}

}  // namespace lab10
