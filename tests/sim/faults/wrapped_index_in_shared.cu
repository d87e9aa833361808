// expect: error cudaErrorIllegalAddress
// threadIdx.x is unsigned: added to an int of -1 it is 2^32 - 1 in thread 0.
// says: an unsigned index below 0 becomes that large, such as threadIdx.x - 1 in thread 0
#include "fault.hpp"
__global__ void sum_of_three(const float* in, float* out) {
  extern __shared__ float tile[];
  float* const row = tile + threadIdx.y * (blockDim.x + 2);
  row[threadIdx.x + 1] = in[threadIdx.y * blockDim.x + threadIdx.x];
  if (threadIdx.x == 0) row[0] = row[blockDim.x + 1] = 0;
  __syncthreads();
  float sum = 0;
  for (int i = -1; i <= 1; ++i) sum += row[threadIdx.x + i];  // finds: out_of_bounds
  out[threadIdx.y * blockDim.x + threadIdx.x] = sum;
}
int main() {
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 256);
  cudaMalloc(&out, 256);
  cudaMemset(in, 0, 256);
  sum_of_three<<<1, dim3(32, 2), 2 * 34 * sizeof(float)>>>(in, out);
  return report(cudaDeviceSynchronize());
}
