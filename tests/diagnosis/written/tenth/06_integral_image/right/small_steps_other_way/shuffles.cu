// Lab 06, stage shuffles: warps are numbered through, one for each part of the image.
#include <cooperative_groups.h>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

namespace cg = cooperative_groups;

constexpr int kLanes = 32;
constexpr int kWarps = 4;

// Where a warp's part is.
struct Part {
  int start;   // its first pixel in the image
  int length;  // 1 to 32; 0: there is no such part
};

__device__ Part part_of_warp(int width, int height) {
  const int parts_of_row = (width + kLanes - 1) / kLanes;
  const int number = blockIdx.x * kWarps + threadIdx.x / kLanes;
  const int y = number / parts_of_row;
  const int x = number % parts_of_row * kLanes;
  if (y >= height) return {0, 0};
  return {y * width + x, min(kLanes, width - x)};
}

__global__ void differences(const std::uint8_t* __restrict__ image,
                            std::uint8_t* __restrict__ output, int width, int height) {
  const auto warp = cg::tiled_partition<kLanes>(cg::this_thread_block());
  const Part part = part_of_warp(width, height);
  if (part.length == 0) return;  // the whole warp
  const int lane = warp.thread_rank();
  const bool takes_part = lane < part.length;
  const int own = takes_part ? image[part.start + lane] : 0;
  const int left = warp.shfl_up(own, 1);
  const int difference = lane > 0 ? (own > left ? own - left : left - own) : 0;
  if (takes_part) output[part.start + lane] = std::uint8_t(difference);
}

__global__ void means(const std::uint8_t* __restrict__ image, std::uint8_t* __restrict__ output,
                      int width, int height) {
  const auto warp = cg::tiled_partition<kLanes>(cg::this_thread_block());
  const Part part = part_of_warp(width, height);
  if (part.length == 0) return;
  const int lane = warp.thread_rank();
  int sum = lane < part.length ? image[part.start + lane] : 0;
  // A butterfly: every lane has the sum at the end, nothing to tell the others.
  for (int mask = kLanes / 2; mask > 0; mask >>= 1) sum += warp.shfl_xor(sum, mask);
  if (lane < part.length) {
    output[part.start + lane] = std::uint8_t((2 * sum + part.length) / (2 * part.length));
  }
}

unsigned blocks_for(int width, int height) {
  const unsigned parts = unsigned((width + kLanes - 1) / kLanes) * unsigned(height);
  return (parts + kWarps - 1) / kWarps;
}

}  // namespace

void differences_in_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width,
                          int height, cudaStream_t stream) {
  differences<<<blocks_for(width, height), kLanes * kWarps, 0, stream>>>(d_image, d_output, width,
                                                                         height);
  KIT_CHECK(cudaGetLastError());
}

void means_of_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width, int height,
                    cudaStream_t stream) {
  means<<<blocks_for(width, height), kLanes * kWarps, 0, stream>>>(d_image, d_output, width,
                                                                   height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
