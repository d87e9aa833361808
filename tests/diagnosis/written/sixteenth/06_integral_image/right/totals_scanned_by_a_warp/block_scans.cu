/// @file
/// Lab 06, stage block_scans: the first warp scans the totals of all; the sum so far is in shared
/// memory.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kAll = 0xffffffffu;
constexpr int kLanes = 32;
constexpr int kWarps = 8;
constexpr int kRowsOfWarp = 8;

template <typename Sum>
__device__ Sum scan_warp(Sum value, int lane) {
  for (int step = 1; step < kLanes; step *= 2) {
    const Sum before = __shfl_up_sync(kAll, value, step);
    value += lane < step ? Sum(0) : before;
  }
  return value;
}

template <typename Sum>
__global__ void scan_row_by_block(const std::uint8_t* __restrict__ image, Sum* __restrict__ rows,
                                  int width, int height, int channels) {
  // Place w: first the total of warp w, then all that lies before it. Place kWarps: all so far.
  __shared__ Sum before[kWarps + 1];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const std::uint8_t* const from = image + int(blockIdx.x) * width * channels + int(blockIdx.y);
  Sum* const to = rows + (int(blockIdx.y) * height + int(blockIdx.x)) * width;
  if (warp == 0 && lane == 0) before[kWarps] = 0;

  const int pieces = (width - 1) / (kLanes * kWarps) + 1;
  for (int piece = 0; piece < pieces; ++piece) {
    const int x = (piece * kWarps + warp) * kLanes + lane;
    Sum value = 0;
    if (x < width) value = from[x * channels];
    value = scan_warp(value, lane);
    if (lane == kLanes - 1) before[warp] = value;
    __syncthreads();

    if (warp == 0) {
      // Lane 0 has the sum so far, lane n the total of warp n - 1.
      const int source = lane == 0 ? kWarps : min(lane, kWarps) - 1;
      Sum part = before[source];
      if (lane > kWarps) part = 0;
      part = scan_warp(part, lane);
      __syncwarp();  // all lanes have read
      if (lane <= kWarps) before[lane] = part;
    }
    __syncthreads();

    if (x < width) to[x] = before[warp] + value;
    __syncthreads();
  }
}

template <typename Sum>
__global__ void scan_columns_by_block(Sum* table, int width, int height) {
  // Two sets of totals in turn, so one barrier is enough for 64 rows: who writes a set again has
  // passed the barrier that all others reach only after they have read it.
  __shared__ Sum totals[2][kWarps][kLanes];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int x = blockIdx.x * kLanes + lane;
  const bool inside = x < width;
  Sum* const column = table + int(blockIdx.y) * width * height + (inside ? x : 0);
  Sum carry = 0;
  int turn = 0;
  for (int start = 0; start < height; start += kWarps * kRowsOfWarp, turn = 1 - turn) {
    const int first = start + warp * kRowsOfWarp;
    const int count = inside ? min(height - first, kRowsOfWarp) : 0;
    Sum sums[kRowsOfWarp];
    Sum running = 0;
#pragma unroll
    for (int k = 0; k < kRowsOfWarp; ++k) {
      if (k < count) running += column[(first + k) * width];
      sums[k] = running;
    }
    totals[turn][warp][lane] = running;
    __syncthreads();

    Sum above = 0, all = 0;
    for (int w = 0; w < kWarps; ++w) {
      if (w == warp) above = all;
      all += totals[turn][w][lane];
    }
    above += carry;
    carry += all;
#pragma unroll
    for (int k = 0; k < kRowsOfWarp; ++k) {
      if (k < count) column[(first + k) * width] = above + sums[k];
    }
  }
}

template <typename Sum>
void launch_rows(const std::uint8_t* d_image, Sum* d_rows, int width, int height, int channels,
                 cudaStream_t stream) {
  scan_row_by_block<<<dim3(height, channels), dim3(kLanes, kWarps), 0, stream>>>(
      d_image, d_rows, width, height, channels);
  KIT_CHECK(cudaGetLastError());
}

template <typename Sum>
void launch_columns(Sum* d_table, int width, int height, int planes, cudaStream_t stream) {
  const dim3 grid((width - 1) / kLanes + 1, planes);
  scan_columns_by_block<<<grid, dim3(kLanes, kWarps), 0, stream>>>(d_table, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void scan_rows_by_blocks(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                         int channels, cudaStream_t stream) {
  launch_rows(d_image, d_rows, width, height, channels, stream);
}

void scan_rows_by_blocks(const std::uint8_t* d_image, std::uint64_t* d_rows, int width, int height,
                         int channels, cudaStream_t stream) {
  launch_rows(d_image, d_rows, width, height, channels, stream);
}

void scan_columns_by_blocks(std::uint32_t* d_table, int width, int height, int planes,
                            cudaStream_t stream) {
  launch_columns(d_table, width, height, planes, stream);
}

void scan_columns_by_blocks(std::uint64_t* d_table, int width, int height, int planes,
                            cudaStream_t stream) {
  launch_columns(d_table, width, height, planes, stream);
}

}  // namespace lab06
