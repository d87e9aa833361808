#include <cuda_runtime.h>
#include <cstdio>
#include <type_traits>

struct MinMax {
  int lo, hi;
};
template <typename T>
__device__ constexpr T identity(bool largest) {
  if constexpr (std::is_signed_v<T>)
    return largest ? T(-1000000) : T(1000000);
  else
    return largest ? T(0) : T(~T(0));
}
__device__ MinMax extremes(const int (&v)[6]) {
  int lo = identity<int>(false), hi = identity<int>(true);
  for (int x : v) {
    lo = min(lo, x);
    hi = max(hi, x);
  }
  return {lo, hi};
}

__global__ void spans(const int* in, int* out, int n) {
  int i = threadIdx.x;
  if (int k = 6 * i; i < n) {
    const int v[6] = {in[k], in[k + 1], in[k + 2], in[k + 3], in[k + 4], in[k + 5]};
    auto [lo, hi] = extremes(v);
    out[i] = hi - lo;
  }
}

int main() {
  const int n = 10;
  int h[6 * n], r[n], *in, *out;
  for (int i = 0; i < 6 * n; i++) h[i] = (i * 13) % 17;
  cudaMalloc(&in, sizeof h);
  cudaMalloc(&out, sizeof r);
  cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice);
  spans<<<1, 32>>>(in, out, n);
  cudaMemcpy(r, out, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d\n", r[0]);
  cudaFree(in);
  cudaFree(out);
  return r[0] == 14 ? 0 : 1;
}
