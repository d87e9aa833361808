/// @file
/// Lab 10, stage pageable: one piece of device memory holds result, image and weights. Read
/// README.md first.
#include <cstddef>
#include <utility>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab10 {
namespace {

/// Device memory that is free at the end of its scope at the latest.
class DeviceFloats {
 public:
  explicit DeviceFloats(std::size_t count) {
    KIT_CHECK(cudaMalloc(&floats_, count * sizeof(float)));
  }
  DeviceFloats(const DeviceFloats&) = delete;
  DeviceFloats& operator=(const DeviceFloats&) = delete;
  ~DeviceFloats() {
    if (floats_ != nullptr) cudaFree(floats_);  // on the way out after an error
  }
  float* at(std::size_t offset) const { return floats_ + offset; }
  /// As the destructor, and says whether it went well.
  void free() { KIT_CHECK(cudaFree(std::exchange(floats_, nullptr))); }

 private:
  float* floats_ = nullptr;
};

}  // namespace

void filter_pageable(const float* image, float* filtered, int width, int height,
                     const float* weights, int radius) {
  const std::size_t pixels = static_cast<std::size_t>(height) * width;
  const std::size_t taps = 2 * static_cast<std::size_t>(radius) + 1;
  DeviceFloats memory(2 * pixels + taps);
  float* const d_filtered = memory.at(0);
  float* const d_weights = memory.at(pixels);
  float* const d_image = memory.at(pixels + taps);

  KIT_CHECK(cudaMemcpy(d_weights, weights, taps * sizeof(float), cudaMemcpyHostToDevice));
  KIT_CHECK(cudaMemcpy(d_image, image, pixels * sizeof(float), cudaMemcpyHostToDevice));
  filter_strip(d_image, height, d_filtered, width, height, 0, height, d_weights, radius, nullptr);
  KIT_CHECK(cudaMemcpy(filtered, d_filtered, pixels * sizeof(float), cudaMemcpyDeviceToHost));
  memory.free();
}

}  // namespace lab10
