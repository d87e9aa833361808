// What programs ask the runtime of the device and of kernels, and what they set.
#include <cuda_profiler_api.h>

#include <cstring>

#include "program.hpp"

__global__ void scale(float* values, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) values[i] *= 2;
}

// Takes a block of the device's heap that is larger than what the heap has by default.
__global__ void take(std::size_t bytes, int* got) {
  char* block = static_cast<char*>(malloc(bytes));
  *got = block != nullptr;
  if (block == nullptr) return;
  block[bytes - 1] = 1;
  free(block);
}

int attribute(cudaDeviceAttr which) {
  int value = -1;
  KIT_CHECK(cudaDeviceGetAttribute(&value, which, 0));
  return value;
}

void check_properties() {
  cudaDeviceProp p;
  KIT_CHECK(cudaGetDeviceProperties(&p, 0));
  EXPECT(std::strlen(p.name) > 0 && p.totalGlobalMem > (1u << 30));
  EXPECT(attribute(cudaDevAttrMultiProcessorCount) == p.multiProcessorCount);
  EXPECT(attribute(cudaDevAttrMaxThreadsPerMultiProcessor) == p.maxThreadsPerMultiProcessor);
  EXPECT(attribute(cudaDevAttrMaxBlocksPerMultiprocessor) == p.maxBlocksPerMultiProcessor);
  EXPECT(attribute(cudaDevAttrGlobalMemoryBusWidth) == p.memoryBusWidth && p.memoryBusWidth > 0);
  EXPECT(attribute(cudaDevAttrClockRate) > 100000 &&
         attribute(cudaDevAttrMemoryClockRate) > 100000);
  EXPECT(attribute(cudaDevAttrL2CacheSize) == p.l2CacheSize);
  EXPECT(attribute(cudaDevAttrComputeCapabilityMajor) == p.major);
  EXPECT(attribute(cudaDevAttrMaxRegistersPerMultiprocessor) == p.regsPerMultiprocessor);
  EXPECT(std::size_t(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin)) ==
         p.sharedMemPerBlockOptin);
  EXPECT(attribute(cudaDevAttrCanMapHostMemory) == 1 &&
         attribute(cudaDevAttrUnifiedAddressing) == 1);
  EXPECT(attribute(cudaDevAttrHostRegisterSupported) == 1);
  EXPECT(attribute(cudaDevAttrComputeMode) == cudaComputeModeDefault);
  EXPECT(attribute(cudaDevAttrWarpSize) == 32 && attribute(cudaDevAttrMaxPitch) > 0);
  int value = 0;
  EXPECT(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99) == cudaErrorInvalidDevice);
  EXPECT(cudaPeekAtLastError() == cudaErrorInvalidDevice);
  EXPECT(cudaGetLastError() == cudaErrorInvalidDevice && cudaGetLastError() == cudaSuccess);
  EXPECT(cudaDeviceGetAttribute(&value, cudaDeviceAttr(9999), 0) == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  int device = -1;
  KIT_CHECK(cudaChooseDevice(&device, &p));
  EXPECT(device >= 0);
}

struct SharedFloats {
  __host__ __device__ std::size_t operator()(int threads) const { return threads * sizeof(float); }
};

void check_kernel() {
  cudaFuncAttributes attributes;
  KIT_CHECK(cudaFuncGetAttributes(&attributes, scale));
  EXPECT(attributes.maxThreadsPerBlock == 1024 && attributes.numRegs > 0);
  EXPECT(attributes.sharedSizeBytes == 0 && attributes.binaryVersion >= 70);
  EXPECT(attributes.maxDynamicSharedSizeBytes >= 48 * 1024);
  int blocks = 0, grid = 0, block = 0;
  KIT_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, scale, 256, 0,
                                                                   cudaOccupancyDefault));
  EXPECT(blocks * 256 == attribute(cudaDevAttrMaxThreadsPerMultiProcessor));
  KIT_CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, scale));
  EXPECT(block % 32 == 0 && block > 0 && block <= 1024);
  EXPECT(grid % attribute(cudaDevAttrMultiProcessorCount) == 0 && grid > 0);
  KIT_CHECK(
      cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, scale, SharedFloats(), 512));
  EXPECT(block % 32 == 0 && block > 0 && block <= 512 && grid > 0);
}

void check_settings() {
  std::size_t value = 0;
  KIT_CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  KIT_CHECK(cudaDeviceGetLimit(&value, cudaLimitStackSize));
  EXPECT(value >= 4096);
  KIT_CHECK(cudaDeviceGetLimit(&value, cudaLimitPrintfFifoSize));
  EXPECT(value >= 1 << 20);
  EXPECT(cudaDeviceGetLimit(&value, cudaLimit(99)) == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  int least = -1, greatest = 1;
  KIT_CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  EXPECT(least == 0 && greatest <= 0);
  cudaFuncCache preference = cudaFuncCachePreferShared;
  KIT_CHECK(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
  KIT_CHECK(cudaDeviceGetCacheConfig(&preference));
  int driver = 0, runtime = 0;
  KIT_CHECK(cudaDriverGetVersion(&driver));
  KIT_CHECK(cudaRuntimeGetVersion(&runtime));
  EXPECT(runtime == CUDART_VERSION && driver >= 12000);
  std::size_t free_bytes = 0, total_bytes = 0;
  KIT_CHECK(cudaMemGetInfo(&free_bytes, &total_bytes));
  EXPECT(free_bytes > 0 && free_bytes <= total_bytes);
}

void check_heap() {
  const std::size_t heap = 32 << 20, block = 20 << 20;
  std::size_t value = 0;
  KIT_CHECK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, heap));
  KIT_CHECK(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize));
  EXPECT(value >= heap);
  int got = 0;
  kit::DeviceBuffer<int> d_got(&got, 1);
  take<<<1, 1>>>(block, d_got.data());
  KIT_CHECK(cudaDeviceSynchronize());
  d_got.download(&got);
  EXPECT(got == 1);
}

int main() {
  KIT_CHECK(cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
  unsigned flags = 0;
  KIT_CHECK(cudaGetDeviceFlags(&flags));
  EXPECT((flags & cudaDeviceScheduleMask) == cudaDeviceScheduleBlockingSync);
  EXPECT(cudaSetDeviceFlags(0x10000) == cudaErrorInvalidValue);
  EXPECT(cudaGetLastError() == cudaErrorInvalidValue);
  KIT_CHECK(cudaProfilerStart());
  check_heap();
  check_properties();
  check_kernel();
  check_settings();
  KIT_CHECK(cudaProfilerStop());
  return finish();
}
