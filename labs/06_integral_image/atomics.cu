/// @file
/// Lab 06, stage atomics: how many pixels have each grey level. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kLevels = 256;   // grey levels, and counters
constexpr int kThreads = 256;  // of a block

/// One thread counts one pixel.
__global__ void count_levels(const std::uint8_t* __restrict__ image, std::uint32_t* counts,
                             int pixels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // TODO(lab06): add 1 to the counter of the pixel's level, if there is a pixel (about 2 lines)
  // END TODO
}

}  // namespace

void histogram(const std::uint8_t* d_image, std::uint32_t* d_counts, int width, int height,
               cudaStream_t stream) {
  // What is counted on must be 0 first; the stream keeps this order.
  KIT_CHECK(cudaMemsetAsync(d_counts, 0, kLevels * sizeof *d_counts, stream));
  const int pixels = width * height;
  const int blocks = (pixels - 1) / kThreads + 1;
  count_levels<<<blocks, kThreads, 0, stream>>>(d_image, d_counts, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
