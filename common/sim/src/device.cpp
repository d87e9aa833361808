/// The card's limits. A launch or an attribute beyond them is refused with the error that CUDA
/// gives, and a sentence that says which limit it was.
#include "device.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "error_state.hpp"
#include "memory.hpp"
#include "streams.hpp"

namespace kit::sim {
namespace {

constexpr int kMultiprocessors = 40;
constexpr int kThreadsPerMultiprocessor = 1024;
constexpr int kBlocksPerMultiprocessor = 16;
constexpr int kL2Bytes = 4 << 20;
constexpr int kRegisters = 65536;

std::atomic<std::size_t> shared_limit{kSharedBytesPerBlock};

// Blocks that fit one multiprocessor.
int blocks_on_one(unsigned block_threads, std::size_t dynamic_shared_bytes) {
  const int warps = int(block_threads + 31) / 32;
  const int blocks = std::min(kBlocksPerMultiprocessor, kThreadsPerMultiprocessor / (warps * 32));
  if (dynamic_shared_bytes == 0) return blocks;
  return std::min(blocks, int(kSharedBytesOptIn / dynamic_shared_bytes));
}

}  // namespace

std::size_t dynamic_shared_limit() {
  return shared_limit.load();
}

cudaError_t raise_dynamic_shared_limit(int bytes) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (bytes < 0 || std::size_t(bytes) > kSharedBytesOptIn) return record(cudaErrorInvalidValue);
  shared_limit = std::max(shared_limit.load(), std::size_t(bytes));
  return cudaSuccess;
}

cudaError_t occupancy(int* blocks, int block_threads, std::size_t dynamic_shared_bytes) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (block_threads <= 0 || block_threads > int(kMaxBlockThreads)) {
    return record(cudaErrorInvalidValue);
  }
  *blocks = blocks_on_one(unsigned(block_threads), dynamic_shared_bytes);
  return cudaSuccess;
}

std::uint64_t resident_blocks(unsigned block_threads, std::size_t dynamic_shared_bytes) {
  return std::uint64_t(blocks_on_one(block_threads, dynamic_shared_bytes)) * kMultiprocessors;
}

}  // namespace kit::sim

using namespace kit::sim;

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
  return record(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (device != 0) return record(cudaErrorInvalidDevice);
  cudaDeviceProp p{};
  std::strncpy(p.name, "simulator, compute capability 7.5", sizeof(p.name) - 1);
  p.totalGlobalMem = kDeviceMemoryBytes;
  p.sharedMemPerBlock = kSharedBytesPerBlock;
  p.sharedMemPerBlockOptin = kSharedBytesOptIn;
  p.sharedMemPerMultiprocessor = kSharedBytesOptIn;
  p.memPitch = 2147483647;
  p.totalConstMem = kConstantBytes;
  p.textureAlignment = 512;
  p.regsPerBlock = p.regsPerMultiprocessor = kRegisters;
  p.warpSize = 32;
  p.maxThreadsPerBlock = int(kMaxBlockThreads);
  p.maxThreadsDim[0] = int(kMaxBlockX);
  p.maxThreadsDim[1] = int(kMaxBlockY);
  p.maxThreadsDim[2] = int(kMaxBlockZ);
  p.maxGridSize[0] = int(kMaxGridX);
  p.maxGridSize[1] = int(kMaxGridY);
  p.maxGridSize[2] = int(kMaxGridZ);
  p.major = 7;
  p.minor = 5;
  p.multiProcessorCount = kMultiprocessors;
  p.maxThreadsPerMultiProcessor = kThreadsPerMultiprocessor;
  p.maxBlocksPerMultiProcessor = kBlocksPerMultiprocessor;
  p.l2CacheSize = kL2Bytes;
  p.memoryBusWidth = 256;
  p.canMapHostMemory = p.concurrentKernels = p.unifiedAddressing = p.managedMemory = 1;
  p.cooperativeLaunch = 1;
  p.asyncEngineCount = 1;
  *properties = p;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  cudaDeviceProp p;
  if (const cudaError_t error = cudaGetDeviceProperties(&p, device)) return error;
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      *value = p.maxThreadsPerBlock;
      break;
    case cudaDevAttrMaxBlockDimX:
      *value = p.maxThreadsDim[0];
      break;
    case cudaDevAttrMaxBlockDimY:
      *value = p.maxThreadsDim[1];
      break;
    case cudaDevAttrMaxBlockDimZ:
      *value = p.maxThreadsDim[2];
      break;
    case cudaDevAttrMaxGridDimX:
      *value = p.maxGridSize[0];
      break;
    case cudaDevAttrMaxGridDimY:
      *value = p.maxGridSize[1];
      break;
    case cudaDevAttrMaxGridDimZ:
      *value = p.maxGridSize[2];
      break;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      *value = int(p.sharedMemPerBlock);
      break;
    case cudaDevAttrTotalConstantMemory:
      *value = int(p.totalConstMem);
      break;
    case cudaDevAttrWarpSize:
      *value = p.warpSize;
      break;
    case cudaDevAttrMaxRegistersPerBlock:
      *value = p.regsPerBlock;
      break;
    case cudaDevAttrMultiProcessorCount:
      *value = p.multiProcessorCount;
      break;
    case cudaDevAttrL2CacheSize:
      *value = p.l2CacheSize;
      break;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      *value = p.maxThreadsPerMultiProcessor;
      break;
    case cudaDevAttrComputeCapabilityMajor:
      *value = p.major;
      break;
    case cudaDevAttrComputeCapabilityMinor:
      *value = p.minor;
      break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      *value = int(p.sharedMemPerMultiprocessor);
      break;
    case cudaDevAttrCooperativeLaunch:
      *value = p.cooperativeLaunch;
      break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      *value = int(p.sharedMemPerBlockOptin);
      break;
    default:
      return record(cudaErrorInvalidValue);
  }
  return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize() {
  check_waits("cudaDeviceSynchronize", "leave the waiting to the caller");
  return surface_faults();
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = 13000;
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) {
  return cudaRuntimeGetVersion(version);
}
