/// The card's limits. A launch or an attribute beyond them is refused with the error that CUDA
/// gives, and a sentence that says which limit it was.
#include "device.hpp"
#include "devices.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "error_state.hpp"
#include "kit_sim/device_properties.h"
#include "memory.hpp"
#include "settings.hpp"
#include "stream_handles.hpp"
#include "streams.hpp"

namespace kit::sim {
namespace {

constexpr int kMultiprocessors = 40;
constexpr int kL2Bytes = 4 << 20;
constexpr int kRegisters = 65536;

std::atomic<std::size_t> shared_limit{kSharedBytesPerBlock};

}  // namespace

std::size_t dynamic_shared_limit() {
  return shared_limit.load();
}

cudaError_t raise_dynamic_shared_limit(int bytes) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (bytes < 0 || std::size_t(bytes) > played_card().shared_opt_in)
    return record(cudaErrorInvalidValue);
  shared_limit = std::max(shared_limit.load(), std::size_t(bytes));
  return cudaSuccess;
}

namespace {

// Blocks that fit one multiprocessor.
int blocks_on_one(unsigned block_threads, std::size_t dynamic_shared_bytes) {
  const int warps = int(block_threads + 31) / 32;
  const PlayedCard& card = played_card();
  const int blocks = std::min(card.blocks, card.threads / (warps * 32));
  if (dynamic_shared_bytes == 0) return blocks;
  return std::min(blocks, int(card.shared_bytes / dynamic_shared_bytes));
}

}  // namespace

cudaError_t occupancy(int* blocks, int block_threads, std::size_t dynamic_shared_bytes) {
  if (const cudaError_t fault = surface_faults()) return fault;
  if (block_threads <= 0 || block_threads > int(kMaxBlockThreads)) {
    return record(cudaErrorInvalidValue);
  }
  *blocks = blocks_on_one(unsigned(block_threads), dynamic_shared_bytes);
  return cudaSuccess;
}

std::uint64_t resident_blocks(unsigned block_threads, std::size_t dynamic_shared_bytes) {
  return std::uint64_t(blocks_on_one(block_threads, dynamic_shared_bytes)) *
         std::uint64_t(multiprocessors(kMultiprocessors));
}

}  // namespace kit::sim

