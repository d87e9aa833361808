// Right: one kernel template with a type for the direction; the taps on either side of a pixel
// have sums of their own.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

struct AlongRow {
  static __device__ int length(int width, int) { return width; }
  static __device__ int step(int) { return 1; }
  static __device__ int place(int x, int) { return x; }
};

struct AlongColumn {
  static __device__ int length(int, int height) { return height; }
  static __device__ int step(int width) { return width; }
  static __device__ int place(int, int y) { return y; }
};

template <typename Direction>
__global__ void pass(const float* __restrict__ src, float* __restrict__ dst, int width, int height,
                     const float* __restrict__ weights, int taps, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int length = Direction::length(width, height), step = Direction::step(width);
  const int here = Direction::place(x, y), pixel = y * width + x;
  const auto value = [&](int distance) {  // of the pixel so many places further on
    const int nearest = min(max(here + distance, 0), length - 1) - here;
    const bool counts = nearest == distance || border == kit::Border::clamp;
    return counts ? src[pixel + nearest * step] : 0.0f;
  };
  // From the outermost pair of taps to the centre: one sum for either side.
  const int radius = taps / 2;
  float before = 0.0f, after = 0.0f;
  for (int k = radius; k > 0; --k) {
    before += weights[radius - k] * value(-k);
    after += weights[radius + k] * value(k);
  }
  dst[pixel] = before + weights[radius] * value(0) + after;
}

template <typename Direction>
void launch(const float* d_from, float* d_to, int width, int height, const float* d_weights,
            int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width - 1) / block.x + 1, (height - 1) / block.y + 1);
  pass<Direction><<<grid, block, 0, stream>>>(d_from, d_to, width, height, d_weights, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void separable_global(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* d_row_weights, const float* d_column_weights,
                      int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  launch<AlongRow>(d_input, d_workspace, width, height, d_row_weights, taps, border, block, stream);
  launch<AlongColumn>(d_workspace, d_output, width, height, d_column_weights, taps, border, block,
                      stream);
}

}  // namespace lab05
