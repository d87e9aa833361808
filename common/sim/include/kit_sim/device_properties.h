/// @file
/// What a program can ask of the device and of a kernel, and set: properties, attributes, limits,
/// flags, occupancy.
#pragma once

#include "host_api.h"

struct cudaUUID_t {
  char bytes[16];
};

/// Fields that CUDA 13 no longer has, such as clockRate, are here too.
struct cudaDeviceProp {
  char name[256];
  cudaUUID_t uuid;
  std::size_t totalGlobalMem, sharedMemPerBlock, memPitch, totalConstMem;
  std::size_t textureAlignment, texturePitchAlignment, surfaceAlignment;
  std::size_t sharedMemPerMultiprocessor, sharedMemPerBlockOptin, reservedSharedMemPerBlock;
  int regsPerBlock, regsPerMultiprocessor, warpSize, maxThreadsPerBlock;
  int maxThreadsDim[3], maxGridSize[3];
  int major, minor, multiProcessorCount, maxThreadsPerMultiProcessor, maxBlocksPerMultiProcessor;
  int clockRate, memoryClockRate, memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize;
  int integrated, canMapHostMemory, concurrentKernels, ECCEnabled, computeMode, tccDriver;
  int kernelExecTimeoutEnabled, deviceOverlap, asyncEngineCount, unifiedAddressing;
  int managedMemory, concurrentManagedAccess, pageableMemoryAccess;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost;
  int pciBusID, pciDeviceID, pciDomainID, isMultiGpuBoard, multiGpuBoardGroupID;
  int streamPrioritiesSupported, globalL1CacheSupported, localL1CacheSupported;
  int hostNativeAtomicSupported, singleToDoublePrecisionPerfRatio, computePreemptionSupported;
  int canUseHostPointerForRegisteredMem, hostRegisterSupported, memoryPoolsSupported;
  int cooperativeLaunch, clusterLaunch, accessPolicyMaxWindowSize;
  int maxTexture1D, maxTexture2D[2], maxTexture3D[3], maxTexture1DLayered[2];
  int maxTexture2DLayered[3], maxTexture2DLinear[3], maxTexture2DGather[2];
  int maxSurface1D, maxSurface2D[2];
};

enum cudaComputeMode {
  cudaComputeModeDefault = 0,
  cudaComputeModeExclusive = 1,
  cudaComputeModeProhibited = 2,
  cudaComputeModeExclusiveProcess = 3
};

