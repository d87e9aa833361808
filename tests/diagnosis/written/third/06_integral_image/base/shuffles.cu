// Lab 06, shuffles.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kWholeWarp = 0xffffffffu;
constexpr int kLanes = 32;
constexpr int kWarps = 8;

// Absolute difference from the left neighbour within the part.
__global__ void differ_from_left(const std::uint8_t* __restrict__ image,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  const int x = blockIdx.x * kLanes + threadIdx.x;
  const int y = blockIdx.y * kWarps + threadIdx.y;
  if (y >= height) return;
  const int pixel = x < width ? image[y * width + x] : 0;
  // Lane 0 gets its own value back, which makes its difference 0.
  const int left = __shfl_up_sync(kWholeWarp, pixel, 1);
  if (x < width) output[y * width + x] = abs(pixel - left);
}

// Mean of the part.
__global__ void average_parts(const std::uint8_t* __restrict__ image,
                              std::uint8_t* __restrict__ output, int width, int height) {
  const int x = blockIdx.x * kLanes + threadIdx.x;
  const int y = blockIdx.y * kWarps + threadIdx.y;
  if (y >= height) return;
  int sum = x < width ? image[y * width + x] : 0;
  for (int offset = kLanes / 2; offset > 0; offset /= 2) {
    sum += __shfl_down_sync(kWholeWarp, sum, offset);
  }
  sum = __shfl_sync(kWholeWarp, sum, 0);
  const int part_start = blockIdx.x * kLanes;
  const int count = min(kLanes, width - part_start);
  if (x < width) {
    output[y * width + x] = (2 * sum + count) / (2 * count);
  }
}

dim3 grid_of_parts(int width, int height) {
  return dim3((width + kLanes - 1) / kLanes, (height + kWarps - 1) / kWarps);
}

}  // namespace

void differences_in_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width,
                          int height, cudaStream_t stream) {
  differ_from_left<<<grid_of_parts(width, height), dim3(kLanes, kWarps), 0, stream>>>(
      d_image, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

void means_of_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width, int height,
                    cudaStream_t stream) {
  average_parts<<<grid_of_parts(width, height), dim3(kLanes, kWarps), 0, stream>>>(
      d_image, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
