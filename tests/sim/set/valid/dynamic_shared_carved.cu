#include <cuda_runtime.h>
#include <cstdio>

template <typename T>
__device__ T* carve(char*& at, int n) {
  size_t a = reinterpret_cast<size_t>(at);
  a = (a + alignof(T) - 1) / alignof(T) * alignof(T);
  at = reinterpret_cast<char*>(a) + n * sizeof(T);
  return reinterpret_cast<T*>(a);
}

__global__ void mixed(double* out, int n) {
  extern __shared__ __align__(16) char raw[];
  char* at = raw;
  unsigned char* flags = carve<unsigned char>(at, n);
  short* small = carve<short>(at, n);
  double* values = carve<double>(at, n);
  float4* quads = carve<float4>(at, (n + 3) / 4);
  int t = threadIdx.x;
  flags[t] = t % 2;
  small[t] = short(t);
  values[t] = t * 0.25;
  if (t < (n + 3) / 4) quads[t] = make_float4(t, t, t, t);
  __syncthreads();
  int o = n - 1 - t;
  out[t] = flags[o] + small[o] + values[o] + quads[o / 4].w;
}

int main() {
  const int n = 45;
  double h[n], *out;
  cudaMalloc(&out, sizeof h);
  size_t bytes = n + 1 + 2 * n + 8 + 8 * n + 16 + 16 * ((n + 3) / 4);
  mixed<<<1, n, bytes>>>(out, n);
  if (cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost)) return 1;
  printf("%g %g\n", h[0], h[44]);
  cudaFree(out);
  return h[44] == 0 ? 0 : 1;
}
