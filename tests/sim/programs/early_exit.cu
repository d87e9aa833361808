// Threads beyond the image leave before the barriers of the others, and lanes leave a warp early.
#include <vector>

#include "program.hpp"

__global__ void reverse(const int* in, int* out, int count) {
  __shared__ int values[128];
  const int t = threadIdx.x;
  if (t >= count) return;
  __syncwarp();  // lanes that have left are not waited for
  values[t] = in[t];
  __syncthreads();
  const int mine = values[count - 1 - t];
  __syncthreads();
  values[t] = mine;
  __syncthreads();
  out[t] = values[t];
}

int main() {
  const int count = 77;
  std::vector<int> in(count), out(count);
  for (int i = 0; i < count; ++i) in[i] = i * i;
  kit::DeviceBuffer<int> d_in(in.data(), count), d_out(count);
  reverse<<<1, 128>>>(d_in.data(), d_out.data(), count);
  KIT_CHECK(cudaGetLastError());
  d_out.download(out.data());
  for (int i = 0; i < count; ++i) EXPECT(out[i] == in[count - 1 - i]);
  return finish();
}
