// Launches by cudaLaunchKernel and cudaLaunchKernelEx, with the casts that are usual.
#include "program.hpp"

template <int N>
__global__ void add(const int* in, int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] + N;
}

__global__ void with_shared(int* out) {
  extern __shared__ int values[];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = values[blockDim.x - 1 - threadIdx.x];
}

int main() {
  constexpr int kCount = 100;
  int *in = nullptr, *out = nullptr, first = 0, count = kCount;
  EXPECT(cudaMalloc(&in, kCount * sizeof(int)) == cudaSuccess);
  EXPECT(cudaMalloc(&out, kCount * sizeof(int)) == cudaSuccess);
  EXPECT(cudaMemset(in, 0, kCount * sizeof(int)) == cudaSuccess);
  const auto result = [&] {
    EXPECT(cudaMemcpy(&first, out, sizeof(int), cudaMemcpyDeviceToHost) == cudaSuccess);
    return first;
  };
  const int* input = in;
  void* arguments[] = {&input, &out, &count};
  EXPECT(cudaLaunchKernel(reinterpret_cast<const void*>(add<3>), dim3(4), dim3(32), arguments, 0,
                          nullptr) == cudaSuccess);
  EXPECT(result() == 3);
  EXPECT(cudaLaunchKernel((const void*)add<4>, dim3(4), dim3(32), arguments, 0, nullptr) ==
         cudaSuccess);
  EXPECT(result() == 4);
  EXPECT(cudaLaunchKernel((void*)&add<5>, dim3(4), dim3(32), arguments, 0, cudaStream_t(0)) ==
         cudaSuccess);
  EXPECT(result() == 5);
  EXPECT(cudaLaunchKernel(add<6>, 4, 32, arguments) == cudaSuccess);
  EXPECT(result() == 6);
  EXPECT(::cudaLaunchKernel(&add<7>, 4, 32, arguments) == cudaSuccess);
  EXPECT(result() == 7);

  void* of_shared[] = {&out};
  EXPECT(cudaLaunchKernel(static_cast<const void*>(reinterpret_cast<void*>(with_shared)), 1, 64,
                          of_shared, 64 * sizeof(int)) == cudaSuccess);
  EXPECT(result() == 63);

  cudaLaunchConfig_t config{};
  config.gridDim = dim3(4);
  config.blockDim = dim3(32);
  EXPECT(cudaLaunchKernelEx(&config, add<8>, input, out, count) == cudaSuccess);
  EXPECT(result() == 8);
  EXPECT(cudaFree(in) == cudaSuccess);
  EXPECT(cudaFree(out) == cudaSuccess);
  return finish();
}
