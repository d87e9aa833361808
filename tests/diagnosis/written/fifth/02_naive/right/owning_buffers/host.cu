// Lab 02. Device memory in objects that own it: their destructors free it after an error, release()
// frees it and checks.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

class DeviceFloats {
 public:
  explicit DeviceFloats(std::size_t count) : bytes_(count * sizeof(float)) {
    KIT_CHECK(cudaMalloc(reinterpret_cast<void**>(&data_), bytes_));
  }
  DeviceFloats(std::size_t count, const float* source) : DeviceFloats(count) {
    // The delegated constructor has finished, so the destructor runs if this throws.
    KIT_CHECK(cudaMemcpy(data_, source, bytes_, cudaMemcpyHostToDevice));
  }
  DeviceFloats(const DeviceFloats&) = delete;
  DeviceFloats& operator=(const DeviceFloats&) = delete;
  ~DeviceFloats() {
    if (data_ != nullptr) cudaFree(data_);
  }

  float* get() const { return data_; }
  void copy_to(float* target) const {
    KIT_CHECK(cudaMemcpy(target, data_, bytes_, cudaMemcpyDeviceToHost));
  }
  void release() {
    float* const mine = data_;
    data_ = nullptr;
    KIT_CHECK(cudaFree(mine));
  }

 private:
  std::size_t bytes_;
  float* data_ = nullptr;
};

}  // namespace

void convolve_host(const float* input, float* output, int width, int height, const float* filter,
                   int filter_width, kit::Border border) {
  const std::size_t pixels = std::size_t(width) * std::size_t(height);
  const std::size_t weights = std::size_t(filter_width) * std::size_t(filter_width);

  DeviceFloats d_filter(weights, filter);
  DeviceFloats d_input(pixels, input);
  DeviceFloats d_output(pixels);

  const dim3 block(64, 4);
  convolve(d_input.get(), d_output.get(), width, height, d_filter.get(), filter_width, border,
           block, cudaStream_t{});
  d_output.copy_to(output);

  d_output.release();
  d_input.release();
  d_filter.release();
}

}  // namespace lab02
