// Every sum is right, but one thread adds up what the others load and store.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kLanes = 32;      // threads of a warp
constexpr int kWarps = 8;       // of a block, in both kernels
constexpr int kRowsOfWarp = 8;  // rows that a thread of the column scan adds up by itself

/// One block loads a row, ONE thread adds it up, and the others store the sums.
template <typename Sum>
__global__ void scan_row_by_block(const std::uint8_t* __restrict__ image, Sum* __restrict__ rows,
                                  int width, int height, int channels) {
  constexpr int kPart = kLanes * kWarps;
  __shared__ Sum part[kPart];
  const int thread = threadIdx.y * kLanes + threadIdx.x;
  const int y = blockIdx.x, channel = blockIdx.y;
  Sum carry = 0;
  for (int start = 0; start < width; start += kPart) {
    const int x = start + thread;
    if (x < width) part[thread] = image[(y * width + x) * channels + channel];
    __syncthreads();
    if (thread == 0)
      for (int n = 0; n < kPart && start + n < width; ++n) part[n] = carry += part[n];
    __syncthreads();
    if (x < width) rows[(channel * height + y) * width + x] = part[thread];
    __syncthreads();
  }
}

/// A warp loads and stores 32 columns; a single thread of each column adds.
template <typename Sum>
__global__ void scan_columns_by_block(Sum* table, int width, int height) {
  __shared__ Sum part[kWarps * kRowsOfWarp / 2][kLanes];
  constexpr int kRows = kWarps * kRowsOfWarp / 2;
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int x = blockIdx.x * kLanes + lane;
  Sum* const column = table + blockIdx.y * width * height + x;
  Sum carry = 0;
  for (int start = 0; start < height; start += kRows) {
    for (int row = warp; row < kRows; row += kWarps)
      if (x < width && start + row < height) part[row][lane] = column[(start + row) * width];
    __syncthreads();
    if (warp == 0 && x < width)
      for (int row = 0; row < kRows && start + row < height; ++row)
        part[row][lane] = carry += part[row][lane];
    __syncthreads();
    for (int row = warp; row < kRows; row += kWarps)
      if (x < width && start + row < height) column[(start + row) * width] = part[row][lane];
    __syncthreads();
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
