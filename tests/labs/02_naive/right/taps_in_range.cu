// Right: each thread finds which taps lie inside and loops over those; the taps outside of a
// clamped border have loops of their own.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

/// The part [begin, end) of the filter that lies inside [0, size) around `place`.
__device__ int2 inside(int place, int size, int taps) {
  const int r = taps / 2;
  return make_int2(max(0, r - place), min(taps, size - place + r));
}

__global__ void convolve_ranges(const float* __restrict__ in, float* __restrict__ out, int width,
                                int height, const float* __restrict__ filter, int taps,
                                bool repeat) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (!(x < width && y < height)) return;
  const int2 columns = inside(x, width, taps);
  const int2 rows = inside(y, height, taps);
  const int left = x - taps / 2;
  const int top = y - taps / 2;
  float sum = 0.0f;
  int j = repeat ? 0 : rows.x;
  const int last = repeat ? taps : rows.y;
  while (j < last) {
    const float* const weights = filter + j * taps;
    const float* const row = in + min(max(top + j, 0), height - 1) * width;
    if (repeat) {
      for (int i = 0; i < columns.x; ++i) sum += weights[i] * row[0];
      for (int i = columns.y; i < taps; ++i) sum += weights[i] * row[width - 1];
    }
    for (int i = columns.x; i < columns.y; ++i) sum += weights[i] * row[left + i];
    ++j;
  }
  out[y * width + x] = sum;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  convolve_ranges<<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter,
                                              filter_width, border == kit::Border::clamp);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
