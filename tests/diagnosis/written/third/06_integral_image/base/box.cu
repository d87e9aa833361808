// @file
// Lab 06, stage box: any window's mean from four look-ups in the table. Read README.md first.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kBlockWidth = 32, kBlockHeight = 8;  // threads
// Pixels of a window whose sum, at most 255 each, is sure to fit into 32 bits.
constexpr std::int64_t kMaxPixels32 = 0xffffffffu / 255;

// sum / count, rounded to nearest, halves up; sum <= 255 * count.
template <typename Sum>
__device__ std::uint8_t rounded_mean(Sum sum, Sum count) {
  const Sum quotient = sum / count;
  const Sum rest = sum - quotient * count;
  return static_cast<std::uint8_t>(rest >= count - rest ? quotient + 1 : quotient);
}

// One thread computes one channel, the grid's z, of pixel (x, y).
template <typename Sum>
__global__ void look_up_windows(const Sum* __restrict__ table, std::uint8_t* __restrict__ output,
                                int width, int height, int channels, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int channel = blockIdx.z;
  if (x >= width || y >= height) return;

  const int x0 = max(x - radius, 0), x1 = min(x + radius, width - 1);
  const int y0 = max(y - radius, 0), y1 = min(y + radius, height - 1);
  const Sum* plane = table + channel * width * height;
  Sum sum = plane[y1 * width + x1];
  if (y0 > 0) sum -= plane[(y0 - 1) * width + x1];
  if (x0 > 0) sum -= plane[y1 * width + x0 - 1];
  if (x0 > 0 && y0 > 0) sum += plane[(y0 - 1) * width + x0 - 1];
  const Sum count = Sum(x1 - x0 + 1) * Sum(y1 - y0 + 1);
  output[(y * width + x) * channels + channel] = rounded_mean(sum, count);
}

template <typename Sum>
void launch_look_up(const Sum* d_table, std::uint8_t* d_output, int width, int height, int channels,
                    int radius, cudaStream_t stream) {
  const dim3 block(kBlockWidth, kBlockHeight);
  const dim3 grid((width + kBlockWidth - 1) / kBlockWidth,
                  (height + kBlockHeight - 1) / kBlockHeight, channels);
  look_up_windows<<<grid, block, 0, stream>>>(d_table, d_output, width, height, channels, radius);
  KIT_CHECK(cudaGetLastError());
}

// Table and look-ups with sums of one type.
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
  const std::int64_t window_width = std::min<std::int64_t>(side, width);
  const std::int64_t window_height = std::min<std::int64_t>(side, height);
  return window_width * window_height > kMaxPixels32;
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
