// Lab 06, shuffles: a warp goes along a row, part by part; the sum by a butterfly.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kAll = ~0u;
constexpr int kWarp = 32, kRows = 4;

struct Difference {
  __device__ int operator()(int pixel, int lane, int) const {
    const int left = __shfl_sync(kAll, pixel, lane > 0 ? lane - 1 : 0);
    return max(pixel, left) - min(pixel, left);
  }
};

struct Mean {
  __device__ int operator()(int pixel, int, int count) const {
    for (int bit = 1; bit < kWarp; bit <<= 1) pixel += __shfl_xor_sync(kAll, pixel, bit);
    const int quotient = pixel / count;  // every lane has the whole sum
    return quotient + (2 * (pixel - quotient * count) >= count ? 1 : 0);
  }
};

template <typename Operation>
__global__ void for_each_part(const std::uint8_t* __restrict__ image,
                              std::uint8_t* __restrict__ output, int width, int height,
                              Operation operation) {
  const int lane = threadIdx.x;
  const int y = blockIdx.y * kRows + threadIdx.y;
  if (y >= height) return;  // the warp as a whole
  const std::ptrdiff_t row = std::ptrdiff_t(y) * width;
  const int start = blockIdx.x * kWarp;
  const bool there = lane < width - start;
  const int pixel = there ? image[row + start + lane] : 0;
  const int result = operation(pixel, lane, min(width - start, kWarp));
  if (there) output[row + start + lane] = static_cast<std::uint8_t>(result);
}

template <typename Operation>
void run(const std::uint8_t* d_image, std::uint8_t* d_output, int width, int height,
         Operation operation, cudaStream_t stream) {
  const dim3 grid((width - 1) / kWarp + 1, (height - 1) / kRows + 1), block(kWarp, kRows);
  for_each_part<<<grid, block, 0, stream>>>(d_image, d_output, width, height, operation);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void differences_in_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width,
                          int height, cudaStream_t stream) {
  run(d_image, d_output, width, height, Difference{}, stream);
}

void means_of_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width, int height,
                    cudaStream_t stream) {
  run(d_image, d_output, width, height, Mean{}, stream);
}

}  // namespace lab06
