// Error macro and owner of device memory, as in many tutorials.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <memory>

#include "kit/cuda_check.hpp"

#define CUDA_CALL(call)                                                      \
  do {                                                                       \
    const cudaError_t status_ = (call);                                      \
    if (status_ != cudaSuccess)                                              \
      throw kit::CudaError(status_, #call, __FILE__, __LINE__);              \
  } while (0)

struct CudaFree {
  void operator()(void* pointer) const noexcept { cudaFree(pointer); }
};

template <typename T>
using device_ptr = std::unique_ptr<T[], CudaFree>;

template <typename T>
device_ptr<T> make_device(std::size_t count) {
  void* raw = nullptr;
  CUDA_CALL(cudaMalloc(&raw, count * sizeof(T)));
  return device_ptr<T>(static_cast<T*>(raw));
}
