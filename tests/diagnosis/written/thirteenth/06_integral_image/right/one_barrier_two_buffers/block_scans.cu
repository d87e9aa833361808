/// @file
/// Lab 06, stage block_scans: a block scans one row, or 32 columns together. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kLanes = 32;      // threads of a warp
constexpr int kWarps = 8;       // of a block, in both kernels
constexpr int kRowsOfWarp = 8;  // rows that a thread of the column scan adds up by itself
constexpr unsigned kWholeWarp = 0xffffffffu;

/// The sum of `value` over this lane and those before it. All lanes of the warp must call it.
template <typename Sum>
__device__ Sum scan_warp(Sum value, int lane) {
  for (int step = 1; step < kLanes; step *= 2) {
    const Sum before = __shfl_up_sync(kWholeWarp, value, step);
    if (lane >= step) value += before;
  }
  return value;
}

/// One block scans one row, the grid's x, of one channel, the grid's y: as many pixels at a time as
/// it has threads, with the sum so far carried along in every thread.
template <typename Sum>
__global__ void scan_row_by_block(const std::uint8_t* __restrict__ image, Sum* __restrict__ rows,
                                  int width, int height, int channels) {
  // Pieces take turns with two sets of totals. A warp that is fast enough to store totals of the next
  // piece stores them into the other set; it can get back to this set only after the next barrier,
  // to which every warp comes after it has read this one. So one barrier for a piece will do.
  __shared__ Sum totals[2][kWarps];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int y = blockIdx.x, channel = blockIdx.y;
  Sum carry = 0;
  int set = 0;
  for (int start = 0; start < width; start += kLanes * kWarps) {
    const int x = start + warp * kLanes + lane;
    const bool inside = x < width;
    const Sum pixel = inside ? image[(y * width + x) * channels + channel] : 0;
    const Sum scanned = scan_warp(pixel, lane);
    if (lane == kLanes - 1) totals[set][warp] = scanned;
    __syncthreads();

    // Every warp scans the totals for itself: lane w gets the sum of the warps 0 to w.
    const Sum total = lane < kWarps ? totals[set][lane] : Sum(0);
    const Sum up_to = scan_warp(total, lane);
    const Sum before = __shfl_sync(kWholeWarp, up_to - total, warp);
    if (inside) rows[(channel * height + y) * width + x] = carry + before + scanned;
    carry += __shfl_sync(kWholeWarp, up_to, kLanes - 1);
    set = 1 - set;
  }
}

/// One block scans 32 columns, the grid's x, of one plane, the grid's y, in place: kWarps *
/// kRowsOfWarp rows at a time. A lane keeps to its column, so that a warp uses 32 neighbours.
template <typename Sum>
__global__ void scan_columns_by_block(Sum* table, int width, int height) {
  __shared__ Sum totals[2][kWarps][kLanes];  // two sets, as above
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int x = blockIdx.x * kLanes + lane;
  Sum* const column = table + blockIdx.y * width * height + x;
  Sum carry = 0;
  int set = 0;
  for (int start = 0; start < height; start += kWarps * kRowsOfWarp) {
    const int first = start + warp * kRowsOfWarp;
    Sum sums[kRowsOfWarp];
    Sum running = 0;
    for (int k = 0; k < kRowsOfWarp; ++k) {
      const int y = first + k;
      if (x < width && y < height) running += column[y * width];
      sums[k] = running;
    }
    totals[set][warp][lane] = running;
    __syncthreads();

    Sum above = carry;
    for (int w = 0; w < kWarps; ++w) {
      if (w < warp) above += totals[set][w][lane];
      carry += totals[set][w][lane];
    }
    for (int k = 0; k < kRowsOfWarp; ++k) {
      const int y = first + k;
      if (x < width && y < height) column[y * width] = above + sums[k];
    }
    set = 1 - set;
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
