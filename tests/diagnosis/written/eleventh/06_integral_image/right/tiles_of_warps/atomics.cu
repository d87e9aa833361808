// A histogram per block in shared memory, a grid-stride loop.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kThreads = 128;
constexpr unsigned kEach = 16;  // pixels of a thread

__global__ void private_histogram(const std::uint8_t* __restrict__ image, unsigned* counts,
                                  unsigned pixels) {
  __shared__ unsigned bins[256];
  for (unsigned b = threadIdx.x; b < 256; b += blockDim.x) bins[b] = 0;
  __syncthreads();
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < pixels;
       i += gridDim.x * blockDim.x) {
    atomicAdd(bins + image[i], 1u);
  }
  __syncthreads();
  for (unsigned b = threadIdx.x; b < 256; b += blockDim.x) {
    if (const unsigned found = bins[b]; found != 0) atomicAdd(counts + b, found);
  }
}

}  // namespace

void histogram(const std::uint8_t* d_image, std::uint32_t* d_counts, int width, int height,
               cudaStream_t stream) {
  const unsigned pixels = unsigned(width) * unsigned(height);
  KIT_CHECK(cudaMemsetAsync(d_counts, 0, 1024, stream));
  private_histogram<<<(pixels - 1) / (kThreads * kEach) + 1, kThreads, 0, stream>>>(
      d_image, d_counts, pixels);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
