/// @file
/// Lab 06, stage block_scans: a block scans one row, or 32 columns together. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kLanes = 32;      // threads of a warp
constexpr int kWarps = 4;       // of a block, in both kernels
constexpr int kRowsOfWarp = 16;  // rows that a thread of the column scan adds up by itself

/// The sum of `value` over this lane and those before it. All lanes of the warp must call it.
template <typename Sum>
__device__ Sum scan_warp(Sum value, int lane) {
  constexpr unsigned kWholeWarp = 0xffffffffu;  // a bit for each lane
#pragma unroll
  for (int bit = 0; bit < 5; ++bit) {
    const Sum before = __shfl_up_sync(kWholeWarp, value, 1u << bit);
    value += lane >> bit == 0 ? Sum(0) : before;
  }
  return value;
}

/// One block scans one row, the grid's x, of one channel, the grid's y: as many pixels at a time as
/// it has threads, with the sum so far carried along in every thread.
template <typename Sum>
__global__ void scan_row_by_block(const std::uint8_t* __restrict__ image, Sum* __restrict__ rows,
                                  int width, int height, int channels) {
  __shared__ Sum totals[kWarps];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int y = blockIdx.x, channel = blockIdx.y;
  Sum carry = 0;
  for (int start = 0; start < width; start += kLanes * kWarps) {
    const int x = start + warp * kLanes + lane;
    // Threads beyond the row take part with 0: each lane is needed by the shuffles, and each thread
    // by the barriers.
    const Sum pixel = x < width ? image[(y * width + x) * channels + channel] : 0;
    Sum sum = scan_warp(pixel, lane) + carry;
    if (lane == kLanes - 1) totals[warp] = sum - carry;
    __syncthreads();
    int other = 0;
    for (; other < warp; ++other) sum += totals[other], carry += totals[other];
    for (; other < kWarps; ++other) carry += totals[other];
    Sum* const row = rows + (channel * height + y) * width;
    if (x < width) row[x] = sum;
    __syncthreads();
  }
}

/// One block scans 32 columns, the grid's x, of one plane, the grid's y, in place: kWarps *
/// kRowsOfWarp rows at a time. A lane keeps to its column, so that a warp uses 32 neighbours.
template <typename Sum>
__global__ void scan_columns_by_block(Sum* table, int width, int height) {
  __shared__ Sum totals[kWarps][kLanes];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int x = blockIdx.x * kLanes + lane;
  Sum* const column = table + blockIdx.y * width * height + x;
  Sum carry = 0;
  for (int start = 0; start < height; start += kWarps * kRowsOfWarp) {
    const int y = start + warp * kRowsOfWarp;
    const int rows = x < width ? min(kRowsOfWarp, height - y) : 0;  // may be negative
    Sum values[kRowsOfWarp], total = 0;
#pragma unroll
    for (int row = 0; row < kRowsOfWarp; ++row) {
      values[row] = 0;
      if (row < rows) values[row] = column[(y + row) * width];
    }
#pragma unroll
    for (int row = 0; row < kRowsOfWarp; ++row) total += values[row];
    totals[warp][lane] = total;
    __syncthreads();
    Sum sum = carry;
    for (int other = 0; other < warp; ++other) sum += totals[other][lane];
    for (int other = 0; other < kWarps; ++other) carry += totals[other][lane];
#pragma unroll
    for (int row = 0; row < kRowsOfWarp; ++row) {
      sum += values[row];
      if (row < rows) column[(y + row) * width] = sum;
    }
    __syncthreads();
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
  const dim3 grid((width + kLanes - 1) / kLanes, planes);
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
