// Lab 06, block scans: the row scan has 512 threads in one dimension and a scan of the warps' totals
// by the first warp, the column scan keeps the running sums of its strip in shared memory.
#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "scan.cuh"

namespace lab06 {
namespace {

constexpr int kRowWarps = 16;
constexpr int kStripWarps = 16, kEach = 4;

template <std::unsigned_integral Sum>
__global__ __launch_bounds__(32 * kRowWarps) void rows_kernel(
    const std::uint8_t* __restrict__ image, Sum* __restrict__ rows, int width, int height,
    int channels) {
  __shared__ Sum room[kRowWarps + 1];
  const int line = blockIdx.x;  // of all planes
  const int channel = line / height, y = line - channel * height;
  const std::uint8_t* const source = image + std::ptrdiff_t(y) * width * channels + channel;
  Sum* const target = rows + std::ptrdiff_t(line) * width;
  Sum carry{};
  for (int start = 0; start < width; start += blockDim.x) {
    const int x = start + threadIdx.x;
    const Sum own = x < width ? source[x * channels] : 0;
    const auto [before, whole] =
        scan::exclusive_over_block<kRowWarps>(own, room, threadIdx.x / 32, threadIdx.x % 32);
    if (x < width) target[x] = carry + before + own;
    carry += whole;
  }
}

template <std::unsigned_integral Sum>
__global__ void columns_kernel(Sum* table, int width, int height) {
  __shared__ Sum running[kStripWarps + 1][32];  // row 0: the sum of all strips before
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int x = blockIdx.x * 32 + lane;
  Sum* const plane = table + std::ptrdiff_t(blockIdx.y) * width * height;
  if (warp == 0) running[0][lane] = 0;

  for (int strip = 0; strip < height; strip += kStripWarps * kEach) {
    const int first = strip + warp * kEach;
    Sum own[kEach] = {};
#pragma unroll
    for (int k = 0; k < kEach; ++k) {
      if (x < width && first + k < height) own[k] = plane[(first + k) * width + x];
      if (k > 0) own[k] += own[k - 1];
    }
    running[warp + 1][lane] = own[kEach - 1];
    __syncthreads();
    if (warp == 0) {
      for (int w = 1; w <= kStripWarps; ++w) running[w][lane] += running[w - 1][lane];
    }
    __syncthreads();
    const Sum above = running[warp][lane];
#pragma unroll
    for (int k = 0; k < kEach; ++k) {
      if (x < width && first + k < height) plane[(first + k) * width + x] = above + own[k];
    }
    __syncthreads();
    if (warp == 0) running[0][lane] = running[kStripWarps][lane];
    __syncthreads();
  }
}

template <typename Sum>
void rows(const std::uint8_t* d_image, Sum* d_rows, int width, int height, int channels,
          cudaStream_t stream) {
  rows_kernel<<<height * channels, 32 * kRowWarps, 0, stream>>>(d_image, d_rows, width, height,
                                                               channels);
  KIT_CHECK(cudaGetLastError());
}

template <typename Sum>
void columns(Sum* d_table, int width, int height, int planes, cudaStream_t stream) {
  columns_kernel<<<dim3((width - 1) / 32 + 1, planes), dim3(32, kStripWarps), 0, stream>>>(
      d_table, width, height);
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
