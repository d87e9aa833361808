// expect: error cuda
// A thread's own array is overrun in a line that indexes shared and constant memory too, rightly.
// says: index 3 is outside of an array of type float [3]
#include "fault.hpp"
__constant__ float weights[2][2];
__global__ void gather(float* data) {
  __shared__ float tile[8][8];
  const int x = int(threadIdx.x) % 8, y = int(threadIdx.x) / 8;
  tile[y][x] = data[threadIdx.x];
  __syncthreads();
  float window[3];
  for (int k = 0; k <= 3; ++k) {
    window[k] = tile[y][(x + k) % 8] * weights[0][k % 4];  // finds: out_of_bounds
  }
  data[threadIdx.x] = window[0] + window[1] + window[2];
}
int main() {
  const float ones[4] = {1, 1, 1, 1};
  cudaMemcpyToSymbol(weights, ones, sizeof ones);
  float* data = nullptr;
  cudaMalloc(&data, 4096);
  cudaMemset(data, 0, 4096);
  gather<<<1, 64>>>(data);
  return report(cudaDeviceSynchronize());
}