enum cudaDeviceAttr {
  cudaDevAttrMaxThreadsPerBlock = 1,
  cudaDevAttrMaxBlockDimX = 2,
  cudaDevAttrMaxBlockDimY = 3,
  cudaDevAttrMaxBlockDimZ = 4,
  cudaDevAttrMaxGridDimX = 5,
  cudaDevAttrMaxGridDimY = 6,
  cudaDevAttrMaxGridDimZ = 7,
  cudaDevAttrMaxSharedMemoryPerBlock = 8,
  cudaDevAttrTotalConstantMemory = 9,
  cudaDevAttrWarpSize = 10,
  cudaDevAttrMaxPitch = 11,
  cudaDevAttrMaxRegistersPerBlock = 12,
  cudaDevAttrClockRate = 13,
  cudaDevAttrTextureAlignment = 14,
  cudaDevAttrGpuOverlap = 15,
  cudaDevAttrMultiProcessorCount = 16,
  cudaDevAttrKernelExecTimeout = 17,
  cudaDevAttrIntegrated = 18,
  cudaDevAttrCanMapHostMemory = 19,
  cudaDevAttrComputeMode = 20,
  cudaDevAttrConcurrentKernels = 31,
  cudaDevAttrEccEnabled = 32,
  cudaDevAttrPciBusId = 33,
  cudaDevAttrPciDeviceId = 34,
  cudaDevAttrTccDriver = 35,
  cudaDevAttrMemoryClockRate = 36,
  cudaDevAttrGlobalMemoryBusWidth = 37,
  cudaDevAttrL2CacheSize = 38,
  cudaDevAttrMaxThreadsPerMultiProcessor = 39,
  cudaDevAttrAsyncEngineCount = 40,
  cudaDevAttrUnifiedAddressing = 41,
  cudaDevAttrPciDomainId = 50,
  cudaDevAttrTexturePitchAlignment = 51,
  cudaDevAttrComputeCapabilityMajor = 75,
  cudaDevAttrComputeCapabilityMinor = 76,
  cudaDevAttrStreamPrioritiesSupported = 78,
  cudaDevAttrGlobalL1CacheSupported = 79,
  cudaDevAttrLocalL1CacheSupported = 80,
  cudaDevAttrMaxSharedMemoryPerMultiprocessor = 81,
  cudaDevAttrMaxRegistersPerMultiprocessor = 82,
  cudaDevAttrManagedMemory = 83,
  cudaDevAttrIsMultiGpuBoard = 84,
  cudaDevAttrMultiGpuBoardGroupID = 85,
  cudaDevAttrHostNativeAtomicSupported = 86,
  cudaDevAttrSingleToDoublePrecisionPerfRatio = 87,
  cudaDevAttrPageableMemoryAccess = 88,
  cudaDevAttrConcurrentManagedAccess = 89,
  cudaDevAttrComputePreemptionSupported = 90,
  cudaDevAttrCanUseHostPointerForRegisteredMem = 91,
  cudaDevAttrCooperativeLaunch = 95,
  cudaDevAttrMaxSharedMemoryPerBlockOptin = 97,
  cudaDevAttrHostRegisterSupported = 99,
  cudaDevAttrPageableMemoryAccessUsesHostPageTables = 100,
  cudaDevAttrDirectManagedMemAccessFromHost = 101,
  cudaDevAttrMaxBlocksPerMultiprocessor = 106,
  cudaDevAttrMaxPersistingL2CacheSize = 108,
  cudaDevAttrMaxAccessPolicyWindowSize = 109,
  cudaDevAttrReservedSharedMemoryPerBlock = 111,
  cudaDevAttrMemoryPoolsSupported = 115,
  cudaDevAttrClusterLaunch = 120
};

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device);
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device);
cudaError_t cudaChooseDevice(int* device, const cudaDeviceProp* wanted);

cudaError_t cudaDeviceCanAccessPeer(int* can_access, int device, int peer);
cudaError_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
cudaError_t cudaDeviceDisablePeerAccess(int peer);
enum cudaDeviceP2PAttr {
  cudaDevP2PAttrPerformanceRank = 1,
  cudaDevP2PAttrAccessSupported = 2,
  cudaDevP2PAttrNativeAtomicSupported = 3,
  cudaDevP2PAttrCudaArrayAccessSupported = 4
};
cudaError_t cudaDeviceGetP2PAttribute(int* value, cudaDeviceP2PAttr attribute, int source,
                                      int target);
/// Streams take their turns as ever; a priority is a hint.
cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest);

inline constexpr unsigned cudaDeviceScheduleAuto = 0, cudaDeviceScheduleSpin = 1,
                          cudaDeviceScheduleYield = 2, cudaDeviceScheduleBlockingSync = 4,
                          cudaDeviceBlockingSync = 4, cudaDeviceScheduleMask = 7,
                          cudaDeviceMapHost = 8, cudaDeviceLmemResizeToMax = 16,
                          cudaDeviceMask = 0xff;
cudaError_t cudaSetDeviceFlags(unsigned flags);
cudaError_t cudaGetDeviceFlags(unsigned* flags);
cudaError_t cudaInitDevice(int device, unsigned device_flags, unsigned flags);

