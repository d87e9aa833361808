// Lab 06, block_scans: totals in two buffers that take turns, so that one barrier a piece is enough:
// a buffer is written again two pieces later, and the barrier between says that all have read it.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kWarp = 32;
constexpr unsigned kAll = 0xffffffffu;

// Inclusive scan of a warp without a condition: lanes below the step multiply by 0.
template <int kStep = 1, typename Sum>
__device__ Sum scanned(Sum value) {
  if constexpr (kStep == kWarp) {
    return value;
  } else {
    const Sum other = __shfl_up_sync(kAll, value, kStep);
    return scanned<2 * kStep>(value + other * Sum(threadIdx.x % kWarp >= kStep));
  }
}

// A block of one dimension scans a row; each warp scans the totals of all warps for itself.
template <typename Sum, int kWarps>
__global__ void scan_rows(const std::uint8_t* __restrict__ image, Sum* __restrict__ rows, int width,
                          int height, int channels) {
  __shared__ Sum totals[2][kWarps];
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const std::uint8_t* const from =
      image + std::ptrdiff_t(blockIdx.x) * width * channels + blockIdx.y;
  Sum* const to = rows + (std::ptrdiff_t(blockIdx.y) * height + blockIdx.x) * width;
  Sum carry = 0;
  int buffer = 0;
  for (int start = 0; start < width; start += kWarp * kWarps, buffer ^= 1) {
    const int x = start + int(threadIdx.x);
    const Sum own = scanned(x < width ? Sum(from[std::ptrdiff_t(x) * channels]) : Sum(0));
    if (lane == kWarp - 1) totals[buffer][warp] = own;
    __syncthreads();
    const Sum upto = scanned(lane < kWarps ? totals[buffer][lane] : Sum(0));
    const Sum before = __shfl_sync(kAll, upto, max(warp - 1, 0));
    if (x < width) to[x] = carry + own + (warp > 0 ? before : Sum(0));
    carry += __shfl_sync(kAll, upto, kWarps - 1);
  }
}

// A block of 32 x kWarps threads scans 32 columns; a thread has kEach rows that follow each other.
template <typename Sum, int kWarps, int kEach>
__global__ void scan_columns(Sum* table, int width, int height) {
  __shared__ Sum totals[2][kWarps][kWarp];
  const int x = blockIdx.x * kWarp + threadIdx.x;
  const int warp = threadIdx.y, lane = threadIdx.x;
  Sum* place = table + std::ptrdiff_t(blockIdx.y) * width * height +
               std::ptrdiff_t(warp) * kEach * width + x;
  Sum carry = 0;
  int buffer = 0;
  for (int start = 0; start < height; start += kWarps * kEach) {
    // How many of the thread's rows exist.
    const int rows = x < width ? max(0, min(kEach, height - start - warp * kEach)) : 0;
    Sum values[kEach], own = 0;
#pragma unroll
    for (int k = 0; k < kEach; ++k) {
      values[k] = k < rows ? place[std::ptrdiff_t(k) * width] : 0;
      own += values[k];
    }
    totals[buffer][warp][lane] = own;
    __syncthreads();
    Sum sum = carry;
    for (int w = 0; w < kWarps; ++w) {
      const Sum total = totals[buffer][w][lane];
      carry += total;
      sum += w < warp ? total : 0;
    }
#pragma unroll
    for (int k = 0; k < kEach; ++k) {
      if (k < rows) place[std::ptrdiff_t(k) * width] = sum += values[k];
    }
    if (start + kWarps * kEach < height) place += std::ptrdiff_t(kWarps) * kEach * width;
    buffer = 1 - buffer;
  }
}

template <typename Sum>
void rows_of(const std::uint8_t* d_image, Sum* d_rows, int width, int height, int channels,
             cudaStream_t stream) {
  constexpr int kWarps = 4;
  scan_rows<Sum, kWarps><<<dim3(height, channels), kWarps * kWarp, 0, stream>>>(
      d_image, d_rows, width, height, channels);
  KIT_CHECK(cudaGetLastError());
}

template <typename Sum>
void columns_of(Sum* d_table, int width, int height, int planes, cudaStream_t stream) {
  constexpr int kWarps = 16, kEach = 4;
  scan_columns<Sum, kWarps, kEach>
      <<<dim3((width - 1) / kWarp + 1, planes), dim3(kWarp, kWarps), 0, stream>>>(d_table, width,
                                                                                 height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void scan_rows_by_blocks(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                         int channels, cudaStream_t stream) {
  rows_of(d_image, d_rows, width, height, channels, stream);
}

void scan_rows_by_blocks(const std::uint8_t* d_image, std::uint64_t* d_rows, int width, int height,
                         int channels, cudaStream_t stream) {
  rows_of(d_image, d_rows, width, height, channels, stream);
}

void scan_columns_by_blocks(std::uint32_t* d_table, int width, int height, int planes,
                            cudaStream_t stream) {
  columns_of(d_table, width, height, planes, stream);
}

void scan_columns_by_blocks(std::uint64_t* d_table, int width, int height, int planes,
                            cudaStream_t stream) {
  columns_of(d_table, width, height, planes, stream);
}

}  // namespace lab06
