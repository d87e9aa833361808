// __device__ variables: a table that the host fills, and a counter that threads add to.
#include <vector>

#include "program.hpp"

__device__ int table[256];
__device__ unsigned above;

__global__ void look_up(const unsigned char* in, int* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int value = table[in[i]];
  if (value > 500) atomicAdd(&above, 1u);
  out[i] = value;
}

int main() {
  const int count = 1000;
  int host_table[256];
  for (int i = 0; i < 256; ++i) host_table[i] = 3 * i;
  std::vector<unsigned char> in(count);
  std::vector<int> out(count);
  for (int i = 0; i < count; ++i) in[i] = static_cast<unsigned char>(i * 13);
  unsigned expected = 0, counted = 0;
  KIT_CHECK(cudaMemcpyToSymbol(table, host_table, sizeof(host_table)));
  KIT_CHECK(cudaMemcpyToSymbol(above, &counted, sizeof(counted)));
  kit::DeviceBuffer<unsigned char> d_in(in.data(), count);
  kit::DeviceBuffer<int> d_out(count);
  look_up<<<8, 128>>>(d_in.data(), d_out.data(), count);
  KIT_CHECK(cudaGetLastError());
  d_out.download(out.data());
  KIT_CHECK(cudaMemcpyFromSymbol(&counted, above, sizeof(counted)));
  for (int i = 0; i < count; ++i) {
    EXPECT(out[i] == 3 * in[i]);
    expected += out[i] > 500;
  }
  EXPECT(counted == expected);
  return finish();
}
