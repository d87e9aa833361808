// expect: error cudaSuccess
// notes: any
// A cooperative kernel and another stream's work use the same bytes: before the kernel's last
// barrier over the grid, or after it.
#include <cooperative_groups.h>

#include "stream_race.hpp"

__global__ void two_steps(int* first, int* second) {
  first[threadIdx.x] = int(threadIdx.x);
  cooperative_groups::this_grid().sync();
  second[threadIdx.x] = first[kCount - 1 - threadIdx.x];
}

void launch(int* first, int* second, cudaStream_t stream) {
  void* arguments[] = {&first, &second};
  cudaLaunchCooperativeKernel(reinterpret_cast<void*>(two_steps), 1, kCount, arguments, 0, stream);
}

int main() {
  Streams s;
  int* z = nullptr;
  cudaMalloc(&z, kBytes);
  // `first` is written before the barrier alone.
  launch(s.x, s.y, s.a);
  cudaMemsetAsync(s.x, 0, kBytes, s.b);  // finds: stream_race
  s.settle();
  launch(s.x, s.y, s.a);
  copy<<<1, kCount, 0, s.b>>>(s.x, z);  // finds: stream_race
  s.settle();
  launch(s.x, s.y, s.a);
  copy<<<1, kCount, 0, s.b>>>(s.y, z);  // finds: stream_race
  s.settle();
  // In order: no race.
  launch(s.x, s.y, s.a);
  cudaEventRecord(s.event, s.a);
  cudaStreamWaitEvent(s.b, s.event);
  copy<<<1, kCount, 0, s.b>>>(s.x, z);
  s.settle();
  cudaFree(z);
  return report(cudaDeviceSynchronize());
}
