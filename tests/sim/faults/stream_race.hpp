/// What the programs with races between streams share: kernels that read and write all of a buffer,
/// three streams, two events, two device buffers and one of pinned memory.
#pragma once

#include "fault.hpp"

inline constexpr int kCount = 512;
inline constexpr std::size_t kBytes = kCount * sizeof(int);

static __global__ void fill(int* data) {
  data[threadIdx.x] = int(threadIdx.x);
}
static __global__ void copy(const int* from, int* to) {
  to[threadIdx.x] = from[threadIdx.x];
}

struct Streams {
  cudaStream_t a = nullptr, b = nullptr, alone = nullptr;  // `alone` is non-blocking
  cudaEvent_t event = nullptr, other = nullptr;
  int *x = nullptr, *y = nullptr, *pinned = nullptr, *managed = nullptr;

  Streams() {
    cudaStreamCreate(&a);
    cudaStreamCreate(&b);
    cudaStreamCreateWithFlags(&alone, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaEventCreate(&other);
    cudaMalloc(&x, kBytes);
    cudaMalloc(&y, kBytes);
    cudaMallocHost(&pinned, kBytes);
    cudaMallocManaged(&managed, kBytes);
    for (int i = 0; i < kCount; ++i) pinned[i] = managed[i] = i;
    settle();
  }
  /// All is written and done.
  void settle() {
    cudaDeviceSynchronize();
    cudaMemset(x, 0, kBytes);
    cudaMemset(y, 0, kBytes);
    cudaDeviceSynchronize();
  }
  ~Streams() {
    cudaDeviceSynchronize();
    cudaStreamDestroy(a);
    cudaStreamDestroy(b);
    cudaStreamDestroy(alone);
    cudaEventDestroy(event);
    cudaEventDestroy(other);
    cudaFree(x);
    cudaFree(y);
    cudaFreeHost(pinned);
    cudaFree(managed);
  }
};
