/// @file
/// Lab 02, stage kernel: every thread's sum has a slot of its own in dynamic shared memory; one loop over
/// all the weights, which carries i and j along.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

extern __shared__ float sums[];  // blockDim.x * blockDim.y, one per thread; nobody looks at another's

__global__ void convolve_slots(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, const float* __restrict__ filter,
                               int filter_width, bool clamp) {
  const int x0 = int(blockIdx.x * blockDim.x + threadIdx.x) - filter_width / 2;
  const int y0 = int(blockIdx.y * blockDim.y + threadIdx.y) - filter_width / 2;
  const int x = x0 + filter_width / 2;
  const int y = y0 + filter_width / 2;
  if (!(x < width && y < height)) return;

  float* const mine = sums + threadIdx.y * blockDim.x + threadIdx.x;
  *mine = 0.0f;
  for (int tap = 0, i = 0, j = 0; tap != filter_width * filter_width; ++tap) {
    const int sx = max(0, min(x0 + i, width - 1));
    const int sy = max(0, min(y0 + j, height - 1));
    if (clamp || (sx == x0 + i && sy == y0 + j)) {
      *mine = fmaf(filter[tap], input[sy * width + sx], *mine);
    }
    if (++i == filter_width) {
      i = 0;
      ++j;
    }
  }
  output[y * width + x] = *mine;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  dim3 grid;
  grid.x = width / block.x + (width % block.x != 0);
  grid.y = height / block.y + (height % block.y != 0);
  const unsigned shared_bytes = block.x * block.y * sizeof(float);
  convolve_slots<<<grid, block, shared_bytes, stream>>>(d_input, d_output, width, height, d_filter,
                                                        filter_width,
                                                        border == kit::Border::clamp);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
