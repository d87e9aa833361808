// Lab 02. Zero border: the loops are cut to the part of the filter that lies inside the image, so
// they need no test. Clamped border: the coordinates are limited one by one.
#include <cooperative_groups.h>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace cg = cooperative_groups;
namespace {

__device__ __forceinline__ int limit(int value, int last) { return min(max(value, 0), last); }

__global__ void convolve_cut(const float* __restrict__ input, float* __restrict__ output, int width,
                             int height, const float* __restrict__ filter, int filter_width,
                             kit::Border border) {
  const cg::thread_block block = cg::this_thread_block();
  const dim3 group = block.group_index();
  const dim3 thread = block.thread_index();
  const int x = group.x * blockDim.x + thread.x;
  const int y = group.y * blockDim.y + thread.y;
  if (x >= width || y >= height) return;
  const int left = x - filter_width / 2;
  const int top = y - filter_width / 2;

  float sum = 0.0f;
  if (border == kit::Border::zero) {
    const int j_end = min(filter_width, height - top);
    const int i_end = min(filter_width, width - left);
    for (int j = max(0, -top); j < j_end; ++j) {
      const float* const line = input + (top + j) * width;
      for (int i = max(0, -left); i < i_end; ++i) {
        sum += __ldg(filter + j * filter_width + i) * __ldg(line + (left + i));
      }
    }
  } else {
    for (int j = 0; j < filter_width; ++j) {
      const float* const line = input + limit(top + j, height - 1) * width;
      for (int i = 0; i < filter_width; ++i) {
        sum += __ldg(filter + j * filter_width + i) * __ldg(line + limit(left + i, width - 1));
      }
    }
  }
  output[y * width + x] = sum;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  convolve_cut<<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter, filter_width,
                                           border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
