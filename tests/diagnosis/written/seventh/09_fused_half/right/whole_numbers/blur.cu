/// @file
/// The blur in whole numbers, unrolled by a template; one exact multiplication at the end.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

template <typename Get>
__device__ int five(Get get) {
  return get(-2) + get(2) + 4 * (get(-1) + get(1)) + 6 * get(0);
}

__global__ void blur_whole(const std::uint8_t* grey, float* blurred, int width, int height) {
  const int x = threadIdx.x + blockDim.x * blockIdx.x, y = threadIdx.y + blockDim.y * blockIdx.y;
  if (x < width && y < height) {
    const int units = five([=](int j) {
      const std::uint8_t* const row = grey + max(0, min(height - 1, y + j)) * width;
      return five([=](int i) { return int(row[max(0, min(width - 1, x + i))]); });
    });
    blurred[y * width + x] = units * 0.00390625f;  // 1/256
  }
}

}  // namespace

void blur(const std::uint8_t* d_grey, float* d_blurred, int width, int height, dim3 block,
          cudaStream_t stream) {
  const dim3 grid(1 + (width - 1) / block.x, 1 + (height - 1) / block.y);
  blur_whole<<<grid, block, 0, stream>>>(d_grey, d_blurred, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
