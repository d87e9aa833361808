/// @file
/// Lab 06, stage box: any window's mean from four look-ups in the table. Read README.md first.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kBlockWidth = 32, kBlockHeight = 8;  // threads
// Pixels of a window whose sum, at most 255 each, is sure to fit into 32 bits.
constexpr std::int64_t kMaxPixels32 = 0xffffffffu / 255;

/// sum / count, rounded to nearest, halves up; sum <= 255 * count.
template <typename Sum>
__device__ std::uint8_t rounded_mean(Sum sum, Sum count) {
  const std::uint64_t wide = sum;  // in 32 bits the addition may pass 2^32
  return static_cast<std::uint8_t>((wide + count / 2) / count);
}

/// One thread computes one channel, the grid's z, of pixel (x, y).
template <typename Sum>
__global__ void look_up_windows(const Sum* __restrict__ table, std::uint8_t* __restrict__ output,
                                int width, int height, int channels, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const Sum* const plane = table + blockIdx.z * width * height;
  // The table's sums end at a pixel: what is cut off on the left ends one before the window begins.
  const int x0 = x > radius ? x - radius : 0, x1 = x + radius < width ? x + radius : width - 1;
  const int y0 = y > radius ? y - radius : 0, y1 = y + radius < height ? y + radius : height - 1;
  const auto strip_to = [&](int end) {  // sum over the rows y0 to y1 of the columns 0 to end
    if (end < 0) return Sum(0);
    const Sum below = plane[y1 * width + end];
    return y0 == 0 ? below : Sum(below - plane[(y0 - 1) * width + end]);
  };
  const Sum sum = strip_to(x1) - strip_to(x0 - 1);
  const Sum count = Sum(x1 - x0 + 1) * Sum(y1 - y0 + 1);
  output[(y * width + x) * channels + blockIdx.z] = rounded_mean(sum, count);
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
  const auto clipped = [radius](int size) {
    return (size - 1) / 2 < radius ? std::int64_t(size) : std::int64_t(2 * radius + 1);
  };
  return clipped(width) > kMaxPixels32 / clipped(height);
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
