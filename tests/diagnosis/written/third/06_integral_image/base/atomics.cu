// Lab 06, histogram with atomics.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kLevels = 256;
constexpr int kThreads = 256;

__global__ void count_levels(const std::uint8_t* __restrict__ image, std::uint32_t* counts,
                             int pixels) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pixels) {
    atomicAdd(&counts[image[i]], 1u);
  }
}

}  // namespace

void histogram(const std::uint8_t* d_image, std::uint32_t* d_counts, int width, int height,
               cudaStream_t stream) {
  KIT_CHECK(cudaMemsetAsync(d_counts, 0, kLevels * sizeof *d_counts, stream));
  const int pixels = width * height;
  const int blocks = (pixels - 1) / kThreads + 1;
  count_levels<<<blocks, kThreads, 0, stream>>>(d_image, d_counts, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
