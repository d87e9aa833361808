#include <cuda_runtime.h>
#include <cstdio>

struct __align__(16) Complex {
  double re, im;
};
static_assert(sizeof(Complex) == sizeof(double2));

__global__ void multiply(const double2* a, Complex* b, longlong2* bits, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  double2 x = a[i];
  Complex y = b[i];
  b[i] = {x.x * y.re - x.y * y.im, x.x * y.im + x.y * y.re};
  bits[i] = *reinterpret_cast<longlong2*>(&b[i]);
}

int main() {
  const int n = 12;
  double2 h[n], *a;
  Complex r[n], *b;
  longlong2* bits;
  for (int i = 0; i < n; i++) h[i] = make_double2(i, 1), r[i] = {0, 1};
  cudaMalloc(&a, sizeof h);
  cudaMalloc(&b, sizeof r);
  cudaMalloc(&bits, n * sizeof(longlong2));
  cudaMemcpy(a, h, sizeof h, cudaMemcpyHostToDevice);
  cudaMemcpy(b, r, sizeof r, cudaMemcpyHostToDevice);
  multiply<<<1, 32>>>(a, b, bits, n);
  cudaMemcpy(r, bits, sizeof r, cudaMemcpyDeviceToHost);
  printf("%g %g\n", r[5].re, r[5].im);
  cudaFree(a);
  cudaFree(b);
  cudaFree(bits);
  return r[5].re == -1 && r[5].im == 5 ? 0 : 1;
}
