/// @file
/// Lab 06, stage box: one thread per byte of the output, which finds its pixel from its number.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kThreads = 256;

template <typename Sum>
__global__ void mean_of_windows(const Sum* __restrict__ table, std::uint8_t* __restrict__ output,
                                int width, int height, int channels, int radius) {
  const unsigned values = unsigned(width) * height * channels;
  const unsigned number = blockIdx.x * kThreads + threadIdx.x;
  if (number >= values) return;
  const int channel = number % channels;
  const int pixel = number / channels;
  const int x = pixel % width, y = pixel / width;

  const Sum* const plane = table + channel * (width * height);
  // Sum of all pixels up to (i, j); beyond the upper and the left edge there is none.
  const auto upto = [plane, width](int i, int j) -> Sum {
    return i < 0 || j < 0 ? Sum(0) : plane[j * width + i];
  };
  const int before_x = max(x - radius, 0) - 1, last_x = min(x + radius, width - 1);
  const int before_y = max(y - radius, 0) - 1, last_y = min(y + radius, height - 1);
  const Sum lower = upto(last_x, last_y) - upto(before_x, last_y);
  const Sum upper = upto(last_x, before_y) - upto(before_x, before_y);
  const std::uint64_t sum = Sum(lower - upper);
  const std::uint64_t count = std::uint64_t(last_x - before_x) * std::uint64_t(last_y - before_y);
  output[number] = static_cast<std::uint8_t>((sum + count / 2) / count);  // 64 bits: no overflow
}

template <typename Sum>
void start(const Sum* d_table, std::uint8_t* d_output, int width, int height, int channels,
           int radius, cudaStream_t stream) {
  const unsigned values = unsigned(width) * height * channels;
  mean_of_windows<<<(values - 1) / kThreads + 1, kThreads, 0, stream>>>(d_table, d_output, width,
                                                                        height, channels, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

bool needs_64_bits(int width, int height, int radius) {
  const auto clipped = [radius](int length) -> std::uint64_t {
    return radius >= length / 2 ? length : 2 * radius + 1;  // 2 radius < length here
  };
  return clipped(width) * clipped(height) * 255 > 0xffffffffull;
}

void box_from_table(const std::uint32_t* d_table, std::uint8_t* d_output, int width, int height,
                    int channels, int radius, cudaStream_t stream) {
  start(d_table, d_output, width, height, channels, radius, stream);
}

void box_from_table(const std::uint64_t* d_table, std::uint8_t* d_output, int width, int height,
                    int channels, int radius, cudaStream_t stream) {
  start(d_table, d_output, width, height, channels, radius, stream);
}

void box_filter(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                int channels, int radius, void* d_workspace, cudaStream_t stream) {
  const auto filter = [&](auto* table) {
    scan_rows_by_blocks(d_input, table, width, height, channels, stream);
    scan_columns_by_blocks(table, width, height, channels, stream);
    box_from_table(table, d_output, width, height, channels, radius, stream);
  };
  if (needs_64_bits(width, height, radius)) return filter(static_cast<std::uint64_t*>(d_workspace));
  filter(static_cast<std::uint32_t*>(d_workspace));
}

}  // namespace lab06
