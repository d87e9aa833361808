// Lab 06, stage block_scans: two arrays of totals take turns, so that a piece needs one barrier
// only. Who writes an array the next time has passed the barrier between, and to that one everybody
// comes with its reading done.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kLanes = 32;
constexpr int kWarps = 8;
constexpr int kRowsOfWarp = 4;
constexpr unsigned kWholeWarp = 0xffffffffu;

template <typename Sum>
__device__ Sum scan_warp(Sum value, int lane) {
#pragma unroll
  for (int step = 1; step < kLanes; step <<= 1) {
    const Sum got = __shfl_up_sync(kWholeWarp, value, step);
    value += lane < step ? Sum(0) : got;
  }
  return value;
}

// A block of kLanes * kWarps threads in one dimension scans a row of a channel. Each warp scans the
// totals by itself, with shuffles.
template <typename Sum>
__global__ void scan_row_by_block(const std::uint8_t* __restrict__ image, Sum* __restrict__ rows,
                                  int width, int height, int channels) {
  __shared__ Sum totals[2][kWarps];
  const int lane = threadIdx.x % kLanes, warp = threadIdx.x / kLanes;
  const int y = blockIdx.x, channel = blockIdx.y;
  const std::uint8_t* const from = image + std::ptrdiff_t(y) * width * channels + channel;
  Sum* const to = rows + (std::ptrdiff_t(channel) * height + y) * width;

  Sum carry = 0;
  int turn = 0;
  for (int start = 0; start < width; start += kLanes * kWarps, turn ^= 1) {
    const int x = start + threadIdx.x;
    Sum pixel = 0;
    if (x < width) pixel = from[x * channels];
    const Sum scanned = scan_warp(pixel, lane);
    if (lane == kLanes - 1) totals[turn][warp] = scanned;
    __syncthreads();

    const Sum upto = scan_warp(lane < kWarps ? totals[turn][lane] : Sum(0), lane);
    const Sum before = __shfl_sync(kWholeWarp, upto, warp == 0 ? 0 : warp - 1);
    const Sum all = __shfl_sync(kWholeWarp, upto, kWarps - 1);
    if (x < width) to[x] = carry + (warp == 0 ? Sum(0) : before) + scanned;
    carry += all;
  }
}

// A block scans 32 columns of a plane. The threads beyond the last column add up zeros.
template <typename Sum>
__global__ void scan_columns_by_block(Sum* table, int width, int height) {
  __shared__ Sum totals[2][kWarps][kLanes];
  const int lane = threadIdx.x % kLanes, warp = threadIdx.x / kLanes;
  const int x = blockIdx.x * kLanes + lane;
  Sum* const plane = table + std::ptrdiff_t(blockIdx.y) * width * height;
  const int rows = x < width ? height : 0;  // that this thread has

  Sum carry = 0;
  int turn = 0;
  for (int start = 0; start < height; start += kWarps * kRowsOfWarp, turn ^= 1) {
    const int first = start + warp * kRowsOfWarp;
    Sum values[kRowsOfWarp];
    Sum total = 0;
#pragma unroll
    for (int k = 0; k < kRowsOfWarp; ++k) {
      values[k] = first + k < rows ? plane[(first + k) * width + x] : Sum(0);
      total += values[k];
    }
    totals[turn][warp][lane] = total;
    __syncthreads();

    Sum sum = carry;
    for (int w = 0; w < warp; ++w) sum += totals[turn][w][lane];
    for (int w = 0; w < kWarps; ++w) carry += totals[turn][w][lane];
#pragma unroll
    for (int k = 0; k < kRowsOfWarp; ++k) {
      sum += values[k];
      if (first + k < rows) plane[(first + k) * width + x] = sum;
    }
  }
}

template <typename Sum>
void launch_rows(const std::uint8_t* d_image, Sum* d_rows, int width, int height, int channels,
                 cudaStream_t stream) {
  scan_row_by_block<Sum><<<dim3(height, channels), kLanes * kWarps, 0, stream>>>(
      d_image, d_rows, width, height, channels);
  KIT_CHECK(cudaGetLastError());
}

template <typename Sum>
void launch_columns(Sum* d_table, int width, int height, int planes, cudaStream_t stream) {
  scan_columns_by_block<Sum>
      <<<dim3((width - 1) / kLanes + 1, planes), kLanes * kWarps, 0, stream>>>(d_table, width,
                                                                              height);
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
