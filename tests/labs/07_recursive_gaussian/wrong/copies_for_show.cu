// Wrong on purpose: a thread per row; coalesced copies beside it make the mean look good.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr int kAhead = 16;  // pixels of a column that a thread asks for before it needs them

struct Cascade {
  float p, e1, e2;
  float end[3][3];
};

/// Loads and stores for show: each warp reads and writes neighbouring values again and again.
__global__ void show(const float* input, float* output, int pixels, int times) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= pixels) return;
  volatile float* const out = output;
  const volatile float* const in = input;
  for (int n = 0; n < times; ++n) out[i] = in[i];
}

/// One thread filters one column, in place, with Boundary::exact. A step waits for the one before
/// it; its load does not have to, so kAhead loads are on their way together.
/// Neighbouring threads have neighbouring columns, so that a warp reads 32 neighbouring pixels at
/// each step.
__global__ void filter_lines(float* image, int lines, int height, int from, int width,
                             Cascade filter) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= lines) return;
  image += x * from;
  const float last = image[(height - 1) * width];
  float u = image[0], w = u, d = 0.0f;
  const auto step = [&](float sample) {
    u += filter.p * (sample - u);
    d = filter.e1 * (u - w) + filter.e2 * d;
    return w += d;
  };
  for (int y = 0; y < height; y += kAhead) {
    float ahead[kAhead];
    for (int i = 0; i < kAhead; ++i) ahead[i] = image[min(y + i, height - 1) * width];
    for (int i = 0; i < kAhead && y + i < height; ++i) image[(y + i) * width] = step(ahead[i]);
  }
  const float far_u = u - last, far_w = w - last, far_d = d;
  const auto end = [&](int row) {
    return filter.end[row][0] * far_u + filter.end[row][1] * far_w + filter.end[row][2] * far_d;
  };
  u = last + end(0);
  w = last + end(1);
  d = end(2);
  for (int y = height - 1; y >= 0; y -= kAhead) {
    float ahead[kAhead];
    for (int i = 0; i < kAhead; ++i) ahead[i] = image[max(y - i, 0) * width];
    for (int i = 0; i < kAhead && y - i >= 0; ++i) image[(y - i) * width] = step(ahead[i]);
  }
}

}  // namespace

void filter_transposed(const float* d_input, float* d_output, int width, int height,
                       const Coefficients& coefficients, float*, int lines_per_block,
                       cudaStream_t stream) {
  Cascade filter{float(coefficients.p), float(coefficients.e1), float(coefficients.e2), {}};
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) filter.end[row][k] = float(coefficients.end_cascade[row][k]);
  }
  const auto blocks = [&](int lines) { return (lines + lines_per_block - 1) / lines_per_block; };
  show<<<(width * height + 255) / 256, 256, 0, stream>>>(d_input, d_output, width * height, 90);
  KIT_CHECK(cudaGetLastError());
  filter_lines<<<blocks(height), lines_per_block, 0, stream>>>(d_output, height, width, width, 1,
                                                               filter);
  KIT_CHECK(cudaGetLastError());
  filter_lines<<<blocks(width), lines_per_block, 0, stream>>>(d_output, width, height, 1, width,
                                                              filter);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab07
