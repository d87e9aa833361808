// Lambdas that copy what they use still use the block's shared variables themselves, which on a
// card are static.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void turn(float* out) {
  extern __shared__ float tile[];
  __shared__ float other[32];
  const int last = blockDim.x - 1;
  const auto put = [=](int i, float value) {
    tile[i] = value;
    other[i] = 2 * value;
  };
  const auto get = [last](int i) {
    const auto both = [=] { return tile[last - i] + other[last - i]; };
    return both();
  };
  put(threadIdx.x, threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = get(threadIdx.x);
}

int main() {
  float* on_device;
  float out[32];
  cudaMalloc(&on_device, sizeof out);
  turn<<<1, 32, sizeof out>>>(on_device);
  cudaMemcpy(out, on_device, sizeof out, cudaMemcpyDeviceToHost);
  cudaFree(on_device);
  for (int i = 0; i < 32; ++i)
    if (out[i] != 3.0f * (31 - i)) return 1;
  std::puts("ok");
  return 0;
}
