#include <cuda_runtime.h>
#include <cstdio>

// The reset loop covers blockDim.x bins only; there are more.
__global__ void histogram(const unsigned char* px, int n, unsigned* out) {
  __shared__ unsigned bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    atomicAdd(&bins[px[i]], 1u);  // finds: uninitialised_read
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}

int main() {
  unsigned char h[300], *px;
  unsigned r[128], *out;
  for (int i = 0; i < 300; i++) h[i] = (unsigned char)i;
  cudaMalloc(&px, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(px, h, sizeof h, cudaMemcpyHostToDevice);
  histogram<<<1, 128>>>(px, 300, out);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%u\n", r[0]);
  cudaFree(px);
  cudaFree(out);
}
