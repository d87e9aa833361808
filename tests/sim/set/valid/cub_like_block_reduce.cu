#include <cuda_runtime.h>
#include <cstdio>

template <typename T, int THREADS>
class BlockReduce {
 public:
  struct Storage {
    T warps[THREADS / 32];
    T total;
  };
  __device__ explicit BlockReduce(Storage& s) : s_(s) {}
  template <typename Op>
  __device__ T all(T v, Op op) {
    for (int o = 16; o; o >>= 1) v = op(v, __shfl_down_sync(0xffffffffu, v, o));
    if (threadIdx.x % 32 == 0) s_.warps[threadIdx.x / 32] = v;
    __syncthreads();
    if (threadIdx.x == 0) {
      T r = s_.warps[0];
      for (int w = 1; w < THREADS / 32; w++) r = op(r, s_.warps[w]);
      s_.total = r;
    }
    __syncthreads();
    return s_.total;
  }

 private:
  Storage& s_;
};

template <int THREADS>
__global__ void normalize(float* v) {
  using Reduce = BlockReduce<float, THREADS>;
  __shared__ typename Reduce::Storage storage;
  float x = v[blockIdx.x * THREADS + threadIdx.x];
  float lo = Reduce(storage).all(x, [](float a, float b) { return fminf(a, b); });
  __syncthreads();
  float hi = Reduce(storage).all(x, [](float a, float b) { return fmaxf(a, b); });
  v[blockIdx.x * THREADS + threadIdx.x] = (x - lo) / (hi - lo);
}

int main() {
  float h[256], *v;
  for (int i = 0; i < 256; i++) h[i] = i;
  cudaMalloc(&v, sizeof h);
  cudaMemcpy(v, h, sizeof h, cudaMemcpyHostToDevice);
  normalize<128><<<2, 128>>>(v);
  cudaMemcpy(h, v, sizeof h, cudaMemcpyDeviceToHost);
  printf("%g %g\n", h[0], h[255]);
  cudaFree(v);
  return h[0] == 0 && h[255] == 1 ? 0 : 1;
}
