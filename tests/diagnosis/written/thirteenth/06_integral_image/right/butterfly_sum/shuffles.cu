// Lab 06, stage shuffles: the lanes of a warp pass pixels to each other.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kWholeWarp = 0xffffffffu;
constexpr int kLanes = 32;
constexpr int kWarps = 8;

__global__ void differ_from_left(const std::uint8_t* __restrict__ image,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  const int x = blockIdx.x * kLanes + threadIdx.x;
  const int y = blockIdx.y * kWarps + threadIdx.y;
  if (y >= height) return;

  const bool inside = x < width;
  const int pixel = inside ? image[y * width + x] : 0;
  // Each lane names the lane that it wants; lane 0 names itself, which gives 0.
  const int lane = threadIdx.x;
  const int left = __shfl_sync(kWholeWarp, pixel, max(lane - 1, 0));
  if (inside) output[y * width + x] = static_cast<std::uint8_t>(max(pixel, left) - min(pixel, left));
}

__global__ void average_parts(const std::uint8_t* __restrict__ image,
                              std::uint8_t* __restrict__ output, int width, int height) {
  const int x = blockIdx.x * kLanes + threadIdx.x;
  const int y = blockIdx.y * kWarps + threadIdx.y;
  if (y >= height) return;

  const bool inside = x < width;
  unsigned sum = inside ? image[y * width + x] : 0;
  // A butterfly: lanes whose numbers differ in one bit get each other's sums, and both add. After
  // five bits every lane has the sum of all, and nobody has to be told.
  const int lane = threadIdx.x;
  for (int bit = 1; bit < kLanes; bit *= 2) sum += __shfl_sync(kWholeWarp, sum, lane ^ bit);

  // One half is added as count / (2 count).
  const int part_start = blockIdx.x * kLanes;
  const unsigned count = min(kLanes, width - part_start);
  if (inside) output[y * width + x] = static_cast<std::uint8_t>((2 * sum + count) / (2 * count));
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
