// Lab 06, stage line_scans: one thread for each line; the rows of all channels in one numbering.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kThreads = 32;

// Running sums over `count` values, from_step apart, to places to_step apart.
template <typename From>
__device__ void scan_line(const From* from, int from_step, std::uint32_t* to, int to_step,
                          int count) {
  std::uint32_t sum = 0;
  while (count-- > 0) {
    sum += *from;
    *to = sum;
    if (count > 0) {
      from += from_step;
      to += to_step;
    }
  }
}

__global__ void rows_kernel(const std::uint8_t* __restrict__ image,
                            std::uint32_t* __restrict__ rows, int width, int height,
                            int channels) {
  const int line = blockIdx.x * kThreads + threadIdx.x;  // y * channels + channel
  if (line >= height * channels) return;
  const int y = line / channels, channel = line - y * channels;
  scan_line(image + y * width * channels + channel, channels,
            rows + (channel * height + y) * width, 1, width);
}

__global__ void columns_kernel(std::uint32_t* table, int width, int height, int planes) {
  const int x = blockIdx.x * kThreads + threadIdx.x;
  if (x >= width) return;
  for (int plane = blockIdx.y; plane < planes; plane += gridDim.y) {
    std::uint32_t* const top = table + plane * width * height + x;
    scan_line(top, width, top, width, height);
  }
}

}  // namespace

void scan_rows_by_lines(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                        int channels, cudaStream_t stream) {
  const int lines = height * channels;
  rows_kernel<<<(lines - 1) / kThreads + 1, kThreads, 0, stream>>>(d_image, d_rows, width, height,
                                                                   channels);
  KIT_CHECK(cudaGetLastError());
}

void scan_columns_by_lines(std::uint32_t* d_table, int width, int height, int planes,
                           cudaStream_t stream) {
  const dim3 grid((width - 1) / kThreads + 1, planes);
  columns_kernel<<<grid, kThreads, 0, stream>>>(d_table, width, height, planes);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
