// Lab 06, stage line_scans: lines are counted through in one dimension, rows and channels (columns and
// planes) together, and one function runs along a line of any kind.
#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "run.cuh"

namespace lab06 {
namespace {

constexpr unsigned kBlock = 96;

__global__ void scan_rows(const std::uint8_t* image, std::uint32_t* rows, int width, int height,
                          int channels) {
  const std::int64_t line = std::int64_t(blockIdx.x) * kBlock + threadIdx.x;
  if (line >= std::int64_t(height) * channels) return;
  const int channel = line % channels, y = line / channels;
  mine::run<std::uint32_t>(image + std::ptrdiff_t(y) * width * channels + channel, channels,
                           rows + (std::ptrdiff_t(channel) * height + y) * width, 1, width);
}

__global__ void scan_columns(std::uint32_t* table, int width, int height, int planes) {
  const std::int64_t line = std::int64_t(blockIdx.x) * kBlock + threadIdx.x;
  if (line >= std::int64_t(width) * planes) return;
  std::uint32_t* const top = table + line / width * width * height + line % width;
  mine::run<std::uint32_t>(top, width, top, width, height);
}

unsigned blocks_for(std::int64_t lines) { return unsigned((lines + kBlock - 1) / kBlock); }

}  // namespace

void scan_rows_by_lines(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                        int channels, cudaStream_t stream) {
  scan_rows<<<blocks_for(std::int64_t(height) * channels), kBlock, 0, stream>>>(
      d_image, d_rows, width, height, channels);
  KIT_CHECK(cudaGetLastError());
}

void scan_columns_by_lines(std::uint32_t* d_table, int width, int height, int planes,
                           cudaStream_t stream) {
  scan_columns<<<blocks_for(std::int64_t(width) * planes), kBlock, 0, stream>>>(d_table, width,
                                                                               height, planes);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
