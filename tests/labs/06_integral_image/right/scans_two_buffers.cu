// Right: the totals of the warps lie in two buffers in turn, so that one barrier is enough for a
// piece of a row.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kThreads = 256;
constexpr int kWarpCount = kThreads / 32;
constexpr int kStrip = 8;

template <typename T>
__device__ T inclusive_in_warp(T v, int lane) {
#pragma unroll
  for (int d = 1; d <= 16; d <<= 1) {
    const T u = __shfl_up_sync(0xffffffffu, v, d);
    v += lane >= d ? u : T(0);
  }
  return v;
}

// The totals have two buffers in turn, so that one barrier for each piece is enough.
template <typename T>
__global__ void row_kernel(const std::uint8_t* __restrict__ img, T* __restrict__ dst, int w, int h,
                           int ch) {
  __shared__ T warp_sum[2][kWarpCount];
  const int t = threadIdx.x, lane = t & 31, wid = t >> 5;
  const int row = blockIdx.x, c = blockIdx.y;
  const std::uint8_t* src = img + std::ptrdiff_t(row) * w * ch + c;
  T* out = dst + (std::ptrdiff_t(c) * h + row) * w;
  T running = 0;
  int buffer = 0;
  for (int x0 = 0; x0 < w; x0 += kThreads) {
    const int x = x0 + t;
    T v = 0;
    if (x < w) v = src[std::ptrdiff_t(x) * ch];
    v = inclusive_in_warp(v, lane);
    if (lane == 31) warp_sum[buffer][wid] = v;
    __syncthreads();
    T offset = running;
    for (int k = 0; k < wid; ++k) offset += warp_sum[buffer][k];
    for (int k = 0; k < kWarpCount; ++k) running += warp_sum[buffer][k];
    if (x < w) out[x] = offset + v;
    buffer ^= 1;
  }
}

template <typename T>
__global__ void column_kernel(T* table, int w, int h) {
  __shared__ T part[kWarpCount][32];
  const int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
  const int x = blockIdx.x * 32 + lane;
  T* col = table + std::ptrdiff_t(blockIdx.y) * w * h + x;
  const bool here = x < w;
  T above = 0;
  const int piece_rows = kWarpCount * kStrip;
  const int pieces = (h + piece_rows - 1) / piece_rows;
  for (int p = 0; p < pieces; ++p) {
    const int y0 = p * piece_rows + wid * kStrip;
    T v[kStrip], run = 0;
    for (int r = 0; r < kStrip; ++r) {
      if (here && y0 + r < h) run += col[std::ptrdiff_t(y0 + r) * w];
      v[r] = run;
    }
    part[wid][lane] = run;
    __syncthreads();
    T start = above;
    for (int k = 0; k < kWarpCount; ++k) {
      if (k < wid) start += part[k][lane];
      above += part[k][lane];
    }
    for (int r = 0; r < kStrip; ++r) {
      if (here && y0 + r < h) col[std::ptrdiff_t(y0 + r) * w] = start + v[r];
    }
    __syncthreads();
  }
}

template <typename T>
void run_rows(const std::uint8_t* img, T* dst, int w, int h, int ch, cudaStream_t stream) {
  row_kernel<T><<<dim3(h, ch), kThreads, 0, stream>>>(img, dst, w, h, ch);
  KIT_CHECK(cudaGetLastError());
}

template <typename T>
void run_columns(T* table, int w, int h, int planes, cudaStream_t stream) {
  column_kernel<T><<<dim3((w + 31) / 32, planes), kThreads, 0, stream>>>(table, w, h);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void scan_rows_by_blocks(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                         int channels, cudaStream_t stream) {
  run_rows(d_image, d_rows, width, height, channels, stream);
}
void scan_rows_by_blocks(const std::uint8_t* d_image, std::uint64_t* d_rows, int width, int height,
                         int channels, cudaStream_t stream) {
  run_rows(d_image, d_rows, width, height, channels, stream);
}
void scan_columns_by_blocks(std::uint32_t* d_table, int width, int height, int planes,
                            cudaStream_t stream) {
  run_columns(d_table, width, height, planes, stream);
}
void scan_columns_by_blocks(std::uint64_t* d_table, int width, int height, int planes,
                            cudaStream_t stream) {
  run_columns(d_table, width, height, planes, stream);
}

}  // namespace lab06
