// Lab 06, stage block_scans, otherwise: rows by Hillis and Steele's scan in two shared buffers,
// without shuffles; columns by turning tiles of 32x32 in shared memory, so that a warp has a column
// in its lanes and can scan it with shuffles.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kPiece = 256;  // values of a row at a time, and threads
constexpr int kTile = 32;

template <typename Sum>
__global__ void scan_row_by_block(const std::uint8_t* __restrict__ image, Sum* __restrict__ rows,
                                  int width, int height, int channels) {
  __shared__ Sum buffers[2][kPiece];
  const int t = threadIdx.x;
  const std::uint8_t* const line = image + blockIdx.x * width * channels + blockIdx.y;
  Sum* const target = rows + (blockIdx.y * height + blockIdx.x) * width;

  Sum carry = 0;
  for (int start = 0; start < width; start += kPiece) {
    const int x = start + t;
    int now = 0;
    buffers[now][t] = x < width ? line[x * channels] : 0;
    if (t == 0) buffers[now][t] += carry;
    __syncthreads();
    for (int step = 1; step < kPiece; step *= 2) {
      buffers[1 - now][t] = buffers[now][t] + (t < step ? Sum(0) : buffers[now][t - step]);
      now = 1 - now;
      __syncthreads();
    }
    if (x < width) target[x] = buffers[now][t];
    carry = buffers[now][kPiece - 1];
    __syncthreads();
  }
}

template <typename Sum>
__global__ void scan_columns_by_tiles(Sum* table, int width, int height) {
  __shared__ Sum tile[kTile][kTile + 1];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int x = blockIdx.x * kTile + lane;
  Sum* const plane = table + blockIdx.y * width * height;

  Sum carry = 0;  // of column `warp` of the tile, in all lanes
  for (int top = 0; top < height; top += kTile) {
    const int y = top + warp;
    const bool inside = x < width && y < height;
    tile[warp][lane] = inside ? plane[y * width + x] : Sum(0);
    __syncthreads();

    Sum value = tile[lane][warp];
    for (int step = 1; step < kTile; step <<= 1) {
      const Sum above = __shfl_up_sync(0xffffffffu, value, step);
      value += lane < step ? Sum(0) : above;
    }
    value += carry;
    carry = __shfl_sync(0xffffffffu, value, kTile - 1);
    tile[lane][warp] = value;  // only this thread has read it
    __syncthreads();

    if (inside) plane[y * width + x] = tile[warp][lane];
    // The next piece is written to where this same thread has just read: no barrier.
  }
}

template <typename Sum>
void rows(const std::uint8_t* d_image, Sum* d_rows, int width, int height, int channels,
          cudaStream_t stream) {
  scan_row_by_block<Sum><<<dim3(height, channels), kPiece, 0, stream>>>(d_image, d_rows, width,
                                                                       height, channels);
  KIT_CHECK(cudaGetLastError());
}

template <typename Sum>
void columns(Sum* d_table, int width, int height, int planes, cudaStream_t stream) {
  scan_columns_by_tiles<Sum>
      <<<dim3((width - 1) / kTile + 1, planes), dim3(kTile, kTile), 0, stream>>>(d_table, width,
                                                                                 height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void scan_rows_by_blocks(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                         int channels, cudaStream_t stream) {
  rows(d_image, d_rows, width, height, channels, stream);
}

void scan_rows_by_blocks(const std::uint8_t* d_image, std::uint64_t* d_rows, int width, int height,
                         int channels, cudaStream_t stream) {
  rows(d_image, d_rows, width, height, channels, stream);
}

void scan_columns_by_blocks(std::uint32_t* d_table, int width, int height, int planes,
                            cudaStream_t stream) {
  columns(d_table, width, height, planes, stream);
}

void scan_columns_by_blocks(std::uint64_t* d_table, int width, int height, int planes,
                            cudaStream_t stream) {
  columns(d_table, width, height, planes, stream);
}

}  // namespace lab06
