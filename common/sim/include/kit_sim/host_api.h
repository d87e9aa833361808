/// @file
/// The host side of the CUDA runtime. What streams are given runs before the call returns, unless
/// KIT_SIM_STREAMS says otherwise. Errors follow CUDA: wrong arguments at once, faults of a kernel
/// at the next call that synchronises, and from then on at every call, until the process ends.
#pragma once

#include <cstddef>

#include "../vector_types.h"

enum cudaError {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorInitializationError = 3,
  cudaErrorInvalidConfiguration = 9,
  cudaErrorInvalidPitchValue = 12,
  cudaErrorInvalidSymbol = 13,
  cudaErrorInvalidDevicePointer = 17,
  cudaErrorInvalidChannelDescriptor = 20,
  cudaErrorInvalidMemcpyDirection = 21,
  cudaErrorInvalidFilterSetting = 26,
  cudaErrorInvalidNormSetting = 27,
  cudaErrorInvalidDeviceFunction = 98,
  cudaErrorNoDevice = 100,
  cudaErrorInvalidDevice = 101,
  cudaErrorUnsupportedLimit = 215,
  cudaErrorInvalidResourceHandle = 400,
  cudaErrorIllegalState = 401,
  cudaErrorNotReady = 600,
  cudaErrorIllegalAddress = 700,
  cudaErrorLaunchOutOfResources = 701,
  cudaErrorLaunchTimeout = 702,
  cudaErrorPeerAccessAlreadyEnabled = 704,
  cudaErrorPeerAccessNotEnabled = 705,
  cudaErrorAssert = 710,
  cudaErrorHostMemoryAlreadyRegistered = 712,
  cudaErrorHostMemoryNotRegistered = 713,
  cudaErrorMisalignedAddress = 716,
  cudaErrorLaunchFailure = 719,
  cudaErrorCooperativeLaunchTooLarge = 720,
  cudaErrorNotSupported = 801,
  cudaErrorStreamCaptureUnsupported = 900,
  cudaErrorStreamCaptureInvalidated = 901,
  cudaErrorStreamCaptureUnmatched = 903,
  cudaErrorStreamCaptureUnjoined = 904,
  cudaErrorStreamCaptureIsolation = 905,
  cudaErrorStreamCaptureImplicit = 906,
  cudaErrorCapturedEvent = 907,
  cudaErrorGraphExecUpdateFailure = 910,
  cudaErrorUnknown = 999
};
using cudaError_t = cudaError;

enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
};

struct CUstream_st;
struct CUevent_st;
using cudaStream_t = CUstream_st*;
using cudaEvent_t = CUevent_st*;
#define cudaStreamLegacy (reinterpret_cast<cudaStream_t>(0x1))
#define cudaStreamPerThread (reinterpret_cast<cudaStream_t>(0x2))

inline constexpr unsigned cudaStreamDefault = 0, cudaStreamNonBlocking = 1;
inline constexpr unsigned cudaEventDefault = 0, cudaEventBlockingSync = 1,
                          cudaEventDisableTiming = 2;
inline constexpr unsigned cudaHostAllocDefault = 0, cudaHostAllocPortable = 1,
                          cudaHostAllocMapped = 2, cudaHostAllocWriteCombined = 4;
inline constexpr unsigned cudaMemAttachGlobal = 1;

cudaError_t cudaGetLastError();
cudaError_t cudaPeekAtLastError();
const char* cudaGetErrorName(cudaError_t error);
const char* cudaGetErrorString(cudaError_t error);

namespace kit::sim {
/// `cudaFree(p);` becomes `cudaFree(p), kit::sim::discarded();`, so that the observed build knows
/// of errors that were thrown away. After anything but a cudaError_t it means nothing.
struct Discarded {};
inline Discarded discarded() {
  return {};
}
void operator,(cudaError_t error, Discarded);
}  // namespace kit::sim

KIT_SIM_HOST_DEVICE  // nvcc lets kernels call these two as well
    cudaError_t
    cudaMalloc(void** pointer, std::size_t bytes);
