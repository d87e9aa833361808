// expect: error cudaSuccess
// Sums and products of int that do not fit: undefined, here and on a card.
// says: 65536 * 65536 does not fit int
#include "fault.hpp"
__global__ void areas(const int* in, int* out) {
  out[0] = in[0] * in[1];   // finds: undefined_arithmetic
  out[1] = in[2] + in[1];   // finds: undefined_arithmetic
  out[2] = -in[2] - in[3];  // finds: undefined_arithmetic
  out[3] = int(unsigned(in[0]) * unsigned(in[1]));
}
int main() {
  const int values[4] = {65536, 65536, 2147483647, 2147483647};
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, 16);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  areas<<<1, 1>>>(in, out);
  cudaFree(in);
  cudaFree(out);
  return report(cudaDeviceSynchronize());
}
