/// @file
/// Lab 06, stage box: any window's mean from four look-ups in the table. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kThreads = 256;  // of a block
// Pixels of a window whose sum, at most 255 each, is sure to fit into 32 bits.
constexpr std::int64_t kMaxPixels32 = 0xffffffffu / 255;

/// sum / count, rounded to nearest, halves up; sum <= 255 * count. In 64 bits twice the sum fits.
__device__ std::uint8_t rounded_mean(std::uint64_t sum, std::uint64_t count) {
  return std::uint8_t((2 * sum + count) / (2 * count));
}

/// Thread i computes value i of the output, as it stands in memory, channels interleaved.
template <typename Sum>
__global__ void look_up_windows(const Sum* __restrict__ table, std::uint8_t* __restrict__ output,
                                int width, int height, int channels, int radius) {
  const unsigned i = blockIdx.x * kThreads + threadIdx.x;
  if (i >= unsigned(width * height * channels)) return;
  const int pixel = i / channels, channel = i % channels;
  const int x = pixel % width, y = pixel / width;
  const Sum* const plane = table + channel * (width * height);
  // The sum over the first `columns` pixels of the first `rows` rows.
  const auto corner = [plane, width](int columns, int rows) -> Sum {
    return columns == 0 || rows == 0 ? 0 : plane[(rows - 1) * width + columns - 1];
  };
  // The window begins at x0 and ends before x1.
  const int x0 = x > radius ? x - radius : 0, x1 = radius < width - x ? x + radius + 1 : width;
  const int y0 = y > radius ? y - radius : 0, y1 = radius < height - y ? y + radius + 1 : height;
  const Sum upper = corner(x1, y0) - corner(x0, y0);
  const Sum lower = corner(x1, y1) - corner(x0, y1);
  const Sum sum = lower - upper;
  output[i] = rounded_mean(sum, std::uint64_t(x1 - x0) * std::uint64_t(y1 - y0));
}

template <typename Sum>
void launch_look_up(const Sum* d_table, std::uint8_t* d_output, int width, int height, int channels,
                    int radius, cudaStream_t stream) {
  const unsigned values = width * height * channels;
  look_up_windows<<<(values - 1) / kThreads + 1, kThreads, 0, stream>>>(d_table, d_output, width,
                                                                        height, channels, radius);
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
  const std::int64_t columns = radius > (width - 1) / 2 ? width : 2 * radius + 1;
  const std::int64_t rows = radius > (height - 1) / 2 ? height : 2 * radius + 1;
  return columns > kMaxPixels32 / rows;
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
