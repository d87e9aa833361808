// Lab 06, table with one thread per line.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kBlock = 64;

__global__ void scan_row(const std::uint8_t* __restrict__ image, std::uint32_t* __restrict__ rows,
                         int width, int height, int channels) {
  const int y = blockIdx.x * blockDim.x + threadIdx.x;
  const int channel = blockIdx.y;
  if (y >= height) return;
  const std::uint8_t* source = image + y * width * channels + channel;
  std::uint32_t* target = rows + (channel * height + y) * width;
  std::uint32_t sum = 0;
  for (int x = 0; x < width; ++x) {
    sum += source[x * channels];
    target[x] = sum;
  }
}

__global__ void scan_column(std::uint32_t* table, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  std::uint32_t* column = table + blockIdx.y * width * height + x;
  std::uint32_t sum = 0;
  for (int y = 0; y < height; ++y) {
    sum += column[y * width];
    column[y * width] = sum;
  }
}

}  // namespace

void scan_rows_by_lines(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                        int channels, cudaStream_t stream) {
  const dim3 grid((height + kBlock - 1) / kBlock, channels);
  scan_row<<<grid, kBlock, 0, stream>>>(d_image, d_rows, width, height, channels);
  KIT_CHECK(cudaGetLastError());
}

void scan_columns_by_lines(std::uint32_t* d_table, int width, int height, int planes,
                           cudaStream_t stream) {
  const dim3 grid((width + kBlock - 1) / kBlock, planes);
  scan_column<<<grid, kBlock, 0, stream>>>(d_table, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
