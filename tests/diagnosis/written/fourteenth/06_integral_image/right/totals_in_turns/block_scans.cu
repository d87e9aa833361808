// Lab 06, block scans with one barrier for each piece: the totals of one piece and of the next one
// have places of their own. A warp writes to a place again two pieces later. Then it has passed the
// barrier of the piece between, and no warp comes there before it has read the totals.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kLanes = 32;
constexpr int kWarps = 8;
constexpr int kRowsOfWarp = 8;
constexpr int kPiece = kLanes * kWarps;         // pixels of a row
constexpr int kPieceRows = kWarps * kRowsOfWarp;  // rows of 32 columns

template <typename Sum>
__device__ Sum scan_warp(Sum value, int lane) {
  for (int step = kLanes / 2; step > 0; step /= 2) {
    // The steps may come in any order: together they reach every lane before this one once.
    const Sum before = __shfl_up_sync(0xffffffffu, value, step);
    value += lane >= step ? before : Sum(0);
  }
  return value;
}

template <typename Sum>
__global__ void scan_row_by_block(const std::uint8_t* __restrict__ image, Sum* __restrict__ rows,
                                  int width, int height, int channels) {
  __shared__ Sum totals[2][kWarps];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int y = blockIdx.x, channel = blockIdx.y;
  const std::uint8_t* const source = image + y * width * channels + channel;
  Sum* const target = rows + (channel * height + y) * width;
  const int pieces = (width + kPiece - 1) / kPiece;
  Sum carry = 0;
  for (int piece = 0; piece < pieces; ++piece) {
    Sum* const now = totals[piece % 2];
    const int x = piece * kPiece + warp * kLanes + lane;
    Sum sum = 0;
    if (x < width) sum = source[x * channels];
    sum = scan_warp(sum, lane);
    if (lane == kLanes - 1) now[warp] = sum;
    __syncthreads();
    for (int w = 0; w < kWarps; ++w) {
      if (w == warp) sum += carry;
      carry += now[w];
    }
    if (x < width) target[x] = sum;
  }
}

template <typename Sum>
__global__ void scan_columns_by_block(Sum* table, int width, int height) {
  __shared__ Sum totals[2][kWarps][kLanes];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int x = blockIdx.x * kLanes + lane;
  Sum* const plane = table + blockIdx.y * width * height;
  const int pieces = (height + kPieceRows - 1) / kPieceRows;
  Sum carry = 0;
  for (int piece = 0; piece < pieces; ++piece) {
    const int top = piece * kPieceRows + warp * kRowsOfWarp;
    Sum values[kRowsOfWarp], total = 0;
    for (int k = 0; k < kRowsOfWarp; ++k) {
      const bool inside = x < width && top + k < height;
      values[k] = inside ? plane[(top + k) * width + x] : Sum(0);
      total += values[k];
    }
    totals[piece % 2][warp][lane] = total;
    __syncthreads();
    Sum sum = 0;
    for (int w = 0; w < kWarps; ++w) {
      if (w == warp) sum = carry;
      carry += totals[piece % 2][w][lane];
    }
    for (int k = 0; k < kRowsOfWarp; ++k) {
      sum += values[k];
      if (x < width && top + k < height) plane[(top + k) * width + x] = sum;
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
