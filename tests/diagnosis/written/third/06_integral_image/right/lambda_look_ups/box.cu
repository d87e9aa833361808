// Lab 06, box: channels are a template parameter, one thread does all channels of a pixel.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "window.cuh"

namespace lab06 {
namespace {

template <int kChannels, typename Sum>
__global__ void look_up(const Sum* __restrict__ table, std::uint8_t* __restrict__ output, int width,
                        int height, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (!(x < width && y < height)) return;
  const Window window{clipped(x, radius, width), clipped(y, radius, height)};
  const auto sum_before = [&](const Sum* plane, int end_x, int end_y) -> Sum {
    return end_x > 0 && end_y > 0 ? plane[(end_y - 1) * width + (end_x - 1)] : Sum{0};
  };
  std::uint8_t* target = output + (y * width + x) * kChannels;
#pragma unroll
  for (int channel = 0; channel < kChannels; ++channel, table += width * height) {
    const Sum left = sum_before(table, window.x.begin, window.y.end) -
                     sum_before(table, window.x.begin, window.y.begin);
    const Sum right = sum_before(table, window.x.end, window.y.end) -
                      sum_before(table, window.x.end, window.y.begin);
    *target++ = std::uint8_t(rounded_quotient(Sum(right - left), window.pixels<Sum>()));
  }
}

template <typename Sum>
void launch_look_up(const Sum* d_table, std::uint8_t* d_output, int width, int height, int channels,
                    int radius, cudaStream_t stream) {
  const dim3 block(64, 4), grid((width - 1) / 64 + 1, (height - 1) / 4 + 1);
  const auto kernel = channels == 3 ? &look_up<3, Sum> : &look_up<1, Sum>;
  kernel<<<grid, block, 0, stream>>>(d_table, d_output, width, height, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

bool needs_64_bits(int width, int height, int radius) {
  const auto side = [radius](int length) -> std::uint64_t {
    return radius >= length / 2 ? length : 2 * radius + 1;
  };
  return side(width) * side(height) * 255 > 0xffffffffull;
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
  const auto with = [&](auto* d_table) {
    scan_rows_by_blocks(d_input, d_table, width, height, channels, stream);
    scan_columns_by_blocks(d_table, width, height, channels, stream);
    box_from_table(d_table, d_output, width, height, channels, radius, stream);
  };
  if (needs_64_bits(width, height, radius)) {
    with(static_cast<std::uint64_t*>(d_workspace));
  } else {
    with(static_cast<std::uint32_t*>(d_workspace));
  }
}

}  // namespace lab06