cudaError_t cudaFree(void* pointer);
template <typename T>
__forceinline__ cudaError_t cudaMalloc(T** pointer, std::size_t bytes) {
  return cudaMalloc(reinterpret_cast<void**>(pointer), bytes);
}
KIT_SIM_END_HOST_DEVICE
cudaError_t cudaMallocPitch(void** pointer, std::size_t* pitch, std::size_t width_bytes,
                            std::size_t height);
cudaError_t cudaMallocHost(void** pointer, std::size_t bytes, unsigned flags = 0);
cudaError_t cudaHostAlloc(void** pointer, std::size_t bytes, unsigned flags);
cudaError_t cudaMallocManaged(void** pointer, std::size_t bytes,
                              unsigned flags = cudaMemAttachGlobal);
cudaError_t cudaMallocAsync(void** pointer, std::size_t bytes, cudaStream_t stream);
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream);
cudaError_t cudaFreeHost(void* pointer);
cudaError_t cudaMemGetInfo(std::size_t* free_bytes, std::size_t* total_bytes);

template <typename T>
__forceinline__ cudaError_t cudaMallocPitch(T** pointer, std::size_t* pitch,
                                            std::size_t width_bytes, std::size_t height) {
  return cudaMallocPitch(reinterpret_cast<void**>(pointer), pitch, width_bytes, height);
}
template <typename T>
__forceinline__ cudaError_t cudaMallocHost(T** pointer, std::size_t bytes, unsigned flags = 0) {
  return cudaMallocHost(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <typename T>
__forceinline__ cudaError_t cudaHostAlloc(T** pointer, std::size_t bytes, unsigned flags) {
  return cudaHostAlloc(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <typename T>
__forceinline__ cudaError_t cudaMallocManaged(T** pointer, std::size_t bytes,
                                              unsigned flags = cudaMemAttachGlobal) {
  return cudaMallocManaged(reinterpret_cast<void**>(pointer), bytes, flags);
}
template <typename T>
__forceinline__ cudaError_t cudaMallocAsync(T** pointer, std::size_t bytes, cudaStream_t stream) {
  return cudaMallocAsync(reinterpret_cast<void**>(pointer), bytes, stream);
}

cudaError_t cudaMemcpy(void* target, const void* source, std::size_t bytes, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void* target, const void* source, std::size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t stream = nullptr);
cudaError_t cudaMemcpy2D(void* target, std::size_t target_pitch, const void* source,
                         std::size_t source_pitch, std::size_t width_bytes, std::size_t height,
                         cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void* target, std::size_t target_pitch, const void* source,
                              std::size_t source_pitch, std::size_t width_bytes, std::size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream = nullptr);
/// Between two devices, with or without peer access.
cudaError_t cudaMemcpyPeer(void* target, int target_device, const void* source, int source_device,
                           std::size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void* target, int target_device, const void* source,
                                int source_device, std::size_t bytes,
                                cudaStream_t stream = nullptr);
cudaError_t cudaMemset(void* target, int value, std::size_t bytes);
cudaError_t cudaMemsetAsync(void* target, int value, std::size_t bytes,
                            cudaStream_t stream = nullptr);
cudaError_t cudaMemset2D(void* target, std::size_t pitch, int value, std::size_t width_bytes,
                         std::size_t height);
cudaError_t cudaMemset2DAsync(void* target, std::size_t pitch, int value, std::size_t width_bytes,
                              std::size_t height, cudaStream_t stream = nullptr);

namespace kit::sim {
/// Copies to or from a __constant__ or __device__ variable of `symbol_bytes` bytes, whose elements
/// stand at multiples of `alignment`.
cudaError_t copy_symbol(void* symbol, std::size_t symbol_bytes, void* other, std::size_t bytes,
                        std::size_t offset, cudaMemcpyKind kind, bool to_symbol,
                        std::size_t alignment);
/// Refuses a stream that is not there, in the name of a call that queues work on it.
cudaError_t use_stream(cudaStream_t stream, const char* call);
/// In observed programs: says so where a function that was given a stream makes a copy or memset
/// without one: it goes to the default stream and waits.
void blocking_copy(const char* call);
/// Makes a symbol's address valid in copies and memsets.
cudaError_t register_symbol(void* symbol, std::size_t bytes);
/// Blocks of a kernel that fit one multiprocessor of the simulated device.
cudaError_t occupancy(int* blocks, int block_threads, std::size_t dynamic_shared_bytes);
/// Raises the limit of dynamic shared memory. CUDA keeps it per kernel; a launch here does not know
/// the kernel's address, so the simulator keeps one limit for the process.
cudaError_t raise_dynamic_shared_limit(int bytes);
}  // namespace kit::sim

template <typename T>
__forceinline__ cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* source,
                                               std::size_t bytes, std::size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  kit::sim::blocking_copy("cudaMemcpyToSymbol");
  return kit::sim::copy_symbol(const_cast<void*>(static_cast<const void*>(&symbol)), sizeof(T),
                               const_cast<void*>(source), bytes, offset, kind, true, alignof(T));
}
template <typename T>
__forceinline__ cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* source,
                                                    std::size_t bytes, std::size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyHostToDevice,
                                                    cudaStream_t stream = nullptr) {
  if (const cudaError_t error = kit::sim::use_stream(stream, "cudaMemcpyToSymbolAsync"))
    return error;
  return kit::sim::copy_symbol(const_cast<void*>(static_cast<const void*>(&symbol)), sizeof(T),
                               const_cast<void*>(source), bytes, offset, kind, true, alignof(T));
}
template <typename T>
__forceinline__ cudaError_t cudaMemcpyFromSymbol(void* target, const T& symbol, std::size_t bytes,
                                                 std::size_t offset = 0,
                                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  kit::sim::blocking_copy("cudaMemcpyFromSymbol");
  return kit::sim::copy_symbol(const_cast<void*>(static_cast<const void*>(&symbol)), sizeof(T),
                               target, bytes, offset, kind, false, alignof(T));
}
template <typename T>
__forceinline__ cudaError_t cudaMemcpyFromSymbolAsync(void* target, const T& symbol,
                                                      std::size_t bytes, std::size_t offset = 0,
                                                      cudaMemcpyKind kind = cudaMemcpyDeviceToHost,
                                                      cudaStream_t stream = nullptr) {
  if (const cudaError_t error = kit::sim::use_stream(stream, "cudaMemcpyFromSymbolAsync"))
    return error;
  return kit::sim::copy_symbol(const_cast<void*>(static_cast<const void*>(&symbol)), sizeof(T),
                               target, bytes, offset, kind, false, alignof(T));
}
template <typename T>
__forceinline__ cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  *pointer = const_cast<void*>(static_cast<const void*>(&symbol));
  return kit::sim::register_symbol(*pointer, sizeof(T));
}
template <typename T>
__forceinline__ cudaError_t cudaGetSymbolSize(std::size_t* bytes, const T&) {
  *bytes = sizeof(T);
  return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t* stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags = 0);

/// Of cudaLaunchKernelEx(). Attributes such as clusters are not there.
struct cudaLaunchAttribute;
struct cudaLaunchConfig_t {
  dim3 gridDim = 1, blockDim = 1;
  std::size_t dynamicSmemBytes = 0;
  cudaStream_t stream = nullptr;
  cudaLaunchAttribute* attrs = nullptr;
  unsigned int numAttrs = 0;
};
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, void (*function)(void*), void* data);

cudaError_t cudaEventCreate(cudaEvent_t* event);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t event);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = nullptr);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventQuery(cudaEvent_t event);
/// Host time between the two records: the simulator's own speed, not a GPU's.
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t start, cudaEvent_t stop);

cudaError_t cudaGetDeviceCount(int* count);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaGetDevice(int* device);
cudaError_t cudaDeviceSynchronize();
cudaError_t cudaDeviceReset();
cudaError_t cudaRuntimeGetVersion(int* version);
cudaError_t cudaDriverGetVersion(int* version);
