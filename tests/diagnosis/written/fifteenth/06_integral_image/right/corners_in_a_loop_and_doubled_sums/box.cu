/// @file
/// Lab 06, stage box: any window's mean from four look-ups in the table. Read README.md first.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kBlockWidth = 32, kBlockHeight = 8;  // threads

/// sum / count, rounded to nearest, halves up: floor((2 sum + count) / (2 count)), in 64 bits.
__device__ std::uint8_t rounded_mean(std::uint64_t sum, std::uint64_t count) {
  return std::uint8_t((2 * sum + count) / (2 * count));
}

/// One thread computes one channel, the grid's z, of pixel (x, y).
template <typename Sum>
__global__ void look_up_windows(const Sum* __restrict__ table, std::uint8_t* __restrict__ output,
                                int width, int height, int channels, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const Sum* const plane = table + blockIdx.z * width * height;
  const int x0 = max(x - radius, 0), x1 = min(x + radius, width - 1);
  const int y0 = max(y - radius, 0), y1 = min(y + radius, height - 1);
  // Bit 0 of a corner: on the right; bit 1: below. Those on one diagonal are added.
  Sum sum = 0;
  for (int corner = 0; corner < 4; ++corner) {
    const int column = corner & 1 ? x1 : x0 - 1;
    const int row = corner & 2 ? y1 : y0 - 1;
    if (column < 0 || row < 0) continue;
    const Sum value = plane[row * width + column];
    sum = corner == 0 || corner == 3 ? sum + value : sum - value;
  }
  output[(y * width + x) * channels + blockIdx.z] =
      rounded_mean(sum, std::uint64_t(x1 - x0 + 1) * std::uint64_t(y1 - y0 + 1));
}

template <typename Sum>
void launch_look_up(const Sum* d_table, std::uint8_t* d_output, int width, int height, int channels,
                    int radius, cudaStream_t stream) {
  const dim3 block(kBlockWidth, kBlockHeight);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y, channels);
  look_up_windows<<<grid, block, 0, stream>>>(d_table, d_output, width, height, channels, radius);
  KIT_CHECK(cudaGetLastError());
}

/// Table and look-ups with sums of one type.
template <typename Sum>
void filter_with(Sum* d_table, const std::uint8_t* d_input, std::uint8_t* d_output, int width,
                 int height, int channels, int radius, cudaStream_t stream) {
  scan_rows_by_blocks(d_input, d_table, width, height, channels, stream);
  scan_columns_by_blocks(d_table, width, height, channels, stream);
  launch_look_up(d_table, d_output, width, height, channels, radius, stream);
}

}  // namespace

bool needs_64_bits(int width, int height, int radius) {
  // From the largest distance on a window has the whole side.
  const std::int64_t columns = radius < width / 2 ? 2 * radius + 1 : width;
  const std::int64_t rows = radius < height / 2 ? 2 * radius + 1 : height;
  return 255 * columns * rows > 0xffffffffLL;
}

void box_from_table(const std::uint32_t* d_table, std::uint8_t* d_output, int width, int height,
                    int channels, int radius, cudaStream_t stream) {
  launch_look_up(d_table, d_output, width, height, channels, radius, stream);
}

void box_from_table(const std::uint64_t* d_table, std::uint8_t* d_output, int width, int height,
                    int channels, int radius, cudaStream_t stream) {
  launch_look_up(d_table, d_output, width, height, channels, radius, stream);
}

void box_filter(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                int channels, int radius, void* d_workspace, cudaStream_t stream) {
  if (needs_64_bits(width, height, radius)) {
    filter_with(static_cast<std::uint64_t*>(d_workspace), d_input, d_output, width, height,
                channels, radius, stream);
  } else {
    filter_with(static_cast<std::uint32_t*>(d_workspace), d_input, d_output, width, height,
                channels, radius, stream);
  }
}

}  // namespace lab06
