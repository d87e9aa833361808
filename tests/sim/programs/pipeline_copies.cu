// Copies to shared memory that run beside the work: two stages in turn, with zeros past the end.
#include <cuda_pipeline.h>

#include <algorithm>
#include <vector>

#include "program.hpp"

constexpr int kTile = 64;

// Running sums of three neighbours over a row, tile by tile; the next tile is on its way while one
// is used.
__global__ void sum_of_three(const float* in, float* out, int n) {
  __shared__ __align__(16) float tiles[2][kTile + 8];
  const int t = threadIdx.x, count = (n + kTile - 1) / kTile;
  const auto start = [&](int tile) {
    // A tile with four values before and four behind it, 16 bytes at a time.
    for (int piece = t; piece < (kTile + 8) / 4; piece += blockDim.x) {
      const int first = tile * kTile - 4 + 4 * piece;
      const int left = first < 0 ? 0 : min(max(n - first, 0), 4);
      __pipeline_memcpy_async(&tiles[tile % 2][4 * piece], in + (left > 0 ? first : 0),
                              4 * sizeof(float), (4 - left) * sizeof(float));
    }
    __pipeline_commit();
  };
  start(0);
  for (int tile = 0; tile < count; ++tile) {
    if (tile + 1 < count) {
      start(tile + 1);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();
    const float* values = tiles[tile % 2] + 4;
    for (int i = t; i < kTile && tile * kTile + i < n; i += blockDim.x)
      out[tile * kTile + i] = values[i - 1] + values[i] + values[i + 1];
    __syncthreads();
  }
}

__global__ void sizes(const unsigned char* in, unsigned char* out, int bytes, int zeros) {
  __shared__ __align__(16) unsigned char cells[32 * 16];
  const int t = threadIdx.x;
  for (int i = 0; i < 16; ++i) cells[16 * t + i] = 0xee;
  __syncthreads();  // a copy has no order with the thread's own stores before it
  if (t % 2 == 0) __pipeline_memcpy_async(cells + 16 * t, in + 16 * t, bytes, zeros);
  __pipeline_commit();
  __pipeline_commit();  // an empty batch
  __pipeline_wait_prior(1);
  for (int i = 0; i < 16; ++i) out[16 * t + i] = cells[16 * t + i];
  __pipeline_wait_prior(0);
}

void check_sums(int n, int threads) {
  // A whole number of 16 bytes, so that no copy reads beyond the buffer.
  std::vector<float> in((n + 3) / 4 * 4), out(n);
  for (int i = 0; i < n; ++i) in[i] = float(i * 37 % 101 - 50);
  kit::DeviceBuffer<float> device_in(in.data(), in.size()), device_out(n);
  sum_of_three<<<1, threads>>>(device_in.data(), device_out.data(), n);
  KIT_CHECK(cudaGetLastError());
  device_out.download(out.data());
  for (int i = 0; i < n; ++i) {
    const float before = i > 0 ? in[i - 1] : 0, after = i + 1 < n ? in[i + 1] : 0;
    EXPECT(out[i] == before + in[i] + after);
  }
}

int main() {
  for (const int n : {1, 4, 63, 64, 65, 130, 1000}) check_sums(n, n % 2 == 0 ? 32 : 96);
  std::vector<unsigned char> in(32 * 16), out(32 * 16);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = (unsigned char)(i * 7 + 1);
  kit::DeviceBuffer<unsigned char> device_in(in.data(), in.size()), device_out(out.size());
  for (const int bytes : {4, 8, 16}) {
    for (int zeros = 0; zeros <= bytes; ++zeros) {
      sizes<<<1, 32>>>(device_in.data(), device_out.data(), bytes, zeros);
      KIT_CHECK(cudaGetLastError());
      device_out.download(out.data());
      for (int i = 0; i < 32 * 16; ++i) {
        const int at = i % 16;
        const bool copied = i / 16 % 2 == 0 && at < bytes;
        EXPECT(out[i] == (!copied ? 0xee : at < bytes - zeros ? in[i] : 0));
      }
    }
  }
  return finish();
}
