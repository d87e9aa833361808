// expect: launch of store at tests/sim/faults/launch_call_refused.cu:18: a block has at most 1024
// expect: launch of store at tests/sim/faults/launch_call_refused.cu:21: a block has at most 1024
// expect: as on a GPU: 1 1
#include <cuda_runtime.h>

#include <cstdio>

__global__ void store(int* out, int value) {
  *out = value;
}

int main() {
  int* out = nullptr;
  int value = 3;
  if (cudaMalloc(&out, sizeof(int)) != cudaSuccess) return 1;
  void* args[] = {&out, &value};
  cudaError_t first, second;
  first = cudaLaunchKernel((const void*)store, 1, 2048, args, 0, 0);  // finds: launch_refused
  cudaLaunchConfig_t config{};
  config.blockDim = dim3(32, 64);
  second = cudaLaunchKernelEx(&config, store, out, value);  // finds: launch_refused
  std::printf("as on a GPU: %d %d\n", int(first), int(second));
  cudaFree(out);
  return 0;
}
