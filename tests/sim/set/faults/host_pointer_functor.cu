#include <cuda_runtime.h>
#include <cstdio>

struct Lookup {
  const float* table;
  __device__ float operator()(int i) const {
    return table[i];  // missed: host_pointer
  }
};

template <typename F>
__global__ void generate(float* out, int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = f(i % 4);
}

static const float weights[4] = {0.1f, 0.2f, 0.3f, 0.4f};

int main() {
  float* out;
  cudaMalloc(&out, 40 * sizeof(float));
  generate<<<2, 32>>>(out, 40, Lookup{weights});
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(out);
}
