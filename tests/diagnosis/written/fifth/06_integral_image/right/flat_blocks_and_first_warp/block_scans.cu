/// @file
/// Lab 06, stage block_scans: flat blocks; in the row scan the first warp scans the warps' totals,
/// in the column scan each warp carries its column's sum on in shared memory.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kAll = 0xffffffffu;
constexpr int kLanes = 32;
constexpr int kRowWarps = 4, kRowThreads = kRowWarps * kLanes;
constexpr int kColumnWarps = 16, kStrip = 4;  // a warp's rows at a time

/// Sum of this lane's value and of those before it.
template <typename Sum>
__device__ Sum inclusive(Sum value) {
  const int lane = threadIdx.x % kLanes;
#pragma unroll
  for (int bit = 0; bit < 5; ++bit) {
    const int step = 1 << bit;
    const Sum from_left = __shfl_up_sync(kAll, value, step);
    value += lane < step ? Sum(0) : from_left;
  }
  return value;
}

template <typename Sum>
__global__ void row_scan(const std::uint8_t* __restrict__ image, Sum* __restrict__ rows, int width,
                         int height, int channels) {
  __shared__ Sum upto[kRowWarps];  // totals of the warps, then of all warps up to this one
  const int warp = threadIdx.x / kLanes, lane = threadIdx.x % kLanes;
  const int channel = blockIdx.x % channels, y = blockIdx.x / channels;
  const std::uint8_t* const source = image + y * width * channels + channel;
  Sum* const target = rows + (channel * height + y) * width;

  const int pieces = (width - 1) / kRowThreads + 1;
  Sum so_far = 0;
  for (int piece = 0; piece < pieces; ++piece) {
    const int x = piece * kRowThreads + threadIdx.x;
    Sum value = 0;
    if (x < width) value = source[x * channels];
    value = inclusive(value);
    if (lane == kLanes - 1) upto[warp] = value;
    __syncthreads();
    if (warp == 0) {
      const Sum scanned = inclusive(lane < kRowWarps ? upto[lane] : Sum(0));
      if (lane < kRowWarps) upto[lane] = scanned;
    }
    __syncthreads();
    value += so_far;
    if (warp > 0) value += upto[warp - 1];
    so_far += upto[kRowWarps - 1];
    if (x < width) target[x] = value;
    __syncthreads();  // the totals may be overwritten now
  }
}

template <typename Sum>
__global__ void column_scan(Sum* table, int width, int height) {
  __shared__ Sum shared_totals[2][kColumnWarps][kLanes];  // used in turns: one barrier for a piece
  const int warp = threadIdx.x / kLanes, lane = threadIdx.x % kLanes;
  const int x = blockIdx.x * kLanes + lane;
  Sum* const plane = table + blockIdx.y * width * height;

  Sum carry = 0;
  int turn = 0;
  for (int piece = 0; piece < height; piece += kColumnWarps * kStrip) {
    Sum(*const totals)[kLanes] = shared_totals[turn];
    const int top = piece + warp * kStrip;
    Sum values[kStrip];
    Sum running = 0;
#pragma unroll
    for (int k = 0; k < kStrip; ++k) {
      const bool exists = x < width && top + k < height;
      running += exists ? plane[(top + k) * width + x] : Sum(0);
      values[k] = running;
    }
    totals[warp][lane] = running;
    __syncthreads();

    Sum above = carry;
    for (int w = 0; w < warp; ++w) above += totals[w][lane];
    Sum whole = above;
    for (int w = warp; w < kColumnWarps; ++w) whole += totals[w][lane];
    carry = whole;
#pragma unroll
    for (int k = 0; k < kStrip; ++k) {
      if (x < width && top + k < height) plane[(top + k) * width + x] = values[k] + above;
    }
    turn = 1 - turn;
  }
}

template <typename Sum>
void start_rows(const std::uint8_t* d_image, Sum* d_rows, int width, int height, int channels,
                cudaStream_t stream) {
  row_scan<Sum><<<height * channels, kRowThreads, 0, stream>>>(d_image, d_rows, width, height,
                                                               channels);
  KIT_CHECK(cudaGetLastError());
}

template <typename Sum>
void start_columns(Sum* d_table, int width, int height, int planes, cudaStream_t stream) {
  const dim3 grid((width - 1) / kLanes + 1, planes);
  column_scan<Sum><<<grid, kColumnWarps * kLanes, 0, stream>>>(d_table, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void scan_rows_by_blocks(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                         int channels, cudaStream_t stream) {
  start_rows(d_image, d_rows, width, height, channels, stream);
}

void scan_rows_by_blocks(const std::uint8_t* d_image, std::uint64_t* d_rows, int width, int height,
                         int channels, cudaStream_t stream) {
  start_rows(d_image, d_rows, width, height, channels, stream);
}

void scan_columns_by_blocks(std::uint32_t* d_table, int width, int height, int planes,
                            cudaStream_t stream) {
  start_columns(d_table, width, height, planes, stream);
}

void scan_columns_by_blocks(std::uint64_t* d_table, int width, int height, int planes,
                            cudaStream_t stream) {
  start_columns(d_table, width, height, planes, stream);
}

}  // namespace lab06
