// Lab 02: the host side of the convolution.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// Floats in device memory. An object that goes away by an exception frees them unchecked; on the
// ordinary way release() does it, checked.
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

  float* data() const { return data_; }

  void read_from(const float* host) {
    KIT_CHECK(cudaMemcpy(data_, host, bytes_, cudaMemcpyHostToDevice));
  }

  void write_to(float* host) const {
    KIT_CHECK(cudaMemcpy(host, data_, bytes_, cudaMemcpyDeviceToHost));
  }

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
  const std::size_t weights = static_cast<std::size_t>(filter_width) * filter_width;
  const std::size_t pixels = static_cast<std::size_t>(width) * height;

  DeviceFloats d_filter(weights);
  d_filter.read_from(filter);
  DeviceFloats d_input(pixels);
  d_input.read_from(input);
  DeviceFloats d_output(pixels);

  convolve(d_input.data(), d_output.data(), width, height, d_filter.data(), filter_width, border,
           dim3(32, 8), nullptr);
  d_output.write_to(output);

  d_input.release();
  d_output.release();
  d_filter.release();
}

}  // namespace lab02
