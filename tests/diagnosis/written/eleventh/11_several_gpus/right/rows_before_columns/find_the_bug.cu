// The largest number; the copies into the root wait on the root's stream, in two loops.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

constexpr int kThreads = 128, kBlocks = 80;

/// None is negative: as integers, the bits of such floats have the same order.
__global__ void largest_of(const float* __restrict__ data, int count, float* largest) {
  int own = 0;
  for (long long i = blockIdx.x * kThreads + threadIdx.x; i < count; i += kBlocks * kThreads) {
    own = max(own, __float_as_int(data[i]));
  }
  for (int step = 16; step > 0; step >>= 1) own = max(own, __shfl_xor_sync(~0u, own, step));
  if (threadIdx.x % 32 == 0) atomicMax(reinterpret_cast<int*>(largest), own);
}

__global__ void largest_of_few(const float* __restrict__ few, int count, float* largest) {
  float found = few[0];
  for (int i = 1; i < count; ++i) found = few[i] > found ? few[i] : found;
  *largest = found;
}

}  // namespace

void find_largest(const Part* parts, int count, float* d_largest) {
  for (const Part* part = parts; part < parts + count; ++part) {
    KIT_CHECK(cudaSetDevice(part->device));
    KIT_CHECK(cudaMemsetAsync(part->d_largest, 0, sizeof(float), part->stream));
    largest_of<<<kBlocks, kThreads, 0, part->stream>>>(part->d_data, part->count, part->d_largest);
    KIT_CHECK(cudaGetLastError());
    KIT_CHECK(cudaEventRecord(part->done, part->stream));
  }
  const Part& root = *parts;
  KIT_CHECK(cudaSetDevice(root.device));
  for (int p = 1; p < count; ++p) KIT_CHECK(cudaStreamWaitEvent(root.stream, parts[p].done));
  for (int p = 1; p < count; ++p) {
    KIT_CHECK(cudaMemcpyPeerAsync(root.d_largest + p, root.device, parts[p].d_largest,
                                  parts[p].device, sizeof(float), root.stream));
  }
  largest_of_few<<<1, 1, 0, root.stream>>>(root.d_largest, count, d_largest);
  KIT_CHECK(cudaGetLastError());
  KIT_CHECK(cudaEventRecord(root.done, root.stream));
  for (int p = 1; p < count; ++p) KIT_CHECK(cudaStreamWaitEvent(parts[p].stream, root.done));
}

}  // namespace lab11
