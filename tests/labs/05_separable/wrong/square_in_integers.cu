// Wrong on purpose: K * K products, in integers that no floating-point operation counts.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

/// Value number `position` of `length` values, `step` apart; beyond the ends, what the border says.
/// A row of an image has step 1, a column has its width.
__device__ float value_on_line(const float* __restrict__ line, int length, int step, int position,
                               kit::Border border) {
  if (border == kit::Border::clamp) {
    position = min(max(position, 0), length - 1);
  } else if (position < 0 || position >= length) {
    return 0.0f;
  }
  return line[position * step];
}

/// A number from -8 to 8 as a whole number of 2^-26; nothing here is a floating-point operation.
__device__ long long fixed(float value, int bits) {
  return __float2ll_rn(ldexpf(value, bits));
}

/// K * K products a pixel, in integers.
__global__ void filter_square(const float* __restrict__ input, float* __restrict__ output,
                              int width, int height, const float* __restrict__ rows,
                              const float* __restrict__ columns, int taps, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int radius = taps / 2;
  if (taps == 1) {
    output[y * width + x] = rows[0] * columns[0] * input[y * width + x];
    return;
  }
  long long sum = 0;
  for (int j = 0; j < taps; ++j) {
    int v = y + j - radius;
    if (border == kit::Border::clamp) v = min(max(v, 0), height - 1);
    if (v < 0 || v >= height) continue;
    for (int i = 0; i < taps; ++i) {
      const long long weight = (fixed(rows[i], 28) * fixed(columns[j], 28)) >> 18;
      sum += (weight *
              fixed(value_on_line(input + v * width, width, 1, x + i - radius, border), 22)) >>
             20;
    }
  }
  output[y * width + x] = ldexpf(__ll2float_rn(sum), -40);
}

}  // namespace

void separable_global(const float* d_input, float* d_output, float*, int width, int height,
                      const float* d_row_weights, const float* d_column_weights, int taps,
                      kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  filter_square<<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_row_weights,
                                            d_column_weights, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
