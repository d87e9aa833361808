/// @file
/// Lab 06, stage box: any window's mean from four look-ups in the table. Read README.md first.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kThreads = 128;  // of a block, side by side in one row
// Pixels of a window whose sum, at most 255 each, is sure to fit into 32 bits.
constexpr std::int64_t kMaxPixels32 = 0xffffffffu / 255;

/// From `first` to before `last`, inside the image.
struct Range {
  int first, last;
  __device__ int length() const { return last - first; }
};

__device__ Range clipped(int middle, int radius, int size) {
  return {max(middle - radius, 0), min(middle + radius, size - 1) + 1};
}

/// One thread computes one value. The grid's y counts rows, its z channels.
template <typename Sum>
__global__ void look_up_windows(const Sum* __restrict__ table, std::uint8_t* __restrict__ output,
                                int width, int height, int channels, int radius) {
  const int x = blockIdx.x * kThreads + threadIdx.x, y = blockIdx.y, channel = blockIdx.z;
  if (x >= width) return;
  const Sum* const plane = table + std::ptrdiff_t(channel) * height * width;
  // The sum of all pixels in the first `columns` columns of the first `rows` rows.
  const auto corner = [=](int columns, int rows) -> Sum {
    if (columns == 0 || rows == 0) return 0;
    return plane[std::ptrdiff_t(rows - 1) * width + (columns - 1)];
  };
  const Range across = clipped(x, radius, width), down = clipped(y, radius, height);
  const Sum lower = corner(across.last, down.last) - corner(across.first, down.last);
  const Sum upper = corner(across.last, down.first) - corner(across.first, down.first);
  const std::uint64_t sum = Sum(lower - upper);  // in the table's width first: it wraps around
  const std::uint64_t count = std::uint64_t(across.length()) * std::uint64_t(down.length());
  // floor(1/2 + sum / count); in 64 bits nothing of it overflows.
  output[(y * width + x) * channels + channel] = std::uint8_t((2 * sum + count) / (2 * count));
}

template <typename Sum>
void launch_look_up(const Sum* d_table, std::uint8_t* d_output, int width, int height, int channels,
                    int radius, cudaStream_t stream) {
  const dim3 grid((width + kThreads - 1) / kThreads, height, channels);
  look_up_windows<<<grid, kThreads, 0, stream>>>(d_table, d_output, width, height, channels,
                                                 radius);
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
  return std::min<std::int64_t>(side, width) * std::min<std::int64_t>(side, height) > kMaxPixels32;
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
