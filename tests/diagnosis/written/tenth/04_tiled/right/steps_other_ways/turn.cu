// Lab 04, turn: each thread stores at the mirrored place and reads its own place; dynamic memory.
#include <cooperative_groups.h>

#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

__global__ void __launch_bounds__(1024)
    mirror_rows(const float* __restrict__ input, float* __restrict__ output, int width,
                int height) {
  extern __shared__ float mirrored[];
  namespace cg = cooperative_groups;
  const cg::thread_block block = cg::this_thread_block();
  const int x = block.group_index().x * blockDim.x + threadIdx.x;
  const int y = block.group_index().y * blockDim.y + threadIdx.y;
  const int place = block.thread_rank();
  const int opposite = place + static_cast<int>(blockDim.x) - 1 - 2 * static_cast<int>(threadIdx.x);
  float value = 0.0f;
  if (x < width && y < height) value = input[y * width + x];
  mirrored[opposite] = value;
  block.sync();
  if (x < width && y < height) output[y * width + x] = mirrored[place];
}

}  // namespace

void turn_rows(const float* d_input, float* d_output, int width, int height, dim3 block,
               cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const std::size_t bytes = sizeof(float) * block.x * block.y;
  mirror_rows<<<grid, block, bytes, stream>>>(d_input, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
