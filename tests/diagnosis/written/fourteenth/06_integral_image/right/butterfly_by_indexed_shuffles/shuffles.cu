// Lab 06, shuffles: every lane names the lane that it wants to hear.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kAll = 0xffffffffu;
constexpr int kLanes = 32;
constexpr int kRowsOfBlock = 4;  // a warp each

__device__ int value_of_lane(int value, int lane) {
  return __shfl_sync(kAll, value, lane);
}

__global__ void differ_from_left(const std::uint8_t* __restrict__ image,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  const int lane = threadIdx.x;
  const int x = blockIdx.x * kLanes + lane, y = blockIdx.y * kRowsOfBlock + threadIdx.y;
  if (y >= height) return;  // the whole warp
  const bool mine = x < width;
  const int level = mine ? image[y * width + x] : 0;
  // Lane 0 listens to itself.
  const int before = value_of_lane(level, lane == 0 ? 0 : lane - 1);
  if (mine) output[y * width + x] = std::uint8_t(level > before ? level - before : before - level);
}

__global__ void average_parts(const std::uint8_t* __restrict__ image,
                              std::uint8_t* __restrict__ output, int width, int height) {
  const int lane = threadIdx.x;
  const int x = blockIdx.x * kLanes + lane, y = blockIdx.y * kRowsOfBlock + threadIdx.y;
  if (y >= height) return;  // the whole warp
  const bool mine = x < width;
  int sum = mine ? image[y * width + x] : 0;
  // Partners swap their sums: pairs, then fours, ... Then every lane has the sum of all 32, and
  // nobody has to tell it to the others.
  for (int bit = 1; bit < kLanes; bit <<= 1) sum += value_of_lane(sum, lane ^ bit);
  const int left = width - int(blockIdx.x) * kLanes;
  const int count = left < kLanes ? left : kLanes;
  if (mine) output[y * width + x] = std::uint8_t((sum + count / 2) / count);
}

dim3 grid_of_parts(int width, int height) {
  return dim3((width - 1) / kLanes + 1, (height - 1) / kRowsOfBlock + 1);
}

}  // namespace

void differences_in_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width,
                          int height, cudaStream_t stream) {
  differ_from_left<<<grid_of_parts(width, height), dim3(kLanes, kRowsOfBlock), 0, stream>>>(
      d_image, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

void means_of_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width, int height,
                    cudaStream_t stream) {
  average_parts<<<grid_of_parts(width, height), dim3(kLanes, kRowsOfBlock), 0, stream>>>(
      d_image, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
