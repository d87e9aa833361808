// expect: error cudaSuccess
// notes: any
// Copies and kernels of two streams use the same bytes, and nothing orders them.
#include "stream_race.hpp"

__device__ int table[kCount];

__global__ void look_up(int* data) {
  data[threadIdx.x] = table[threadIdx.x];
}

int main() {
  Streams s;
  cudaMemcpyAsync(s.x, s.pinned, kBytes, cudaMemcpyHostToDevice, s.a);
  copy<<<1, kCount, 0, s.b>>>(s.x, s.y);  // finds: stream_race
  s.settle();
  fill<<<1, kCount, 0, s.a>>>(s.x);
  cudaMemcpyAsync(s.pinned, s.x, kBytes, cudaMemcpyDeviceToHost, s.b);  // finds: stream_race
  s.settle();
  cudaMemcpyAsync(s.x, s.pinned, kBytes, cudaMemcpyHostToDevice, s.a);
  cudaMemcpyAsync(s.x, s.pinned, kBytes, cudaMemcpyHostToDevice, s.b);  // finds: stream_race
  s.settle();
  cudaMemsetAsync(s.x, 1, kBytes, s.a);
  copy<<<1, kCount, 0, s.b>>>(s.x, s.y);  // finds: stream_race
  s.settle();
  // Neither a memset nor a copy within the device is waited for by the host.
  cudaMemset(s.x, 1, kBytes);
  copy<<<1, kCount, 0, s.alone>>>(s.x, s.y);  // finds: stream_race
  s.settle();
  cudaMemcpy(s.y, s.x, kBytes, cudaMemcpyDeviceToDevice);
  fill<<<1, kCount, 0, s.alone>>>(s.y);  // finds: stream_race
  s.settle();
  // They meet in the host's memory.
  cudaMemcpyAsync(s.pinned, s.x, kBytes, cudaMemcpyDeviceToHost, s.a);
  cudaMemcpyAsync(s.y, s.pinned, kBytes, cudaMemcpyHostToDevice, s.b);  // finds: stream_race
  s.settle();
  // The strips have one value in common.
  cudaMemcpyAsync(s.x, s.pinned, kBytes / 2, cudaMemcpyHostToDevice, s.a);
  cudaMemsetAsync(s.x + kCount / 2 - 1, 0, kBytes / 2, s.b);  // finds: stream_race
  s.settle();
  // Rows of 100 bytes and rows of 50, which begin within them.
  cudaMemcpy2DAsync(s.x, 128, s.pinned, 128, 100, 8, cudaMemcpyHostToDevice, s.a);
  cudaMemcpy2DAsync(s.y, 128, s.x + 24, 128, 20, 8, cudaMemcpyDeviceToDevice,
                    s.b);  // finds: stream_race
  s.settle();
  cudaMemcpyToSymbolAsync(table, s.pinned, kBytes, 0, cudaMemcpyHostToDevice, s.a);
  look_up<<<1, kCount, 0, s.b>>>(s.y);  // finds: stream_race
  s.settle();
  int* given_back = nullptr;
  cudaMallocAsync(&given_back, kBytes, s.a);
  fill<<<1, kCount, 0, s.a>>>(given_back);
  cudaFreeAsync(given_back, s.b);  // finds: stream_race
  return report(cudaDeviceSynchronize());
}
