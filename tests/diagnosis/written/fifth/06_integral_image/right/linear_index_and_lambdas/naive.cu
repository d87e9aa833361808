/// @file
/// Lab 06, stage naive: one thread per pixel and channel, channels beside each other in a block.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

/// First and last place of a clipped window on an axis.
struct Span {
  int first, last;
  __device__ Span(int centre, int radius, int length)
      : first(centre > radius ? centre - radius : 0),
        last(radius < length - centre ? centre + radius : length - 1) {}
  __device__ int size() const { return last + 1 - first; }
};

__global__ void whole_windows(const std::uint8_t* input, std::uint8_t* output, int width,
                              int height, int radius) {
  const int channels = blockDim.x, channel = threadIdx.x;
  const int x = blockIdx.x * blockDim.y + threadIdx.y;
  const int y = blockIdx.y * blockDim.z + threadIdx.z;
  if (x < width && y < height) {
    const Span across(x, radius, width), down(y, radius, height);
    unsigned long long sum = 0;
    const std::uint8_t* row = input + (down.first * width + across.first) * channels + channel;
    for (int j = 0; j < down.size(); ++j) {
      for (int i = 0; i < across.size(); ++i) sum += row[(j * width + i) * channels];
    }
    const long long count = (long long)across.size() * down.size();
    const auto quotient = sum / count, rest = sum % count;
    output[(y * width + x) * channels + channel] = std::uint8_t(quotient + (2 * rest >= count));
  }
}

}  // namespace

void box_naive(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
               int channels, int radius, cudaStream_t stream) {
  const dim3 block(channels, 32, 4);
  const dim3 grid((width + block.y - 1) / block.y, (height + block.z - 1) / block.z);
  whole_windows<<<grid, block, 0, stream>>>(d_input, d_output, width, height, radius);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
