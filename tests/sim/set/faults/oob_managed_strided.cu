#include <cuda_runtime.h>
#include <cstdio>

struct Complex {
  float re, im;
};

// One stage of a transform; partner index runs out in the last stage.
__global__ void butterfly(Complex* z, int n, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n / 2) return;
  int a = (i / half) * 2 * half + i % half;
  Complex x = z[a];
  Complex y = z[a + half];  // finds: out_of_bounds
  z[a] = {x.re + y.re, x.im + y.im};
  z[a + half] = {x.re - y.re, x.im - y.im};
}

int main() {
  const int n = 64;
  Complex* z;
  if (cudaMallocManaged(&z, n * sizeof(Complex)) != cudaSuccess) return 1;
  for (int i = 0; i < n; i++) z[i] = {float(i), 0.0f};
  for (int half = 1; half <= n; half *= 2) butterfly<<<1, n / 2>>>(z, n, half);
  cudaError_t e = cudaDeviceSynchronize();
  printf("%s\n", cudaGetErrorString(e));
  cudaFree(z);
}
