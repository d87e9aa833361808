/// @file
/// Lab 06, stage box: a thread has all channels of its pixel; the table knows about its edge.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "window.cuh"

namespace lab06 {
namespace {

template <typename Sum>
struct Plane {
  const Sum* __restrict__ first;
  int width;

  __device__ Sum operator()(int x, int y) const {
    return (x | y) < 0 ? Sum(0) : first[y * width + x];
  }
  __device__ Sum sum(const Window& w) const {
    const auto& self = *this;
    return self(w.right, w.bottom) - self(w.right, w.top - 1) - self(w.left - 1, w.bottom) +
           self(w.left - 1, w.top - 1);
  }
};

template <typename Sum>
__global__ void look_up(const Sum* __restrict__ table, std::uint8_t* __restrict__ output, int width,
                        int height, int channels, int radius) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const Window window(x, y, radius, width, height);
  const std::uint64_t pixels = window.pixels();
  std::uint8_t* out = output + (y * width + x) * channels;
  for (int c = 0; c < channels; ++c) {
    const Plane<Sum> plane{table + c * width * height, width};
    const std::uint64_t sum = plane.sum(window);  // wrapped in Sum, then wide enough to round
    out[c] = static_cast<std::uint8_t>((sum + pixels / 2) / pixels);
  }
}

template <typename Sum>
void run(const Sum* d_table, std::uint8_t* d_output, int width, int height, int channels,
         int radius, cudaStream_t stream) {
  const dim3 block(64, 4);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  look_up<Sum><<<grid, block, 0, stream>>>(d_table, d_output, width, height, channels, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

bool needs_64_bits(int width, int height, int radius) {
  const auto reach = [radius](int length) {
    return radius >= length / 2 ? std::uint64_t(length) : 2 * std::uint64_t(radius) + 1;
  };
  return 255 * reach(width) * reach(height) > 0xffffffffull;
}

void box_from_table(const std::uint32_t* d_table, std::uint8_t* d_output, int width, int height,
                    int channels, int radius, cudaStream_t stream) {
  run(d_table, d_output, width, height, channels, radius, stream);
}

void box_from_table(const std::uint64_t* d_table, std::uint8_t* d_output, int width, int height,
                    int channels, int radius, cudaStream_t stream) {
  run(d_table, d_output, width, height, channels, radius, stream);
}

void box_filter(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                int channels, int radius, void* d_workspace, cudaStream_t stream) {
  const auto with = [&]<typename Sum>(Sum* d_table) {
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
