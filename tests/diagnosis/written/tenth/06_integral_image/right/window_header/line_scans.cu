// Lab 06, stage line_scans: lines are numbered through; one running sum for rows and columns.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kThreads = 128;

// to[i * to_step] becomes the sum of the values from[0] to from[i * from_step].
template <typename From>
__device__ void running_sum(const From* from, int from_step, std::uint32_t* to, int to_step,
                            int length) {
  std::uint32_t sum = 0;
  for (int i = 0; i < length; ++i) {
    sum += from[i * from_step];
    to[i * to_step] = sum;
  }
}

__global__ void rows(const std::uint8_t* __restrict__ image, std::uint32_t* __restrict__ sums,
                     int width, int height, int channels) {
  const int line = blockIdx.x * kThreads + threadIdx.x;
  if (line >= height * channels) return;
  const int y = line / channels, channel = line % channels;
  running_sum(image + y * width * channels + channel, channels,
              sums + (channel * height + y) * width, 1, width);
}

__global__ void columns(std::uint32_t* table, int width, int height, unsigned lines) {
  const unsigned line = blockIdx.x * kThreads + threadIdx.x;
  if (line >= lines) return;
  const int plane = line / width, x = line % width;
  std::uint32_t* const top = table + plane * width * height + x;
  running_sum(top, width, top, width, height);
}

}  // namespace

void scan_rows_by_lines(const std::uint8_t* d_image, std::uint32_t* d_rows, int width, int height,
                        int channels, cudaStream_t stream) {
  const int lines = height * channels;
  rows<<<(lines + kThreads - 1) / kThreads, kThreads, 0, stream>>>(d_image, d_rows, width, height,
                                                                   channels);
  KIT_CHECK(cudaGetLastError());
}

void scan_columns_by_lines(std::uint32_t* d_table, int width, int height, int planes,
                           cudaStream_t stream) {
  const unsigned lines = unsigned(width) * unsigned(planes);
  columns<<<(lines + kThreads - 1) / kThreads, kThreads, 0, stream>>>(d_table, width, height,
                                                                      lines);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