using namespace kit::sim;

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (!is_device(device)) return record(cudaErrorInvalidDevice);
  cudaDeviceProp p{};
  std::strncpy(p.name, "simulator, compute capability 7.5", sizeof(p.name) - 1);
  p.totalGlobalMem = kDeviceMemoryBytes;
  p.sharedMemPerBlock = kSharedBytesPerBlock;
  p.sharedMemPerBlockOptin = played_card().shared_opt_in;
  p.sharedMemPerMultiprocessor = played_card().shared_bytes;
  p.memPitch = 2147483647;
  p.totalConstMem = kConstantBytes;
  p.textureAlignment = kTextureAlignment;
  p.texturePitchAlignment = kTexturePitchAlignment;
  p.surfaceAlignment = kTextureAlignment;
  p.maxTexture1D = p.maxTexture2D[0] = kMaxTextureWidth;
  p.maxTexture2D[1] = kMaxTextureHeight;
  p.maxTexture2DLinear[0] = kMaxTextureWidth;
  p.maxTexture2DLinear[1] = kMaxLinearHeight;
  p.maxTexture2DLinear[2] = kMaxLinearPitch;
  p.maxTexture2DGather[0] = p.maxTexture2DGather[1] = p.maxSurface1D = 32768;
  p.maxSurface2D[0] = kMaxTextureWidth;
  p.maxSurface2D[1] = kMaxTextureHeight;
  p.regsPerBlock = p.regsPerMultiprocessor = kRegisters;
  p.warpSize = 32;
  p.maxThreadsPerBlock = int(kMaxBlockThreads);
  p.maxThreadsDim[0] = int(kMaxBlockX);
  p.maxThreadsDim[1] = int(kMaxBlockY);
  p.maxThreadsDim[2] = int(kMaxBlockZ);
  p.maxGridSize[0] = int(kMaxGridX);
  p.maxGridSize[1] = int(kMaxGridY);
  p.maxGridSize[2] = int(kMaxGridZ);
  p.major = played_card().major;
  p.minor = played_card().minor;
  p.multiProcessorCount = multiprocessors(kMultiprocessors);
  p.maxThreadsPerMultiProcessor = played_card().threads;
  p.maxBlocksPerMultiProcessor = played_card().blocks;
  p.l2CacheSize = kL2Bytes;
  p.memoryBusWidth = 256;
  p.clockRate = 1590000;  // kHz, of a T4, as are the other figures of its size
  p.memoryClockRate = 5001000;
  p.singleToDoublePrecisionPerfRatio = 32;
  p.canMapHostMemory = p.concurrentKernels = p.unifiedAddressing = p.managedMemory = 1;
  p.concurrentManagedAccess = p.hostRegisterSupported = p.canUseHostPointerForRegisteredMem = 1;
  p.deviceOverlap = p.memoryPoolsSupported = p.streamPrioritiesSupported = 1;
  p.globalL1CacheSupported = p.localL1CacheSupported = p.computePreemptionSupported = 1;
  p.asyncEngineCount = p.cooperativeLaunch = 1;
  p.pciBusID = device + 1;
  *properties = p;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  cudaDeviceProp p;
  if (const cudaError_t error = cudaGetDeviceProperties(&p, device)) return error;
  const struct {
    cudaDeviceAttr attribute;
    int value;
  } known[] = {
      {cudaDevAttrMaxThreadsPerBlock, p.maxThreadsPerBlock},
      {cudaDevAttrMaxBlockDimX, p.maxThreadsDim[0]},
      {cudaDevAttrMaxBlockDimY, p.maxThreadsDim[1]},
      {cudaDevAttrMaxBlockDimZ, p.maxThreadsDim[2]},
      {cudaDevAttrMaxGridDimX, p.maxGridSize[0]},
      {cudaDevAttrMaxGridDimY, p.maxGridSize[1]},
      {cudaDevAttrMaxGridDimZ, p.maxGridSize[2]},
      {cudaDevAttrMaxSharedMemoryPerBlock, int(p.sharedMemPerBlock)},
      {cudaDevAttrTotalConstantMemory, int(p.totalConstMem)},
      {cudaDevAttrWarpSize, p.warpSize},
      {cudaDevAttrMaxPitch, int(p.memPitch)},
      {cudaDevAttrMaxRegistersPerBlock, p.regsPerBlock},
      {cudaDevAttrClockRate, p.clockRate},
      {cudaDevAttrTextureAlignment, int(p.textureAlignment)},
      {cudaDevAttrGpuOverlap, p.deviceOverlap},
      {cudaDevAttrMultiProcessorCount, p.multiProcessorCount},
      {cudaDevAttrKernelExecTimeout, p.kernelExecTimeoutEnabled},
      {cudaDevAttrIntegrated, p.integrated},
      {cudaDevAttrCanMapHostMemory, p.canMapHostMemory},
      {cudaDevAttrComputeMode, p.computeMode},
      {cudaDevAttrConcurrentKernels, p.concurrentKernels},
      {cudaDevAttrEccEnabled, p.ECCEnabled},
      {cudaDevAttrPciBusId, p.pciBusID},
      {cudaDevAttrPciDeviceId, p.pciDeviceID},
      {cudaDevAttrTccDriver, p.tccDriver},
      {cudaDevAttrMemoryClockRate, p.memoryClockRate},
      {cudaDevAttrGlobalMemoryBusWidth, p.memoryBusWidth},
      {cudaDevAttrL2CacheSize, p.l2CacheSize},
      {cudaDevAttrMaxThreadsPerMultiProcessor, p.maxThreadsPerMultiProcessor},
      {cudaDevAttrAsyncEngineCount, p.asyncEngineCount},
      {cudaDevAttrUnifiedAddressing, p.unifiedAddressing},
      {cudaDevAttrPciDomainId, p.pciDomainID},
      {cudaDevAttrTexturePitchAlignment, int(p.texturePitchAlignment)},
      {cudaDevAttrComputeCapabilityMajor, p.major},
      {cudaDevAttrComputeCapabilityMinor, p.minor},
      {cudaDevAttrStreamPrioritiesSupported, p.streamPrioritiesSupported},
      {cudaDevAttrGlobalL1CacheSupported, p.globalL1CacheSupported},
      {cudaDevAttrLocalL1CacheSupported, p.localL1CacheSupported},
      {cudaDevAttrMaxSharedMemoryPerMultiprocessor, int(p.sharedMemPerMultiprocessor)},
      {cudaDevAttrMaxRegistersPerMultiprocessor, p.regsPerMultiprocessor},
      {cudaDevAttrManagedMemory, p.managedMemory},
      {cudaDevAttrIsMultiGpuBoard, p.isMultiGpuBoard},
      {cudaDevAttrMultiGpuBoardGroupID, p.multiGpuBoardGroupID},
      {cudaDevAttrHostNativeAtomicSupported, p.hostNativeAtomicSupported},
      {cudaDevAttrSingleToDoublePrecisionPerfRatio, p.singleToDoublePrecisionPerfRatio},
      {cudaDevAttrPageableMemoryAccess, p.pageableMemoryAccess},
      {cudaDevAttrConcurrentManagedAccess, p.concurrentManagedAccess},
      {cudaDevAttrComputePreemptionSupported, p.computePreemptionSupported},
      {cudaDevAttrCanUseHostPointerForRegisteredMem, p.canUseHostPointerForRegisteredMem},
      {cudaDevAttrCooperativeLaunch, p.cooperativeLaunch},
      {cudaDevAttrMaxSharedMemoryPerBlockOptin, int(p.sharedMemPerBlockOptin)},
      {cudaDevAttrHostRegisterSupported, p.hostRegisterSupported},
      {cudaDevAttrPageableMemoryAccessUsesHostPageTables, p.pageableMemoryAccessUsesHostPageTables},
      {cudaDevAttrDirectManagedMemAccessFromHost, p.directManagedMemAccessFromHost},
      {cudaDevAttrMaxBlocksPerMultiprocessor, p.maxBlocksPerMultiProcessor},
      {cudaDevAttrMaxPersistingL2CacheSize, p.persistingL2CacheMaxSize},
      {cudaDevAttrMaxAccessPolicyWindowSize, p.accessPolicyMaxWindowSize},
      {cudaDevAttrReservedSharedMemoryPerBlock, int(p.reservedSharedMemPerBlock)},
      {cudaDevAttrMemoryPoolsSupported, p.memoryPoolsSupported},
      {cudaDevAttrClusterLaunch, p.clusterLaunch}};
  for (const auto& one : known)
    if (one.attribute == attribute) {
      *value = one.value;
      return cudaSuccess;
    }
  return record(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceSynchronize() {
  check_waits("cudaDeviceSynchronize", "leave the waiting to the caller");
  if (const cudaError_t error = refuse_while_capturing("cudaDeviceSynchronize")) return error;
  wait_for_device();
  return surface_faults();
}

cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = 13000;
  return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int* version) {
  return cudaRuntimeGetVersion(version);
}
