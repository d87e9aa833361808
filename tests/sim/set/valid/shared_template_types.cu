#include <cuda_runtime.h>
#include <cstdio>

// Dynamic shared memory of any type in a template, by the usual detour.
template <typename T>
struct Dynamic {
  __device__ operator T*() {
    extern __shared__ __align__(16) unsigned char bytes[];
    return reinterpret_cast<T*>(bytes);
  }
};

template <typename T>
__global__ void rotate(T* v, int by) {
  T* s = Dynamic<T>();
  int t = threadIdx.x, n = blockDim.x;
  s[t] = v[t];
  __syncthreads();
  v[t] = s[(t + by) % n];
}

template <typename T>
T test() {
  T h[48], *d;
  for (int i = 0; i < 48; i++) h[i] = T(i);
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  rotate<T><<<1, 48, sizeof h>>>(d, 5);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return h[47];
}

int main() {
  bool ok = test<char>() == 4 && test<short>() == 4 && test<float>() == 4 && test<double>() == 4 &&
            test<long long>() == 4;
  printf("%d\n", ok);
  return ok ? 0 : 1;
}
