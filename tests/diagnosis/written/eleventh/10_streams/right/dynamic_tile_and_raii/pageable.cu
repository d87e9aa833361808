// Device memory by an owner; the destructor frees on every way out.
#include <cstddef>
#include <utility>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

class DeviceFloats {
 public:
  explicit DeviceFloats(std::size_t count) : bytes_(count * sizeof(float)) {
    KIT_CHECK(cudaMalloc(reinterpret_cast<void**>(&data_), bytes_));
  }
  DeviceFloats(const DeviceFloats&) = delete;
  DeviceFloats& operator=(const DeviceFloats&) = delete;
  ~DeviceFloats() { cudaFree(data_); }

  void free() { KIT_CHECK(cudaFree(std::exchange(data_, nullptr))); }
  void from_host(const float* source) {
    KIT_CHECK(cudaMemcpy(data_, source, bytes_, cudaMemcpyHostToDevice));
  }
  void to_host(float* target) const {
    KIT_CHECK(cudaMemcpy(target, data_, bytes_, cudaMemcpyDeviceToHost));
  }
  float* get() const { return data_; }

 private:
  float* data_ = nullptr;
  std::size_t bytes_;
};

}  // namespace

void filter_pageable(const float* image, float* filtered, int width, int height,
                     const float* weights, int radius) {
  const std::size_t pixels = static_cast<std::size_t>(width) * height;
  DeviceFloats d_weights(2 * radius + 1), d_image(pixels), d_filtered(pixels);
  d_weights.from_host(weights);
  d_image.from_host(image);
  filter_strip(d_image.get(), height, d_filtered.get(), width, height, 0, height, d_weights.get(),
               radius, cudaStream_t{});
  d_filtered.to_host(filtered);
  d_filtered.free();
  d_image.free();
  d_weights.free();
}

}  // namespace lab10
