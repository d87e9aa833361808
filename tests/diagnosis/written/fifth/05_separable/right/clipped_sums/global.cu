/// @file
/// Lab 05, stage global: one kernel template for both directions; the window is clipped beforehand.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

/// An axis as the kernel sees it: where a pixel stands on it, and how far its neighbours are away.
struct Axis {
  int place;   // of this thread's pixel
  int length;  // pixels on this line
  int step;    // floats from one to the next
};

template <bool kAlongRow>
__device__ Axis axis_of(int x, int y, int width, int height) {
  if constexpr (kAlongRow) {
    return Axis{x, width, 1};
  } else {
    return Axis{y, height, width};
  }
}

template <bool kAlongRow>
__global__ void filter_line(const float* __restrict__ source, float* __restrict__ target, int width,
                            int height, const float* __restrict__ weights, int taps,
                            kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    const int own = y * width + x;
    const Axis axis = axis_of<kAlongRow>(x, y, width, height);
    const int start = axis.place - taps / 2;  // may lie before the line
    const auto pixel = [&](int position) { return source[own + (position - axis.place) * axis.step]; };

    float sum = 0.0f;
    if (border == kit::Border::zero) {
      // Only the weights whose pixels exist: the others would add 0.
      const int end = min(taps, axis.length - start);
      for (int i = max(0, -start); i < end; ++i) sum += weights[i] * pixel(start + i);
    } else {
      int i = 0;
      while (i < taps) {
        const int position = start + i;
        sum += weights[i] * pixel(position < 0 ? 0 : position < axis.length ? position : axis.length - 1);
        ++i;
      }
    }
    target[own] = sum;
  }
}

template <bool kAlongRow>
void run_pass(const float* source, float* target, int width, int height, const float* weights,
              int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  dim3 grid;
  grid.x = (width - 1) / block.x + 1;
  grid.y = (height - 1) / block.y + 1;
  filter_line<kAlongRow>
      <<<grid, block, 0, stream>>>(source, target, width, height, weights, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void separable_global(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* d_row_weights, const float* d_column_weights,
                      int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  run_pass<true>(d_input, d_workspace, width, height, d_row_weights, taps, border, block, stream);
  run_pass<false>(d_workspace, d_output, width, height, d_column_weights, taps, border, block,
                  stream);
}

}  // namespace lab05
