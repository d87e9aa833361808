/// @file
/// Lab 06, stage block_scans: a block scans one row, or 32 columns together. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kLanes = 32;      // threads of a warp
constexpr int kWarps = 8;       // of a block, in both kernels
constexpr int kRowsOfWarp = 8;  // rows that a thread of the column scan adds up by itself

/// The sum of `value` over this lane and those before it. All lanes of the warp must call it.
template <typename Sum>
__device__ Sum scan_warp(Sum value, int lane) {
  constexpr unsigned kWholeWarp = 0xffffffffu;  // a bit for each lane
  for (int step = 1; step < kLanes; step *= 2) {
    const Sum before = __shfl_up_sync(kWholeWarp, value, step);
    if (lane >= step) value += before;
  }
  return value;
}

/// One block scans one row, the grid's x, of one channel, the grid's y: as many pixels at a time as
/// it has threads. The first warp scans the totals of all warps, with the sum so far.
template <typename Sum>
__global__ void scan_row_by_block(const std::uint8_t* __restrict__ image, Sum* __restrict__ rows,
                                  int width, int height, int channels) {
  __shared__ Sum totals[kWarps];  // of the warps; then of all pixels up to the end of each warp
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int y = blockIdx.x, channel = blockIdx.y;
  Sum carry = 0;
  for (int start = 0; start < width; start += kLanes * kWarps) {
    const int x = start + warp * kLanes + lane;
    const Sum pixel = x < width ? image[(y * width + x) * channels + channel] : 0;
    const Sum sum = scan_warp(pixel, lane);
    if (lane == kLanes - 1) totals[warp] = sum;
    __syncthreads();
    if (warp == 0) {
      const Sum scanned = carry + scan_warp(lane < kWarps ? totals[lane] : Sum(0), lane);
      if (lane < kWarps) totals[lane] = scanned;
    }
    __syncthreads();
    if (x < width) {
      rows[(channel * height + y) * width + x] = sum + (warp == 0 ? carry : totals[warp - 1]);
    }
    carry = totals[kWarps - 1];
    __syncthreads();  // a warp's next total replaces what the warp behind it reads
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
    Sum sums[kRowsOfWarp];
    for (int row = 0; row < kRowsOfWarp; ++row) {
      sums[row] = x < width && y + row < height ? column[(y + row) * width] : 0;
    }
    Sum total = 0;
    for (int row = 0; row < kRowsOfWarp; ++row) total += sums[row];
    totals[warp][lane] = total;
    __syncthreads();
    // The first warp puts in the place of each total what lies above it. It alone has the carry.
    if (warp == 0) {
      for (int other = 0; other < kWarps; ++other) {
        const Sum own = totals[other][lane];
        totals[other][lane] = carry;
        carry += own;
      }
    }
    __syncthreads();
    Sum sum = totals[warp][lane];
    for (int row = 0; row < kRowsOfWarp; ++row) {
      sum += sums[row];
      if (x < width && y + row < height) column[(y + row) * width] = sum;
    }
    // No barrier here: until the next one a place of totals[] is used by its own thread alone.
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
