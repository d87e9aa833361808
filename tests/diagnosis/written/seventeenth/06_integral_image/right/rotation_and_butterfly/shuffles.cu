/// @file
/// Lab 06, stage shuffles: the lanes of a warp pass pixels to each other. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kWholeWarp = 0xffffffffu;  // a bit for each lane
constexpr int kLanes = 32;                    // threads of a warp, pixels of a part
constexpr int kWarps = 4;                     // of a block

/// Parts of a row.
__host__ __device__ int parts_of_row(int width) {
  return (width - 1) / kLanes + 1;
}

/// Where a thread's pixel is. All parts of the image are numbered row by row, and a warp has one.
struct Place {
  bool part;    // the warp has a part
  bool pixel;   // the lane has a pixel
  int at;       // of the pixel in the image
  int count;    // pixels of the part
};

__device__ Place find_place(int width, int height) {
  const int lane = threadIdx.x % kLanes, warp = threadIdx.x / kLanes;
  const int part = int(blockIdx.x) * kWarps + warp, in_row = parts_of_row(width);
  const int first = part % in_row * kLanes, y = part / in_row;
  const int count = min(kLanes, width - first);
  if (y >= height) return {false, false, 0, 0};
  return {true, lane < count, lane < count ? y * width + first + lane : 0, count};
}

/// The lanes hand their pixels round in a ring. The first one gets the last one's, which is nothing
/// to it.
__global__ void differ_from_left(const std::uint8_t* __restrict__ image,
                                 std::uint8_t* __restrict__ output, int width, int height) {
  const int lane = threadIdx.x % kLanes;
  const Place place = find_place(width, height);
  if (!place.part) return;  // the same for all lanes of a warp
  const int pixel = place.pixel ? image[place.at] : 0;
  const int before = __shfl_sync(kWholeWarp, pixel, (lane + kLanes - 1) % kLanes);
  const int difference = max(pixel, before) - min(pixel, before);
  if (place.pixel) output[place.at] = std::uint8_t(lane == 0 ? 0 : difference);
}

/// In each step two lanes exchange what they have, and both add it. In the end all have the sum of
/// all, so none has to tell the others.
__global__ void average_parts(const std::uint8_t* __restrict__ image,
                              std::uint8_t* __restrict__ output, int width, int height) {
  const Place place = find_place(width, height);
  if (!place.part) return;
  int sum = place.pixel ? image[place.at] : 0;
  for (int partner = 1; partner < kLanes; partner *= 2) {
    sum += __shfl_xor_sync(kWholeWarp, sum, partner);
  }
  if (place.pixel) output[place.at] = std::uint8_t((2 * sum + place.count) / (2 * place.count));
}

int blocks_for(int width, int height) {
  return (parts_of_row(width) * height - 1) / kWarps + 1;
}

}  // namespace

void differences_in_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width,
                          int height, cudaStream_t stream) {
  differ_from_left<<<blocks_for(width, height), kLanes * kWarps, 0, stream>>>(d_image, d_output,
                                                                              width, height);
  KIT_CHECK(cudaGetLastError());
}

void means_of_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width, int height,
                    cudaStream_t stream) {
  average_parts<<<blocks_for(width, height), kLanes * kWarps, 0, stream>>>(d_image, d_output, width,
                                                                           height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
