// Memory in the order of a stream: from the default pool and from one of the program's own.
#include <climits>
#include <cstdint>
#include <vector>

#include "program.hpp"

__global__ void vectorAddGPU(const float* a, const float* b, float* c, int N) {
  int idx = blockIdx.x * blockDim.x + threadIdx.x;
  if (idx < N) c[idx] = a[idx] + b[idx];
}

bool basicStreamOrderedAllocation(int nelem, const float* a, const float* b, float* c) {
  float *d_a, *d_b, *d_c;
  size_t bytes = nelem * sizeof(float);
  cudaStream_t stream;
  KIT_CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  KIT_CHECK(cudaMallocAsync(&d_a, bytes, stream));
  KIT_CHECK(cudaMallocAsync(&d_b, bytes, stream));
  KIT_CHECK(cudaMallocAsync((void**)&d_c, bytes, stream));
  KIT_CHECK(cudaMemcpyAsync(d_a, a, bytes, cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyAsync(d_b, b, bytes, cudaMemcpyHostToDevice, stream));
  vectorAddGPU<<<(nelem + 255) / 256, 256, 0, stream>>>(d_a, d_b, d_c, nelem);
  KIT_CHECK(cudaFreeAsync(d_a, stream));
  KIT_CHECK(cudaFreeAsync(d_b, stream));
  KIT_CHECK(cudaMemcpyAsync(c, d_c, bytes, cudaMemcpyDeviceToHost, stream));
  KIT_CHECK(cudaFreeAsync(d_c, stream));
  KIT_CHECK(cudaStreamSynchronize(stream));
  KIT_CHECK(cudaStreamDestroy(stream));
  for (int i = 0; i < nelem; ++i)
    if (c[i] != a[i] + b[i]) return false;
  return true;
}

bool streamOrderedAllocationPostSync(int dev, int nelem, const float* a, const float* b, float* c) {
  cudaMemPool_t memPool;
  KIT_CHECK(cudaDeviceGetDefaultMemPool(&memPool, dev));
  uint64_t thresholdVal = ULONG_MAX;
  KIT_CHECK(
      cudaMemPoolSetAttribute(memPool, cudaMemPoolAttrReleaseThreshold, (void*)&thresholdVal));
  for (int i = 0; i < 4; i++)
    if (!basicStreamOrderedAllocation(nelem, a, b, c)) return false;
  uint64_t reserved = 0, used = 1;
  KIT_CHECK(cudaMemPoolGetAttribute(memPool, cudaMemPoolAttrReservedMemCurrent, &reserved));
  KIT_CHECK(cudaMemPoolGetAttribute(memPool, cudaMemPoolAttrUsedMemCurrent, &used));
  KIT_CHECK(cudaMemPoolTrimTo(memPool, 0));
  return used == 0;
}

bool own_pool(int dev, int nelem, const float* a, float* c) {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.handleTypes = cudaMemHandleTypeNone;
  props.location.type = cudaMemLocationTypeDevice;
  props.location.id = dev;
  cudaMemPool_t pool;
  KIT_CHECK(cudaMemPoolCreate(&pool, &props));
  cudaStream_t s1, s2;
  KIT_CHECK(cudaStreamCreate(&s1));
  KIT_CHECK(cudaStreamCreate(&s2));
  float* d;
  cudaEvent_t ready;
  KIT_CHECK(cudaEventCreateWithFlags(&ready, cudaEventDisableTiming));
  KIT_CHECK(cudaMallocFromPoolAsync(&d, nelem * sizeof(float), pool, s1));
  KIT_CHECK(cudaMemcpyAsync(d, a, nelem * sizeof(float), cudaMemcpyHostToDevice, s1));
  KIT_CHECK(cudaEventRecord(ready, s1));
  KIT_CHECK(cudaStreamWaitEvent(s2, ready));
  vectorAddGPU<<<(nelem + 127) / 128, 128, 0, s2>>>(d, d, d, nelem);
  KIT_CHECK(cudaMemcpyAsync(c, d, nelem * sizeof(float), cudaMemcpyDeviceToHost, s2));
  KIT_CHECK(cudaFreeAsync(d, s2));
  KIT_CHECK(cudaStreamSynchronize(s2));
  KIT_CHECK(cudaEventDestroy(ready));
  KIT_CHECK(cudaStreamDestroy(s1));
  KIT_CHECK(cudaStreamDestroy(s2));
  KIT_CHECK(cudaMemPoolDestroy(pool));
  for (int i = 0; i < nelem; ++i)
    if (c[i] != 2 * a[i]) return false;
  return true;
}

int main() {
  const int nelem = 5000;
  int dev = 0, isMemPoolSupported = 0;
  KIT_CHECK(cudaDeviceGetAttribute(&isMemPoolSupported, cudaDevAttrMemoryPoolsSupported, dev));
  EXPECT(isMemPoolSupported == 1);
  std::vector<float> a(nelem), b(nelem), c(nelem);
  for (int i = 0; i < nelem; ++i) a[i] = i % 100, b[i] = i % 7;
  bool ok = basicStreamOrderedAllocation(nelem, a.data(), b.data(), c.data()) &&
            streamOrderedAllocationPostSync(dev, nelem, a.data(), b.data(), c.data()) &&
            own_pool(dev, nelem, a.data(), c.data());
  EXPECT(ok);
  return finish();
}
