// Lab 06, line_scans: a grid of one dimension numbers all lines of all channels; both scans are one
// template that walks from value to value.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

template <typename From>
__device__ void walk(const From* from, std::ptrdiff_t from_step, std::uint32_t* to,
                     std::ptrdiff_t to_step, int values) {
  std::uint32_t sum = 0;
  while (values-- > 0) {
    *to = sum += *from;
    from += from_step;
    to += to_step;
  }
}

// Line number n is channel n % channels of row n / channels.
__global__ void walk_rows(const std::uint8_t* __restrict__ image, std::uint32_t* __restrict__ rows,
                          int width, int height, int channels) {
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n < height * channels) {
    const int y = n / channels, channel = n - y * channels;
    walk(image + std::ptrdiff_t(y) * width * channels + channel, channels,
         rows + std::ptrdiff_t(channel) * height * width + std::ptrdiff_t(y) * width, 1, width);
  }
}

// Line number n is column n % width of plane n / width.
__global__ void walk_columns(std::uint32_t* table, int width, int height, int lines) {
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n < lines) {
    const int plane = n / width;
    std::uint32_t* const top = table + (std::ptrdiff_t(plane) * height * width + n % width);
    walk(top, width, top, width, height);
  }
}

constexpr int kThreads = 32;

}  // namespace

void scan_rows_by_lines(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                        int channels, cudaStream_t stream) {
  const int blocks = (height * channels + kThreads - 1) / kThreads;
  walk_rows<<<blocks, kThreads, 0, stream>>>(d_image, d_rows, width, height, channels);
  KIT_CHECK(cudaGetLastError());
}

void scan_columns_by_lines(std::uint32_t* d_table, int width, int height, int planes,
                           cudaStream_t stream) {
  const int lines = width * planes;  // at most width * height * planes, which fits
  walk_columns<<<(lines - 1) / kThreads + 1, kThreads, 0, stream>>>(d_table, width, height, lines);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
