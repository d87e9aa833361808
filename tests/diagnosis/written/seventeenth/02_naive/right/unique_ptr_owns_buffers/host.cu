/// @file
/// Lab 02, stage host: allocate, copy, launch, copy back, free, checked. Read README.md first.
#include <cstddef>
#include <memory>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// Frees unchecked: called only when an exception is on its way already.
struct DeviceFree {
  void operator()(float* d_memory) const { cudaFree(d_memory); }
};

using DeviceArray = std::unique_ptr<float, DeviceFree>;

DeviceArray allocate(std::size_t bytes) {
  float* d_memory = nullptr;
  KIT_CHECK(cudaMalloc(&d_memory, bytes));
  return DeviceArray(d_memory);
}

DeviceArray upload(const float* from, std::size_t bytes) {
  DeviceArray array = allocate(bytes);
  KIT_CHECK(cudaMemcpy(array.get(), from, bytes, cudaMemcpyHostToDevice));
  return array;
}

/// Frees checked. The array owns nothing any more before the call, so nothing is freed twice.
void release(DeviceArray& array) {
  float* const d_memory = array.release();
  KIT_CHECK(cudaFree(d_memory));
}

}  // namespace

void convolve_host(const float* input, float* output, int width, int height, const float* filter,
                   int filter_width, kit::Border border) {
  const std::size_t image_bytes = std::size_t(width) * std::size_t(height) * sizeof(float);
  const std::size_t filter_bytes =
      std::size_t(filter_width) * std::size_t(filter_width) * sizeof(float);
  DeviceArray d_input = upload(input, image_bytes);
  DeviceArray d_filter = upload(filter, filter_bytes);
  DeviceArray d_output = allocate(image_bytes);
  convolve(d_input.get(), d_output.get(), width, height, d_filter.get(), filter_width, border,
           dim3(32, 16), nullptr);
  // On the same stream as the kernel: waits for it, and reports its errors.
  KIT_CHECK(cudaMemcpy(output, d_output.get(), image_bytes, cudaMemcpyDeviceToHost));
  release(d_output);
  release(d_filter);
  release(d_input);
}

}  // namespace lab02
