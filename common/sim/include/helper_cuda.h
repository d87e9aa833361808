/// @file
/// What programs use of the header of this name that comes with NVIDIA's samples: checks of errors
/// and the choice of a device. A header of the program's own with this name goes first.
#pragma once

#include <cstdio>
#include <cstdlib>

#include "cuda_runtime.h"

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif

inline const char* _cudaGetErrorEnum(cudaError_t error) {
  return cudaGetErrorName(error);
}

namespace kit::sim {

/// Ends the program if a call failed.
inline void end_on_error(cudaError_t error, const char* call, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "CUDA error at %s:%d code=%d(%s) \"%s\" \n", file, line, int(error),
               cudaGetErrorName(error), call);
  std::exit(EXIT_FAILURE);
}

/// Says that a launch before failed; true if so.
inline bool tell_last_error(const char* message, const char* file, int line) {
  const cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) return false;
  std::fprintf(stderr, "%s(%i) : getLastCudaError() CUDA error : %s : (%d) %s.\n", file, line,
               message, int(error), cudaGetErrorString(error));
  return true;
}

}  // namespace kit::sim

#define checkCudaErrors(call) ::kit::sim::end_on_error((call), #call, __FILE__, __LINE__)
#define getLastCudaError(message)                                                          \
  do {                                                                                     \
    if (::kit::sim::tell_last_error(message, __FILE__, __LINE__)) std::exit(EXIT_FAILURE); \
  } while (false)
#define printLastCudaError(message) \
  static_cast<void>(::kit::sim::tell_last_error(message, __FILE__, __LINE__))

/// Cores of a multiprocessor, by compute capability; of ones that are not known, those of the
/// newest.
inline int _ConvertSMVer2Cores(int major, int minor) {
  struct Capability {
    int version, cores;
  };
  constexpr Capability known[] = {{30, 192}, {32, 192}, {35, 192}, {37, 192}, {50, 128}, {52, 128},
                                  {53, 128}, {60, 64},  {61, 128}, {62, 128}, {70, 64},  {72, 64},
                                  {75, 64},  {80, 64},  {86, 128}, {87, 128}, {89, 128}, {90, 128}};
  for (const Capability& one : known)
    if (one.version == 10 * major + minor) return one.cores;
  return 128;
}

inline int ftoi(float value) {
  return value >= 0 ? int(value + 0.5f) : int(value - 0.5f);
}

/// Makes a device the current one. The simulator has one, device 0.
inline int gpuDeviceInit(int device) {
  int count = 0;
  checkCudaErrors(cudaGetDeviceCount(&count));
  if (device < 0) device = 0;
  if (device >= count) {
    std::fprintf(stderr, "gpuDeviceInit: there is no device %d\n", device);
    return -device;
  }
  cudaDeviceProp properties;
  checkCudaErrors(cudaGetDeviceProperties(&properties, device));
  checkCudaErrors(cudaSetDevice(device));
  std::printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device, properties.name,
              properties.major, properties.minor);
  return device;
}

inline int gpuGetMaxGflopsDeviceId() {
  return 0;
}

/// The options of the command line that choose a device (-device=N) are not looked at.
inline int findCudaDevice(int = 0, const char** = nullptr) {
  return gpuDeviceInit(gpuGetMaxGflopsDeviceId());
}

inline bool checkCudaCapabilities(int major, int minor) {
  cudaDeviceProp properties;
  checkCudaErrors(cudaGetDeviceProperties(&properties, 0));
  return properties.major > major || (properties.major == major && properties.minor >= minor);
}
