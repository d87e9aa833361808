// @file
// Lab 06, stage block_scans: a block scans one row, or 32 columns together. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kLanes = 32;
constexpr unsigned kAll = 0xffffffffu;

template <typename Sum>
__device__ Sum scan_warp(Sum value) {
  const int lane = threadIdx.x;
  for (int step = 1; step < kLanes; step += step) {
    const Sum before = __shfl_up_sync(kAll, value, step);
    value += lane < step ? Sum(0) : before;
  }
  return value;
}

// Two sets of totals take turns, so that a piece needs one barrier: who overwrites a set has passed
// the barrier of the piece between, and so have all that read it.
template <typename Sum, int kWarps>
__global__ void scan_row(const std::uint8_t* __restrict__ image, Sum* __restrict__ rows, int width,
                         int height, int channels) {
  __shared__ Sum totals[2][kWarps];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const std::uint8_t* const source =
      image + std::ptrdiff_t(blockIdx.x) * width * channels + blockIdx.y;
  Sum* const target = rows + (std::ptrdiff_t(blockIdx.y) * height + blockIdx.x) * width;
  Sum carry = 0;
  int set = 0;
  for (int x = threadIdx.y * kLanes + lane, left = width; left > 0;
       x += kLanes * kWarps, left -= kLanes * kWarps, set ^= 1) {
    const Sum sum = scan_warp(x < width ? Sum(source[std::ptrdiff_t(x) * channels]) : Sum(0));
    if (lane == kLanes - 1) totals[set][warp] = sum;
    __syncthreads();
    // Each warp scans the totals too, all of them by itself.
    const Sum up_to = scan_warp(lane < kWarps ? totals[set][lane] : Sum(0));
    const Sum before = __shfl_sync(kAll, up_to, warp > 0 ? warp - 1 : 0);
    if (x < width) target[x] = carry + sum + (warp > 0 ? before : Sum(0));
    carry += __shfl_sync(kAll, up_to, kLanes - 1);
  }
}

// The columns: 16 warps with four rows each; here too two sets of totals.
template <typename Sum, int kWarps, int kOwn>
__global__ void scan_columns(Sum* table, int width, int height) {
  __shared__ Sum totals[2][kWarps][kLanes];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int x = blockIdx.x * kLanes + lane;
  Sum* const column = table + std::ptrdiff_t(blockIdx.y) * width * height + x;
  const auto at = [&](int y) -> Sum& { return column[std::ptrdiff_t(y) * width]; };
  Sum carry = 0;
  int set = 0;
  for (int start = 0; start < height; start += kWarps * kOwn, set ^= 1) {
    const int first = start + warp * kOwn;
    const int mine = x < width ? min(max(height - first, 0), kOwn) : 0;
    Sum values[kOwn];
    Sum total = 0;
    for (int k = 0; k < kOwn; ++k) {
      if (k < mine) {
        values[k] = at(first + k);
        total += values[k];
      }
    }
    totals[set][warp][lane] = total;
    __syncthreads();
    Sum running = carry;
    for (int w = 0; w < kWarps; ++w) {
      const Sum other = totals[set][w][lane];
      running += w < warp ? other : Sum(0);
      carry += other;
    }
    for (int k = 0; k < kOwn; ++k) {
      if (k < mine) at(first + k) = running += values[k];
    }
  }
}

template <typename Sum>
void launch_rows(const std::uint8_t* d_image, Sum* d_rows, int width, int height, int channels,
                 cudaStream_t stream) {
  constexpr int kWarps = 16;
  scan_row<Sum, kWarps><<<dim3(height, channels), dim3(kLanes, kWarps), 0, stream>>>(
      d_image, d_rows, width, height, channels);
  KIT_CHECK(cudaGetLastError());
}

template <typename Sum>
void launch_columns(Sum* d_table, int width, int height, int planes, cudaStream_t stream) {
  constexpr int kWarps = 16, kOwn = 4;
  const dim3 grid((width + kLanes - 1) / kLanes, planes);
  scan_columns<Sum, kWarps, kOwn>
      <<<grid, dim3(kLanes, kWarps), 0, stream>>>(d_table, width, height);
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
