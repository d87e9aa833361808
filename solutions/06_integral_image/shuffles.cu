/// @file
/// Lab 06, stage shuffles: the lanes of a warp pass pixels to each other. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kWholeWarp = 0xffffffffu;  // a bit for each lane
constexpr int kLanes = 32;                    // threads of a warp, pixels of a part
constexpr int kWarps = 8;                     // of a block, one row each

/// One warp has one part of one row. Lanes beyond the row take part with 0, but store nothing.
__global__ void differ_from_left(const std::uint8_t* __restrict__ image,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  const int x = blockIdx.x * kLanes + threadIdx.x;
  const int y = blockIdx.y * kWarps + threadIdx.y;
  if (y >= height) return;  // a warp has one row, so all its lanes leave or none
  const int pixel = x < width ? image[y * width + x] : 0;
  // Lane 0 has none before it and gets its own pixel back: the difference is 0, as it should be.
  const int before = __shfl_up_sync(kWholeWarp, pixel, 1);
  if (x < width) output[y * width + x] = std::uint8_t(abs(pixel - before));
}

/// One warp averages one part of one row.
__global__ void average_parts(const std::uint8_t* __restrict__ image,
                              std::uint8_t* __restrict__ output, int width, int height) {
  const int x = blockIdx.x * kLanes + threadIdx.x;
  const int y = blockIdx.y * kWarps + threadIdx.y;
  if (y >= height) return;
  int sum = x < width ? image[y * width + x] : 0;
  // After each step a lane's sum is that of twice as many lanes, from its own one on.
  for (int step = kLanes / 2; step > 0; step /= 2) {
    sum += __shfl_down_sync(kWholeWarp, sum, step);
  }
  sum = __shfl_sync(kWholeWarp, sum, 0);  // only lane 0 has all
  const int count = min(kLanes, width - int(blockIdx.x) * kLanes);
  if (x < width) output[y * width + x] = std::uint8_t((sum + count / 2) / count);
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
