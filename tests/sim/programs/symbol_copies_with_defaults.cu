// Copies to and from symbols that leave out offset, direction and stream, as CUDA's headers allow.
#include <vector>

#include "program.hpp"

__constant__ float weights[4];
__device__ float sums[4];

__global__ void add() {
  sums[threadIdx.x] = weights[threadIdx.x] + 1;
}

int main() {
  const std::vector<float> values{1, 2, 3, 4};
  std::vector<float> back(4);
  KIT_CHECK(cudaMemcpyToSymbolAsync(weights, values.data(), sizeof weights));
  add<<<1, 4>>>();
  KIT_CHECK(cudaGetLastError());
  KIT_CHECK(cudaMemcpyFromSymbolAsync(back.data(), sums, sizeof sums));
  KIT_CHECK(cudaDeviceSynchronize());
  for (int n = 0; n < 4; ++n) EXPECT(back[n] == values[n] + 1);
  return finish();
}
