#include <cuda_fp16.h>
half host_half(half a) {
  return a + a;
}
template <typename T>
__device__ T twice(T a) {
  return a + a;
}
// --- taken: operators and conversions of halves on both sides
__global__ void k(half* p) {
  p[0] = p[1] * p[2] + half(1);
  p[1] += float(p[2]);
}
float on_host(half a) {
  return float(a / half(2.5)) + int(a);
}
// --- taken: functions of pairs in a kernel
__global__ void k(half2* p, float* out) {
  p[0] = __hfma2(p[1], h2exp(p[2]), __float2half2_rn(1.0f));
  out[0] = __low2float(h2sqrt(p[3]));
}
// --- taken: conversions and comparisons by name on the host
bool on_host(half2 a, half2 b) {
  return __hbeq2(a, b) && __hlt(__low2half(a), __high2half(b)) && __half2int_rz(a.x) == 1;
}
// --- taken: additions that are atomic
__global__ void k(half* p, half2* q) {
  atomicAdd(p, half(1));
  atomicAdd(q, half2(1, 2));
}
// --- taken: a template for halves and floats
__global__ void k(half* p, half2* q, float* r) {
  p[0] = twice(p[1]);
  q[0] = twice(q[1]);
  r[0] = twice(r[1]);
}
// --- taken: halves in shared and constant memory
__constant__ half weights[9];
__global__ void k(half2* p) {
  __shared__ half2 tile[32];
  tile[threadIdx.x] = p[threadIdx.x];
  __syncthreads();
  p[threadIdx.x] = tile[31 - threadIdx.x] * __half2half2(weights[threadIdx.x % 9]);
}
// --- taken: halves from another lane
__global__ void k(half* p, half2* q) {
  p[threadIdx.x] = __shfl_down_sync(0xffffffffu, p[threadIdx.x], 1);
  q[threadIdx.x] = __shfl_xor_sync(0xffffffffu, q[threadIdx.x], 1);
}
// --- refused: a function of the host on halves in a kernel
__global__ void k(half* p) {
  p[0] = host_half(p[1]);
}
// --- refused: a square root of the device on the host
half on_host(half a) {
  return hsqrt(a);
}
// --- refused: a fused multiplication and addition on the host
half on_host(half a) {
  return __hfma(a, a, a);
}
// --- refused: rounding to the nearest integer on the host
int on_host(half a) {
  return __half2int_rn(a);
}
// --- refused: an atomic addition on the host
void on_host(half* a) {
  atomicAdd(a, half(1));
}
// --- c++: a half and a float
__global__ void k(half* p) {
  p[0] = p[1] * 2.0f;
}
