// Lab 02: the host side with pointers that own, and no catch block.
#include <cstddef>
#include <memory>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

struct FreeOnDevice {
  void operator()(float* pointer) const { cudaFree(pointer); }
};
using DeviceFloats = std::unique_ptr<float, FreeOnDevice>;

DeviceFloats allocate(std::size_t count) {
  float* pointer = nullptr;
  KIT_CHECK(cudaMalloc(&pointer, count * sizeof(float)));
  return DeviceFloats(pointer);
}

DeviceFloats copy_of(const float* host, std::size_t count) {
  DeviceFloats copy = allocate(count);
  KIT_CHECK(cudaMemcpy(copy.get(), host, count * sizeof(float), cudaMemcpyHostToDevice));
  return copy;
}

}  // namespace

void convolve_host(const float* input, float* output, int width, int height, const float* filter,
                   int filter_width, kit::Border border) {
  const auto area = [](int a, int b) {
    return static_cast<std::size_t>(a) * static_cast<std::size_t>(b);
  };
  DeviceFloats weights = copy_of(filter, area(filter_width, filter_width));
  DeviceFloats source = copy_of(input, area(width, height));
  DeviceFloats result = allocate(area(width, height));

  convolve(source.get(), result.get(), width, height, weights.get(), filter_width, border,
           dim3(64, 4), cudaStream_t{});

  KIT_CHECK(cudaMemcpy(output, result.get(), sizeof(float) * area(width, height),
                       cudaMemcpyDeviceToHost));

  // Given back one by one, so that an error is told; what is left after one goes with its owner.
  for (DeviceFloats* owner : {&result, &source, &weights}) KIT_CHECK(cudaFree(owner->release()));
}

}  // namespace lab02
