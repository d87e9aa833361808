// Lab 06, box filter that reads its whole window.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kBlockWidth = 32, kBlockHeight = 8;

__global__ void average_windows(const std::uint8_t* __restrict__ input,
                                std::uint8_t* __restrict__ output, int width, int height,
                                int channels, int radius) {
  const int x = blockIdx.x * kBlockWidth + threadIdx.x;
  const int y = blockIdx.y * kBlockHeight + threadIdx.y;
  const int channel = blockIdx.z;
  if (x >= width || y >= height) return;

  const int left = max(x - radius, 0), right = min(x + radius, width - 1);
  const int top = max(y - radius, 0), bottom = min(y + radius, height - 1);
  std::uint64_t sum = 0;
  for (int j = top; j <= bottom; ++j) {
    for (int i = left; i <= right; ++i) {
      sum += input[(j * width + i) * channels + channel];
    }
  }
  const std::uint64_t count = std::uint64_t(right - left + 1) * (bottom - top + 1);
  output[(y * width + x) * channels + channel] = std::uint8_t((2 * sum + count) / (2 * count));
}

}  // namespace

void box_naive(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
               int channels, int radius, cudaStream_t stream) {
  const dim3 block(kBlockWidth, kBlockHeight);
  const dim3 grid((width + kBlockWidth - 1) / kBlockWidth,
                  (height + kBlockHeight - 1) / kBlockHeight, channels);
  average_windows<<<grid, block, 0, stream>>>(d_input, d_output, width, height, channels, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
