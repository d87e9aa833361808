// Lab 05, challenge: a block walks down a strip of 32 columns. Its filtered rows are in a ring in
// shared memory, so that only the strip's first outputs pay for rows above it.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

constexpr int kColumns = 32;
constexpr int kWarps = 16;                       // output rows of a step
constexpr int kSteps = 8;                        // of a strip
constexpr int kRing = kWarps + kMaxTaps - 1;     // rows that a step needs

__constant__ float row_constants[kMaxTaps];
__constant__ float column_constants[kMaxTaps];

template <bool kClamp>
__global__ void walk_down(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height, int taps) {
  __shared__ float ring[kRing][kColumns];
  const int lane = threadIdx.x, warp = threadIdx.y;
  const int x = blockIdx.x * kColumns + lane;
  const int radius = taps / 2;
  const int top = blockIdx.y * kWarps * kSteps;
  const int bottom = min(top + kWarps * kSteps, height);

  // Row number n of the strip is row top - radius + n of the image, and stands in the ring's row
  // n % kRing.
  const auto filter_row = [&](int n) {
    const int y = top - radius + n;
    float sum = 0.0f;
    if (kClamp || (y >= 0 && y < height)) {
      const float* const row = input + min(max(y, 0), height - 1) * width;
      for (int i = 0; i < taps; ++i) {
        const int place = x + i - radius;
        const int nearest = min(max(place, 0), width - 1);
        if (kClamp || nearest == place) sum += row_constants[i] * row[nearest];
      }
    }
    ring[n % kRing][lane] = sum;
  };

  for (int n = warp; n < 2 * radius; n += kWarps) filter_row(n);
  for (int y0 = top; y0 < bottom; y0 += kWarps) {
    const int n = y0 - top + warp;  // the first row of this warp's window
    filter_row(n + 2 * radius);
    __syncthreads();
    if (x < width && y0 + warp < bottom) {
      float sum = 0.0f;
      int place = n % kRing;
      for (int j = 0; j < taps; ++j) {
        sum += column_constants[j] * ring[place][lane];
        if (++place == kRing) place = 0;
      }
      output[(y0 + warp) * width + x] = sum;
    }
    __syncthreads();  // before the next step overwrites the oldest rows
  }
}

}  // namespace

void separable_fused(const float* d_input, float* d_output, int width, int height,
                     const float* row_weights, const float* column_weights, int taps,
                     kit::Border border, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(row_constants, row_weights, taps * sizeof *row_weights, 0,
                                    cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(column_constants, column_weights, taps * sizeof *column_weights,
                                    0, cudaMemcpyHostToDevice, stream));
  const int strip = kWarps * kSteps;
  const dim3 grid((width + kColumns - 1) / kColumns, (height + strip - 1) / strip);
  const auto kernel = border == kit::Border::clamp ? walk_down<true> : walk_down<false>;
  kernel<<<grid, dim3(kColumns, kWarps), 0, stream>>>(d_input, d_output, width, height, taps);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
