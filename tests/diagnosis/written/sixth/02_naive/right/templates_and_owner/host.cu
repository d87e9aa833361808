/// @file
/// Lab 02, stage host: device memory belongs to a type that frees it, so that nothing is caught.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// Owns device memory. The destructor frees it if an error came before release().
class DeviceFloats {
 public:
  explicit DeviceFloats(std::size_t count) : bytes_(count * sizeof(float)) {
    KIT_CHECK(cudaMalloc(&data_, bytes_));
  }
  DeviceFloats(const float* host, std::size_t count) : DeviceFloats(count) {
    // The delegated constructor is done, so the destructor runs if this throws.
    KIT_CHECK(cudaMemcpy(data_, host, bytes_, cudaMemcpyHostToDevice));
  }
  DeviceFloats(const DeviceFloats&) = delete;
  DeviceFloats& operator=(const DeviceFloats&) = delete;
  ~DeviceFloats() {
    if (data_ != nullptr) cudaFree(data_);
  }

  float* data() const { return data_; }
  void copy_to(float* host) const {
    KIT_CHECK(cudaMemcpy(host, data_, bytes_, cudaMemcpyDeviceToHost));
  }
  /// Frees the memory now. An error throws; the memory is not freed a second time then.
  void release() {
    float* const data = data_;
    data_ = nullptr;
    KIT_CHECK(cudaFree(data));
  }

 private:
  float* data_ = nullptr;
  std::size_t bytes_;
};

}  // namespace

void convolve_host(const float* input, float* output, int width, int height, const float* filter,
                   int filter_width, kit::Border border) {
  const std::size_t pixels = std::size_t(width) * std::size_t(height);
  DeviceFloats weights(filter, std::size_t(filter_width) * std::size_t(filter_width));
  DeviceFloats source(input, pixels);
  DeviceFloats target(pixels);
  convolve(source.data(), target.data(), width, height, weights.data(), filter_width, border,
           dim3(64, 4), nullptr);
  target.copy_to(output);
  // If one of these throws, the destructors of the others still free.
  target.release();
  source.release();
  weights.release();
}

}  // namespace lab02
