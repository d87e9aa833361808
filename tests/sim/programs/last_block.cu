// The last block to finish adds what all blocks left: fence, then an atomic ticket.
#include <vector>

#include "program.hpp"

__global__ void total(const int* input, int count, int* partial, unsigned* done, int* result) {
  __shared__ bool last;
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) atomicAdd(&sum, input[i]);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(done, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last || threadIdx.x != 0) return;
  int all = 0;
  for (unsigned b = 0; b < gridDim.x; ++b) all += partial[b];
  *result = all;
}

int main() {
  const int count = 10000, blocks = (count + 127) / 128;
  std::vector<int> input(count, 3);
  unsigned zero = 0;
  int result = 0;
  kit::DeviceBuffer<int> d_input(input.data(), count), d_partial(blocks), d_result(1);
  kit::DeviceBuffer<unsigned> d_done(&zero, 1);
  total<<<blocks, 128>>>(d_input.data(), count, d_partial.data(), d_done.data(), d_result.data());
  KIT_CHECK(cudaGetLastError());
  d_result.download(&result);
  EXPECT(result == 3 * count);
  return finish();
}
