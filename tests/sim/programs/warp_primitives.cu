// Shuffles, votes and matches, with full and partial masks, and counting barriers.
#include <vector>

#include "program.hpp"

__global__ void shuffles(int* out) {
  const int lane = threadIdx.x;
  const unsigned all = 0xffffffffu;
  out[lane] = __shfl_sync(all, lane * 10, 5);
  out[32 + lane] = __shfl_up_sync(all, lane, 3);
  out[64 + lane] = __shfl_down_sync(all, lane, 4, 8);
  out[96 + lane] = __shfl_xor_sync(all, lane, 1);
  out[128 + lane] = int(__shfl_sync(all, 1.5 * lane, lane + 1, 16));
  if (lane < 16) {
    out[160 + lane] = __shfl_xor_sync(0x0000ffffu, lane, 8);
  } else {
    out[160 + lane] = __shfl_xor_sync(0xffff0000u, lane, 4);
  }
}

__global__ void votes(unsigned* out) {
  const int lane = threadIdx.x;
  out[lane] = __ballot_sync(0xffffffffu, lane % 3 == 0);
  out[32 + lane] = __any_sync(0xffffffffu, lane == 31);
  out[64 + lane] = __all_sync(0xffffffffu, lane < 31);
  out[96 + lane] = __match_any_sync(0xffffffffu, lane / 8);
  int equal = -1;
  out[128 + lane] = __match_all_sync(0xffffffffu, lane / 32, &equal);
  out[160 + lane] = unsigned(equal);
}

// The lower lanes leave; the mask that still names them waits only for those that are there.
__global__ void after_exit(int* out) {
  const int lane = threadIdx.x;
  if (lane < 4) return;
  out[lane] = __shfl_sync(0xfffffff0u, lane, 31);
}

__global__ void counting(int* out) {
  const int t = threadIdx.x;
  const int count = __syncthreads_count(t % 2);
  const int all = __syncthreads_and(t < 96);
  const int any = __syncthreads_or(t == 95);
  if (t >= 64) return;
  __syncthreads();
  out[t] = count + 1000 * all + 10000 * any;
}

__global__ void transpose_in_warp(int* out) {
  __shared__ int cells[64];
  const int t = threadIdx.x;
  cells[t] = t;
  __syncwarp();
  out[t] = cells[t / 32 * 32 + (31 - t % 32)];
}

template <typename T, typename Kernel>
std::vector<T> result(Kernel kernel, int threads, std::size_t count) {
  std::vector<T> values(count);
  kit::DeviceBuffer<T> buffer(values.data(), count);
  kernel<<<1, threads>>>(buffer.data());
  KIT_CHECK(cudaGetLastError());
  buffer.download(values.data());
  return values;
}

int main() {
  const auto s = result<int>(shuffles, 32, 192);
  for (int lane = 0; lane < 32; ++lane) {
    EXPECT(s[lane] == 50);
    EXPECT(s[32 + lane] == (lane < 3 ? lane : lane - 3));
    EXPECT(s[64 + lane] == (lane % 8 < 4 ? lane + 4 : lane));
    EXPECT(s[96 + lane] == (lane ^ 1));
    EXPECT(s[128 + lane] == int(1.5 * (lane / 16 * 16 + (lane + 1) % 16)));
    EXPECT(s[160 + lane] == (lane < 16 ? lane ^ 8 : lane ^ 4));
  }
  const auto v = result<unsigned>(votes, 32, 192);
  for (int lane = 0; lane < 32; ++lane) {
    EXPECT(v[lane] == 0x49249249u);
    EXPECT(v[32 + lane] == 1 && v[64 + lane] == 0);
    EXPECT(v[96 + lane] == 0xffu << (lane / 8 * 8));
    EXPECT(v[128 + lane] == 0xffffffffu && v[160 + lane] == 1);
  }
  const auto e = result<int>(after_exit, 32, 32);
  for (int lane = 0; lane < 32; ++lane) EXPECT(e[lane] == (lane < 4 ? 0 : 31));
  const auto c = result<int>(counting, 96, 96);
  for (int t = 0; t < 96; ++t) EXPECT(c[t] == (t < 64 ? 48 + 1000 + 10000 : 0));
  const auto w = result<int>(transpose_in_warp, 64, 64);
  for (int t = 0; t < 64; ++t) EXPECT(w[t] == t / 32 * 32 + 31 - t % 32);
  return finish();
}