enum cudaLimit {
  cudaLimitStackSize = 0,
  cudaLimitPrintfFifoSize = 1,
  cudaLimitMallocHeapSize = 2,
  cudaLimitDevRuntimeSyncDepth = 3,
  cudaLimitDevRuntimePendingLaunchCount = 4,
  cudaLimitMaxL2FetchGranularity = 5,
  cudaLimitPersistingL2CacheSize = 6
};
cudaError_t cudaDeviceGetLimit(std::size_t* value, cudaLimit limit);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, std::size_t value);

enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
  cudaFuncAttributePreferredSharedMemoryCarveout = 9
};
enum cudaSharedCarveout {
  cudaSharedmemCarveoutDefault = -1,
  cudaSharedmemCarveoutMaxL1 = 0,
  cudaSharedmemCarveoutMaxShared = 100
};
enum cudaFuncCache {
  cudaFuncCachePreferNone = 0,
  cudaFuncCachePreferShared = 1,
  cudaFuncCachePreferL1 = 2,
  cudaFuncCachePreferEqual = 3
};
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache configuration);
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache* configuration);

/// Of a kernel. The simulator compiles for the CPU and counts neither registers nor local memory:
/// it says 32 and 0, and 0 of static shared memory.
struct cudaFuncAttributes {
  std::size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
  int maxDynamicSharedSizeBytes, preferredShmemCarveout;
};

namespace kit::sim {
cudaError_t function_attributes(cudaFuncAttributes* attributes);
}  // namespace kit::sim

inline constexpr unsigned cudaOccupancyDefault = 0, cudaOccupancyDisableCachingOverride = 1;

template <typename Kernel>
__forceinline__ cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, Kernel*) {
  return kit::sim::function_attributes(attributes);
}
template <typename Kernel>
__forceinline__ cudaError_t cudaFuncSetAttribute(Kernel*, cudaFuncAttribute attribute, int value) {
  if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
  return kit::sim::raise_dynamic_shared_limit(value);
}
template <typename Kernel>
__forceinline__ cudaError_t cudaFuncSetCacheConfig(Kernel*, cudaFuncCache) {
  return cudaSuccess;
}
template <typename Kernel>
__forceinline__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int* blocks, Kernel*, int block_threads, std::size_t dynamic_shared_bytes) {
  return kit::sim::occupancy(blocks, block_threads, dynamic_shared_bytes);
}
template <typename Kernel>
__forceinline__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int* blocks, Kernel*, int block_threads, std::size_t dynamic_shared_bytes, unsigned) {
  return kit::sim::occupancy(blocks, block_threads, dynamic_shared_bytes);
}
template <typename Kernel>
__forceinline__ cudaError_t cudaOccupancyMaxPotentialBlockSize(int* min_grid, int* block_threads,
                                                               Kernel*,
                                                               std::size_t dynamic_shared_bytes = 0,
                                                               int block_limit = 0) {
  *block_threads = block_limit > 0 && block_limit < 1024 ? block_limit : 1024;
  int blocks = 0, multiprocessors = 0;
  const cudaError_t error = kit::sim::occupancy(&blocks, *block_threads, dynamic_shared_bytes);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  *min_grid = blocks * multiprocessors;
  return error;
}

/// `shared_bytes_of` gives the dynamic shared memory of a block of so many threads.
template <typename SharedBytes, typename Kernel>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* min_grid, int* block_threads,
                                                           Kernel*, SharedBytes shared_bytes_of,
                                                           int block_limit = 0) {
  const int most = block_limit > 0 && block_limit < 1024 ? block_limit : 1024;
  int multiprocessors = 0, most_resident = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  *min_grid = *block_threads = 0;
  for (int threads = (most + 31) / 32 * 32; threads > 0; threads -= 32) {
    const int block = threads < most ? threads : most;
    int blocks = 0;
    const cudaError_t error = kit::sim::occupancy(&blocks, block, shared_bytes_of(block));
    if (error != cudaSuccess) return error;
    if (blocks * block <= most_resident) continue;
    most_resident = blocks * block;
    *block_threads = block;
    *min_grid = blocks * multiprocessors;
  }
  return cudaSuccess;
}
