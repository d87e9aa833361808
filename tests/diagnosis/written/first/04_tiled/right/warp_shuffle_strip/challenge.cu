/// @file
/// Lab 04, challenge: no tile. A warp walks down a strip of columns; each lane loads one pixel of
/// each row and gets its neighbours' by shuffles. Lanes at both ends only serve the others.
#include <cstring>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

template <int kFilterWidth>
struct Weights {
  float at[kFilterWidth * kFilterWidth];
};

constexpr int kLanes = 32;
constexpr int kWarps = 4;
constexpr int kRows = 8;  // of outputs of a warp
constexpr unsigned kAll = 0xffffffffu;

template <int kFilterWidth>
__global__ void __launch_bounds__(kLanes* kWarps)
    correlate_strip(const float* __restrict__ input, float* __restrict__ output, int width,
                    int height, const Weights<kFilterWidth> weights, bool clamped) {
  constexpr int kRadius = kFilterWidth / 2;
  constexpr int kUseful = kLanes - 2 * kRadius;  // lanes that have an output
  const int lane = threadIdx.x;
  const int x = blockIdx.x * kUseful + lane - kRadius;
  const int top = (blockIdx.y * kWarps + threadIdx.y) * kRows;
  if (top >= height) return;  // the whole warp

  const int near_x = min(max(x, 0), width - 1);
  float sums[kRows];
#pragma unroll
  for (int k = 0; k < kRows; ++k) sums[k] = 0.0f;

#pragma unroll
  for (int row = 0; row < kRows + 2 * kRadius; ++row) {
    const int y = top + row - kRadius;
    const int near_y = min(max(y, 0), height - 1);
    float own = 0.0f;
    if (clamped || (x == near_x && y == near_y)) own = input[near_y * width + near_x];
    __syncwarp();
#pragma unroll
    for (int i = 0; i < kFilterWidth; ++i) {
      // Lanes without an output get some other lane's pixel, which is not used.
      const float value = __shfl_sync(kAll, own, (lane + i - kRadius) & (kLanes - 1));
#pragma unroll
      for (int k = 0; k < kRows; ++k)
        if (row - k >= 0 && row - k < kFilterWidth)
          sums[k] = fmaf(weights.at[(row - k) * kFilterWidth + i], value, sums[k]);
    }
  }

  if (lane < kRadius || lane >= kLanes - kRadius || x >= width) return;
#pragma unroll
  for (int k = 0; k < kRows; ++k)
    if (top + k < height) output[(top + k) * width + x] = sums[k];
}

template <int kFilterWidth>
void launch(const float* d_input, float* d_output, int width, int height, const float* filter,
            kit::Border border, cudaStream_t stream) {
  Weights<kFilterWidth> weights;
  std::memcpy(weights.at, filter, sizeof weights.at);
  constexpr int kAcross = kLanes - 2 * (kFilterWidth / 2);
  constexpr int kDown = kWarps * kRows;
  const dim3 grid((width + kAcross - 1) / kAcross, (height + kDown - 1) / kDown);
  correlate_strip<kFilterWidth><<<grid, dim3(kLanes, kWarps), 0, stream>>>(
      d_input, d_output, width, height, weights, border == kit::Border::clamp);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void convolve_registers(const float* d_input, float* d_output, int width, int height,
                        const float* filter, int filter_width, kit::Border border,
                        cudaStream_t stream) {
  using Launch =
      void (*)(const float*, float*, int, int, const float*, kit::Border, cudaStream_t);
  static constexpr Launch kByRadius[] = {nullptr,    launch<3>,  launch<5>,  launch<7>, launch<9>,
                                         launch<11>, launch<13>, launch<15>, launch<17>};
  const int radius = filter_width / 2;
  if (radius >= 1 && radius <= 8)
    kByRadius[radius](d_input, d_output, width, height, filter, border, stream);
  else
    convolve(d_input, d_output, width, height, filter, filter_width, border, dim3(16, 16), stream);
}

}  // namespace lab04
