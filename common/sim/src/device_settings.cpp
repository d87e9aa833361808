/// What a program sets for the device: limits, flags, preferences. But for the size of the heap
/// they change nothing here; what was set is what is told.
#include <atomic>
#include <cstddef>

#include "device.hpp"
#include "error_state.hpp"
#include "kit_sim/device_properties.h"
#include "memory.hpp"

namespace kit::sim {
namespace {

constexpr std::size_t kKiB = 1024, kMiB = 1024 * kKiB;
// As on a card.
constexpr std::size_t kMaxStackBytes = 512 * kKiB, kMaxFetchBytes = 128;

std::atomic<std::size_t> stack_bytes{kKiB}, printf_bytes{kMiB}, heap_bytes{8 * kMiB};
std::atomic<std::size_t> pending_launches{2048}, fetch_bytes{64};
std::atomic<unsigned> device_flags{cudaDeviceScheduleAuto};
std::atomic<cudaFuncCache> cache_preference{cudaFuncCachePreferNone};

std::atomic<std::size_t>* limit_value(cudaLimit limit) {
  switch (limit) {
    case cudaLimitStackSize:
      return &stack_bytes;
    case cudaLimitPrintfFifoSize:
      return &printf_bytes;
    case cudaLimitMallocHeapSize:
      return &heap_bytes;
    case cudaLimitDevRuntimePendingLaunchCount:
      return &pending_launches;
    case cudaLimitMaxL2FetchGranularity:
      return &fetch_bytes;
    default:
      return nullptr;
  }
}

}  // namespace

std::size_t device_heap_limit() {
  return heap_bytes.load();
}

cudaError_t function_attributes(cudaFuncAttributes* attributes) {
  if (const cudaError_t fault = surface_faults()) return fault;
  constexpr int kAssumedRegisters = 32, kNoPreference = -1;
  *attributes = cudaFuncAttributes{};
  attributes->maxThreadsPerBlock = int(kMaxBlockThreads);
  attributes->numRegs = kAssumedRegisters;
  attributes->ptxVersion = attributes->binaryVersion =
      10 * played_card().major + played_card().minor;
  attributes->maxDynamicSharedSizeBytes = int(dynamic_shared_limit());
  attributes->preferredShmemCarveout = kNoPreference;
  return cudaSuccess;
}

}  // namespace kit::sim

using namespace kit::sim;

cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit) {
  if (const cudaError_t fault = surface_faults()) return fault;
  const auto* const known = limit_value(limit);
  if (known == nullptr) return record(cudaErrorInvalidValue);
  *value = known->load();
  return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value) {
  if (const cudaError_t fault = surface_faults()) return fault;
  auto* const known = limit_value(limit);
  if (known == nullptr) return record(cudaErrorInvalidValue);
  if (limit == cudaLimitStackSize && value > kMaxStackBytes) return record(cudaErrorInvalidValue);
  if (limit == cudaLimitMallocHeapSize && value > kDeviceMemoryBytes)
    return record(cudaErrorMemoryAllocation);
  if (limit == cudaLimitMaxL2FetchGranularity && value > kMaxFetchBytes)
    return record(cudaErrorInvalidValue);
  *known = value;
  return cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned flags) {
  const unsigned schedule = flags & cudaDeviceScheduleMask;
  const bool one_schedule = (schedule & (schedule - 1)) == 0;
  if ((flags & ~cudaDeviceMask) != 0 || !one_schedule) return record(cudaErrorInvalidValue);
  device_flags = flags;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceFlags(unsigned* flags) {
  *flags = device_flags.load() | cudaDeviceMapHost;  // kernels always reach the host's memory
  return cudaSuccess;
}

cudaError_t cudaInitDevice(int device, unsigned, unsigned) {
  return cudaSetDevice(device);
}

cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp*) {
  *device = 0;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  constexpr int kGreatest = -5;
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = kGreatest;
  return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache configuration) {
  cache_preference = configuration;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* configuration) {
  *configuration = cache_preference.load();
  return cudaSuccess;
}
