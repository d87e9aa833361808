// Rows: two sets of totals in turn, so that one barrier per piece is enough.
// Columns: a block turns 32 x 32 values in shared memory, then each warp scans a column by shuffles.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kAll = 0xffffffffu;

template <typename T>
__device__ T inclusive_scan(T value) {
  const unsigned lane = threadIdx.x % 32;
#pragma unroll
  for (unsigned step = 1; step < 32; step <<= 1) {
    const T other = __shfl_up_sync(kAll, value, step);
    value += lane < step ? T(0) : other;
  }
  return value;
}

template <typename T>
__global__ void __launch_bounds__(256)
    rows_kernel(const std::uint8_t* __restrict__ image, T* __restrict__ rows, int width,
                int channels) {
  constexpr int kThreads = 256, kWarps = kThreads / 32;
  __shared__ T totals[2][kWarps];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const std::uint8_t* from = image + blockIdx.x * width * channels + blockIdx.y;
  T* to = rows + (blockIdx.y * gridDim.x + blockIdx.x) * width;
  T carry = 0;
  for (int start = 0, set = 0; start < width; start += kThreads, set ^= 1) {
    const int x = start + threadIdx.x;
    const T own = inclusive_scan<T>(x < width ? from[x * channels] : 0);
    if (lane == 31) totals[set][warp] = own;
    __syncthreads();
    // Every warp scans the eight totals for itself.
    const T running = inclusive_scan<T>(lane < kWarps ? totals[set][lane] : T(0));
    const T before = __shfl_sync(kAll, running, warp == 0 ? 0 : warp - 1);
    if (x < width) to[x] = carry + own + (warp == 0 ? T(0) : before);
    carry += __shfl_sync(kAll, running, kWarps - 1);
  }
}

template <typename T>
__global__ void __launch_bounds__(1024) columns_kernel(T* table, int width, int height) {
  __shared__ T square[32][33];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int x = blockIdx.x * 32 + tx;
  T* const plane = table + blockIdx.y * width * height;
  T above = 0;  // of column blockIdx.x * 32 + ty
  for (int top = 0; top < height; top += 32) {
    const bool inside = x < width && top + ty < height;
    square[ty][tx] = inside ? plane[(top + ty) * width + x] : T(0);
    __syncthreads();
    const T sum = above + inclusive_scan(square[tx][ty]);
    above = __shfl_sync(kAll, sum, 31);
    square[tx][ty] = sum;
    __syncthreads();
    if (inside) plane[(top + ty) * width + x] = square[ty][tx];
    // The element that is read here is the one that the same thread stores in the next turn.
  }
}

template <typename T>
void rows_any(const std::uint8_t* d_image, T* d_rows, int width, int height, int channels,
              cudaStream_t stream) {
  rows_kernel<T><<<dim3(height, channels), 256, 0, stream>>>(d_image, d_rows, width, channels);
  KIT_CHECK(cudaGetLastError());
}

template <typename T>
void columns_any(T* d_table, int width, int height, int planes, cudaStream_t stream) {
  columns_kernel<T>
      <<<dim3((width - 1) / 32 + 1, planes), dim3(32, 32), 0, stream>>>(d_table, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void scan_rows_by_blocks(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                         int channels, cudaStream_t stream) {
  rows_any(d_image, d_rows, width, height, channels, stream);
}
void scan_rows_by_blocks(const std::uint8_t* d_image, std::uint64_t* d_rows, int width, int height,
                         int channels, cudaStream_t stream) {
  rows_any(d_image, d_rows, width, height, channels, stream);
}
void scan_columns_by_blocks(std::uint32_t* d_table, int width, int height, int planes,
                            cudaStream_t stream) {
  columns_any(d_table, width, height, planes, stream);
}
void scan_columns_by_blocks(std::uint64_t* d_table, int width, int height, int planes,
                            cudaStream_t stream) {
  columns_any(d_table, width, height, planes, stream);
}

}  // namespace lab06
