/// @file
/// Lab 06, stage box: any window's mean from four look-ups in the table. Read README.md first.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kThreads = 256;  // of a block, side by side in one row
// Pixels of a window whose sum, at most 255 each, is sure to fit into 32 bits.
constexpr std::int64_t kMaxPixels32 = 0xffffffffu / 255;

/// sum / count, rounded to nearest, halves up; sum <= 255 * count.
template <typename Sum>
__device__ std::uint8_t rounded_mean(Sum sum, Sum count) {
  // floor(sum / count + 1/2) = floor((2 sum + count) / (2 count)), which 64 bits hold in any case.
  const std::uint64_t numerator = 2 * std::uint64_t(sum) + count;
  return std::uint8_t(numerator / (2 * std::uint64_t(count)));
}

/// One thread computes one channel, the grid's z, of pixel (x, y).
template <typename Sum>
__global__ void look_up_windows(const Sum* __restrict__ table, std::uint8_t* __restrict__ output,
                                int width, int height, int channels, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y;
  const int channel = blockIdx.z;
  if (x >= width) return;

  // The window's pixels are those right of column `left` and below row `top`.
  const int left = max(x - radius, 0) - 1, right = min(x + radius, width - 1);
  const int top = max(y - radius, 0) - 1, bottom = min(y + radius, height - 1);
  const Sum* const plane = table + channel * width * height;
  const auto sum_to = [=](int i, int j) { return i < 0 || j < 0 ? Sum(0) : plane[j * width + i]; };

  // Added up in another order; modulo 2^32 or 2^64 it makes no difference.
  const Sum sum =
      sum_to(left, top) + sum_to(right, bottom) - (sum_to(left, bottom) + sum_to(right, top));
  const Sum count = Sum(right - left) * Sum(bottom - top);
  output[(y * width + x) * channels + channel] = rounded_mean(sum, count);
}

template <typename Sum>
void launch_look_up(const Sum* d_table, std::uint8_t* d_output, int width, int height, int channels,
                    int radius, cudaStream_t stream) {
  const dim3 grid((width + kThreads - 1) / kThreads, height, channels);  // height <= 65535
  look_up_windows<<<grid, kThreads, 0, stream>>>(d_table, d_output, width, height, channels, radius);
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
  const std::int64_t side = 2 * std::int64_t(radius) + 1;
  const std::int64_t columns = std::min<std::int64_t>(side, width);
  const std::int64_t lines = std::min<std::int64_t>(side, height);
  return columns > kMaxPixels32 / lines;  // as columns * lines > kMaxPixels32, in whole numbers
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
