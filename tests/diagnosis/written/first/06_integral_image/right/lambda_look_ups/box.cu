// Lab 06, box: windows are half open, [begin, end), so that a look-up at 0 means nothing to take
// away; blocks of 128x1 threads.
#include <cstdlib>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

struct Span {
  int begin, end;
  __device__ int size() const { return end - begin; }
};

__device__ Span clipped(int centre, int radius, int length) {
  // Compared by distances, so that nothing can overflow.
  return {radius > centre ? 0 : centre - radius,
          radius >= length - centre ? length : centre + radius + 1};
}

template <typename Sum>
__global__ void means(const Sum* __restrict__ table, std::uint8_t* __restrict__ output, int width,
                      int height, int channels, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  const int channel = blockIdx.z;
  // The grid's y may have fewer blocks than the image has rows.
  for (int y = blockIdx.y; y < height; y += gridDim.y) {
    const Span across = clipped(x, radius, width), down = clipped(y, radius, height);
    const Sum* const plane = table + std::ptrdiff_t(channel) * height * width;
    // The sum over all pixels with a smaller column than `column` and a smaller row than `row`.
    const auto corner = [&](int column, int row) -> Sum {
      if (column == 0 || row == 0) return 0;
      return plane[std::ptrdiff_t(row - 1) * width + (column - 1)];
    };
    const Sum lower = corner(across.end, down.end) - corner(across.begin, down.end);
    const Sum upper = corner(across.end, down.begin) - corner(across.begin, down.begin);
    const Sum sum = lower - upper, count = Sum(across.size()) * Sum(down.size());
    // Up from half of count on, that is from (count + 1) / 2 on for odd ones.
    const bool up = sum % count >= count / 2 + count % 2;
    output[(std::ptrdiff_t(y) * width + x) * channels + channel] = std::uint8_t(sum / count + up);
  }
}

template <typename Sum>
void look_up(const Sum* d_table, std::uint8_t* d_output, int width, int height, int channels,
             int radius, cudaStream_t stream) {
  constexpr int kThreads = 128, kMostRows = 4096;
  const dim3 grid((width - 1) / kThreads + 1, height < kMostRows ? height : kMostRows, channels);
  means<<<grid, kThreads, 0, stream>>>(d_table, d_output, width, height, channels, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

bool needs_64_bits(int width, int height, int radius) {
  constexpr unsigned kMost = 0xffffffffu / 255;
  const auto side = [radius](int length) {
    return radius >= length / 2 ? unsigned(length) : 2u * unsigned(radius) + 1u;
  };
  // a * b > most exactly if a > most / b, rounded down.
  return side(width) > kMost / side(height);
}

void box_from_table(const std::uint32_t* d_table, std::uint8_t* d_output, int width, int height,
                    int channels, int radius, cudaStream_t stream) {
  look_up(d_table, d_output, width, height, channels, radius, stream);
}

void box_from_table(const std::uint64_t* d_table, std::uint8_t* d_output, int width, int height,
                    int channels, int radius, cudaStream_t stream) {
  look_up(d_table, d_output, width, height, channels, radius, stream);
}

void box_filter(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                int channels, int radius, void* d_workspace, cudaStream_t stream) {
  const auto with_sums_of = [&](auto zero) {
    auto* const d_table = static_cast<decltype(zero)*>(d_workspace);
    scan_rows_by_blocks(d_input, d_table, width, height, channels, stream);
    scan_columns_by_blocks(d_table, width, height, channels, stream);
    box_from_table(d_table, d_output, width, height, channels, radius, stream);
  };
  needs_64_bits(width, height, radius) ? with_sums_of(std::uint64_t{})
                                       : with_sums_of(std::uint32_t{});
}

}  // namespace lab06
