// Keeps the positive values: one atomic for each warp makes room for all of its lanes.
#include <algorithm>
#include <vector>

#include "program.hpp"

__global__ void keep_positive(const int* in, int count, int* out, int* kept) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % warpSize;
  const int value = i < count ? in[i] : 0;
  const unsigned takers = __ballot_sync(0xffffffffu, value > 0);
  int base = 0;
  if (lane == 0) base = atomicAdd(kept, __popc(takers));
  base = __shfl_sync(0xffffffffu, base, 0);
  if (value > 0) out[base + __popc(takers & ((1u << lane) - 1))] = value;
}

int main() {
  const int count = 5000;
  std::vector<int> in(count), out(count), expected;
  for (int i = 0; i < count; ++i) {
    in[i] = i * 37 % 101 - 50;
    if (in[i] > 0) expected.push_back(in[i]);
  }
  int kept = 0;
  kit::DeviceBuffer<int> d_in(in.data(), count), d_out(out.data(), count), d_kept(&kept, 1);
  keep_positive<<<(count + 127) / 128, 128>>>(d_in.data(), count, d_out.data(), d_kept.data());
  KIT_CHECK(cudaGetLastError());
  d_kept.download(&kept);
  d_out.download(out.data());
  EXPECT(kept == int(expected.size()));
  out.resize(expected.size());
  std::sort(out.begin(), out.end());
  std::sort(expected.begin(), expected.end());
  EXPECT(out == expected);
  return finish();
}
