#include <cooperative_groups.h>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

namespace cg = cooperative_groups;
using Warp = cg::thread_block_tile<32, cg::thread_block>;

// One warp per part, parts numbered row by row; the blocks are one-dimensional.
template <typename Work>
__global__ void for_each_part(const std::uint8_t* __restrict__ image,
                              std::uint8_t* __restrict__ output, int width, int parts,
                              int parts_of_row, Work work) {
  const Warp warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int part = blockIdx.x * warp.meta_group_size() + warp.meta_group_rank();
  if (part >= parts) return;  // the whole warp
  const int y = part / parts_of_row, start = part % parts_of_row * 32;
  const int count = min(32, width - start), lane = warp.thread_rank();
  const int place = y * width + start + lane;
  const int value = lane < count ? image[place] : 0;
  const int result = work(warp, value, count);
  if (lane < count) output[place] = std::uint8_t(result);
}

struct Difference {
  __device__ int operator()(const Warp& warp, int value, int) const {
    const int left = warp.shfl(value, max(int(warp.thread_rank()) - 1, 0));
    return max(value, left) - min(value, left);
  }
};

struct Mean {
  __device__ int operator()(const Warp& warp, int value, int count) const {
    // With an exclusive-or every lane ends with the sum: no broadcast.
    for (int bit = 1; bit < 32; bit <<= 1) value += warp.shfl_xor(value, bit);
    return (value + count / 2) / count;
  }
};

template <typename Work>
void run(const std::uint8_t* d_image, std::uint8_t* d_output, int width, int height,
         cudaStream_t stream) {
  const int parts_of_row = (width - 1) / 32 + 1;
  const int parts = parts_of_row * height;
  for_each_part<<<(parts - 1) / 4 + 1, 128, 0, stream>>>(d_image, d_output, width, parts,
                                                         parts_of_row, Work{});
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void differences_in_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width,
                          int height, cudaStream_t stream) {
  run<Difference>(d_image, d_output, width, height, stream);
}

void means_of_parts(const std::uint8_t* d_image, std::uint8_t* d_output, int width, int height,
                    cudaStream_t stream) {
  run<Mean>(d_image, d_output, width, height, stream);
}

}  // namespace lab06
