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
/// it has threads. Totals have two places, used in turn, so that one barrier for a piece is enough:
/// who stores to a place again has passed the barrier of the piece between, and to that barrier all
/// threads have come after they had read this place.
template <typename Sum>
__global__ void scan_row_by_block(const std::uint8_t* __restrict__ image, Sum* __restrict__ rows,
                                  int width, int height, int channels) {
  __shared__ Sum totals[2][kWarps];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int y = blockIdx.x, channel = blockIdx.y;
  const std::uint8_t* const from = image + y * width * channels + channel;
  Sum* const to = rows + (channel * height + y) * width;
  Sum carry = 0;
  int turn = 0;
  for (int x = warp * kLanes + lane; x - warp * kLanes - lane < width; x += kLanes * kWarps) {
    Sum sum = x < width ? from[x * channels] : 0;
    sum = scan_warp(sum, lane);
    if (lane == kLanes - 1) totals[turn][warp] = sum;
    __syncthreads();
    // Lanes 0 to kWarps - 1 scan the totals, in every warp; the others have 0.
    const Sum up_to = scan_warp(lane < kWarps ? totals[turn][lane] : Sum(0), lane);
    const Sum before = __shfl_sync(0xffffffffu, up_to, max(warp - 1, 0));
    if (x < width) to[x] = carry + (warp > 0 ? before : 0) + sum;
    carry += __shfl_sync(0xffffffffu, up_to, kLanes - 1);
    turn ^= 1;
  }
}

/// One block scans 32 columns, the grid's x, of one plane, the grid's y, in place: kWarps *
/// kRowsOfWarp rows at a time. A lane keeps to its column. One barrier for a piece, as above.
template <typename Sum>
__global__ void scan_columns_by_block(Sum* table, int width, int height) {
  __shared__ Sum totals[2][kWarps][kLanes];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int x = blockIdx.x * kLanes + lane;
  Sum* const column = table + int(blockIdx.y) * width * height + x;
  Sum carry = 0;
  int turn = 0;
  for (int start = 0; start < height; start += kWarps * kRowsOfWarp, turn ^= 1) {
    const int y = start + warp * kRowsOfWarp;
    // Rows of this thread; none beyond the image.
    const int rows = x < width ? max(min(kRowsOfWarp, height - y), 0) : 0;
    Sum values[kRowsOfWarp], total = 0;
#pragma unroll
    for (int row = 0; row < kRowsOfWarp; ++row) {
      values[row] = row < rows ? column[(y + row) * width] : 0;
      total += values[row];
    }
    totals[turn][warp][lane] = total;
    __syncthreads();
    Sum sum = carry;
    for (int other = 0; other < warp; ++other) sum += totals[turn][other][lane];
    carry = sum;
    for (int other = warp; other < kWarps; ++other) carry += totals[turn][other][lane];
#pragma unroll
    for (int row = 0; row < kRowsOfWarp; ++row) {
      sum += values[row];
      if (row < rows) column[(y + row) * width] = sum;
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
