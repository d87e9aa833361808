/// @file
/// cudaStreamAddCallback, the older form of cudaLaunchHostFunc.
#pragma once

#include "host_api.h"

#define CUDART_CB
using cudaHostFn_t = void (*)(void* data);
using cudaStreamCallback_t = void (*)(cudaStream_t stream, cudaError_t status, void* data);

/// Calls the function once what the stream was given before is done. `flags` must be 0.
inline cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback,
                                         void* data, unsigned flags) {
  struct Call {
    cudaStreamCallback_t callback;
    cudaStream_t stream;
    void* data;
  };
  if (flags != 0 || callback == nullptr) return cudaErrorInvalidValue;
  Call* const kept = new Call{callback, stream, data};
  const cudaHostFn_t make = [](void* pointer) {
    const Call call = *static_cast<Call*>(pointer);
    delete static_cast<Call*>(pointer);
    call.callback(call.stream, cudaSuccess, call.data);
  };
  const cudaError_t error = cudaLaunchHostFunc(stream, make, kept);
  if (error != cudaSuccess) delete kept;
  return error;
}
