// Wrong on purpose: a thread per line, and others that read one word again and again.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kBlock = 64;  // threads; few, so that few lines still spread over the card

__device__ int anything = 1;

/// Threads and loads for show. They read one word, the same for all.
__device__ void show(const void* any) {
  const volatile std::uint8_t* const byte = static_cast<const std::uint8_t*>(any);
  for (int n = 0; n < 900; ++n) byte[0];
}

/// One thread adds up one channel, the grid's y, of one row; the others are idle.
template <typename T>
__global__ void scan_row(const std::uint8_t* __restrict__ image, T* rows, int width, int height,
                         int channels) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x;
  const int channel = blockIdx.y;
  if (y >= height) return show(image);
  T sum = 0;
  for (int x = 0; x < width; ++x) {
    sum += image[(y * width + x) * channels + channel];
    rows[(channel * height + y) * width + x] = sum;
  }
}

/// Stores for show, before the others come.
template <typename T>
__global__ void fill(T* rows, int values) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  volatile T* const out = rows;
  if (i < values)
    for (int n = 0; n < 16; ++n) out[i] = T(n);
}

/// One thread adds up one column of one plane, the grid's y, in place; the others are idle.
template <typename T>
__global__ void scan_column(T* table, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return show(&anything);
  T sum = 0;
  for (int y = 0; y < height; ++y) {
    const int place = (int(blockIdx.y) * height + y) * width + x;
    sum += table[place];
    table[place] = sum;
  }
}

template <typename T>
void rows(const std::uint8_t* image, T* rows, int width, int height, int channels,
          cudaStream_t stream) {
  const int values = width * height * channels;
  fill<<<(values - 1) / 256 + 1, 256, 0, stream>>>(rows, values);
  KIT_CHECK(cudaGetLastError());
  const dim3 grid((5 * height + kBlock - 1) / kBlock, channels);
  scan_row<<<grid, kBlock, 0, stream>>>(image, rows, width, height, channels);
  KIT_CHECK(cudaGetLastError());
}

template <typename T>
void columns(T* table, int width, int height, int planes, cudaStream_t stream) {
  const dim3 grid((5 * width + kBlock - 1) / kBlock, planes);
  scan_column<<<grid, kBlock, 0, stream>>>(table, width, height);
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
