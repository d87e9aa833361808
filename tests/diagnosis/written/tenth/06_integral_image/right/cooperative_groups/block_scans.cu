/// @file
/// Lab 06, stage block_scans: with cooperative groups; one barrier per piece in the column scan.
#include <cooperative_groups.h>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

namespace cg = cooperative_groups;

constexpr int kLanes = 32;
constexpr int kRowThreads = 256;
constexpr int kColumnWarps = 16, kRowsOfThread = 4;

template <typename Sum>
__device__ Sum inclusive(const cg::thread_block_tile<kLanes>& warp, Sum value) {
#pragma unroll
  for (unsigned offset = 1; offset < kLanes; offset <<= 1) {
    const Sum other = warp.shfl_up(value, offset);
    value += warp.thread_rank() >= offset ? other : Sum(0);
  }
  return value;
}

/// One block per row and channel; the first warp scans the totals of the warps.
template <typename Sum, int kThreads>
__global__ void __launch_bounds__(kThreads)
    row_scan(const std::uint8_t* __restrict__ image, Sum* __restrict__ rows, int width, int height,
             int channels) {
  constexpr int kWarps = kThreads / kLanes;
  __shared__ Sum totals[kWarps];
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<kLanes> warp = cg::tiled_partition<kLanes>(block);
  const int lane = warp.thread_rank();
  const int number = threadIdx.x / kLanes;
  const int y = blockIdx.x, channel = blockIdx.y;

  Sum so_far = 0;
  for (int start = 0; start < width; start += kThreads) {
    const int x = start + threadIdx.x;
    Sum value = 0;
    if (x < width) value = image[(y * width + x) * channels + channel];
    value = inclusive(warp, value);
    if (lane == kLanes - 1) totals[number] = value;
    block.sync();
    if (number == 0) {
      const Sum scanned = inclusive(warp, lane < kWarps ? totals[lane] : Sum(0));
      if (lane < kWarps) totals[lane] = scanned;
    }
    block.sync();
    if (number > 0) value += totals[number - 1];
    if (x < width) rows[(channel * height + y) * width + x] = so_far + value;
    so_far += totals[kWarps - 1];
    block.sync();
  }
}

/// 32 columns per block. Two sets of totals take turns: who writes a set again has passed a
/// barrier that all reach only after they have read it.
template <typename Sum>
__global__ void column_scan(Sum* table, int width, int height) {
  __shared__ Sum totals[2][kColumnWarps][kLanes];
  const int x = blockIdx.x * kLanes + threadIdx.x;
  const int warp = threadIdx.y;
  const bool inside = x < width;
  Sum* const column = table + blockIdx.y * width * height + x;

  Sum carry = 0;
  int set = 0;
  for (int start = 0; start < height; start += kColumnWarps * kRowsOfThread, set ^= 1) {
    const int first = start + warp * kRowsOfThread;
    Sum values[kRowsOfThread];
#pragma unroll
    for (int k = 0; k < kRowsOfThread; ++k) {
      values[k] = inside && first + k < height ? column[(first + k) * width] : Sum(0);
      if (k > 0) values[k] += values[k - 1];
    }
    totals[set][warp][threadIdx.x] = values[kRowsOfThread - 1];
    __syncthreads();

    Sum above = 0, all = 0;
#pragma unroll
    for (int w = 0; w < kColumnWarps; ++w) {
      if (w == warp) above = all;
      all += totals[set][w][threadIdx.x];
    }
    above += carry;
    carry += all;
#pragma unroll
    for (int k = 0; k < kRowsOfThread; ++k) {
      if (inside && first + k < height) column[(first + k) * width] = above + values[k];
    }
  }
}

template <typename Sum>
void rows_with(const std::uint8_t* d_image, Sum* d_rows, int width, int height, int channels,
               cudaStream_t stream) {
  row_scan<Sum, kRowThreads><<<dim3(height, channels), kRowThreads, 0, stream>>>(
      d_image, d_rows, width, height, channels);
  KIT_CHECK(cudaGetLastError());
}

template <typename Sum>
void columns_with(Sum* d_table, int width, int height, int planes, cudaStream_t stream) {
  const dim3 grid((width - 1) / kLanes + 1, planes);
  column_scan<Sum><<<grid, dim3(kLanes, kColumnWarps), 0, stream>>>(d_table, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void scan_rows_by_blocks(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                         int channels, cudaStream_t stream) {
  rows_with(d_image, d_rows, width, height, channels, stream);
}

void scan_rows_by_blocks(const std::uint8_t* d_image, std::uint64_t* d_rows, int width, int height,
                         int channels, cudaStream_t stream) {
  rows_with(d_image, d_rows, width, height, channels, stream);
}

void scan_columns_by_blocks(std::uint32_t* d_table, int width, int height, int planes,
                            cudaStream_t stream) {
  columns_with(d_table, width, height, planes, stream);
}

void scan_columns_by_blocks(std::uint64_t* d_table, int width, int height, int planes,
                            cudaStream_t stream) {
  columns_with(d_table, width, height, planes, stream);
}

}  // namespace lab06
