// Many threads store one and the same value: in shared memory, and in global memory from all
// blocks.
#include <vector>

#include "program.hpp"

__global__ void any_negative(const int* in, int count, int* found, int* blocks_with) {
  __shared__ int here;
  here = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && in[i] < 0) {
    here = 1;
    *found = 1;
  }
  __syncthreads();
  if (threadIdx.x == 0) blocks_with[blockIdx.x] = here;
}

int main() {
  const int count = 4000, blocks = (count + 127) / 128;
  std::vector<int> in(count), with(blocks);
  for (int i = 0; i < count; ++i) in[i] = i / 128 % 3 == 0 ? -i - 1 : i;
  int found = 0;
  kit::DeviceBuffer<int> d_in(in.data(), count), d_found(&found, 1), d_with(blocks);
  any_negative<<<blocks, 128>>>(d_in.data(), count, d_found.data(), d_with.data());
  KIT_CHECK(cudaGetLastError());
  d_found.download(&found);
  d_with.download(with.data());
  EXPECT(found == 1);
  for (int b = 0; b < blocks; ++b) EXPECT(with[b] == (b % 3 == 0));
  return finish();
}
