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
  // TODO(lab06): pixel or 0, that of the lane before, store the difference (about 3 lines)
  // END TODO
}

/// One warp averages one part of one row.
__global__ void average_parts(const std::uint8_t* __restrict__ image,
                              std::uint8_t* __restrict__ output, int width, int height) {
  const int x = blockIdx.x * kLanes + threadIdx.x;
  const int y = blockIdx.y * kWarps + threadIdx.y;
  if (y >= height) return;
  // TODO(lab06): pixel or 0, add up the warp, lane 0 tells all, divide, store (about 8 lines)
  // END TODO
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
