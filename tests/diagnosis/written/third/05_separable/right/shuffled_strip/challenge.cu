/// @file
/// Lab 05, challenge: a block is one warp that walks down a strip of 32 columns. A row of the input
/// is loaded once into registers and filtered by shuffles; the last filtered rows stay in a ring in
/// shared memory, where each lane reads only what it wrote itself.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

constexpr unsigned kAll = 0xffffffffu;
constexpr int kLanes = 32;
constexpr int kStrip = 96;  // output rows of a block
constexpr int kRing = 128;  // a power of two, at least kMaxTaps
constexpr int kPieces = (kLanes + kMaxTaps - 1 + kLanes - 1) / kLanes;
static_assert(kRing >= kMaxTaps);

__constant__ float constant_row[kMaxTaps];
__constant__ float constant_column[kMaxTaps];

/// The filtered row at column first_x + lane. All lanes take part.
__device__ float filter_row(const float* __restrict__ row, int width, int first_x, int lane,
                            int taps, kit::Border border) {
  float piece[kPieces + 1];
#pragma unroll
  for (int p = 0; p < kPieces; ++p) {
    const int wanted = first_x - taps / 2 + p * kLanes + lane;
    const int x = min(max(wanted, 0), width - 1);
    const bool counts = p * kLanes + lane < kLanes + taps - 1 &&
                        (x == wanted || border == kit::Border::clamp);
    piece[p] = counts ? row[x] : 0.0f;
  }
  piece[kPieces] = 0.0f;

  float sum = 0.0f;
#pragma unroll
  for (int p = 0; p < kPieces; ++p) {
    const int here = min(taps - p * kLanes, kLanes);
    for (int i = 0; i < here; ++i) {
      const int from = (lane + i) % kLanes;
      const float near = __shfl_sync(kAll, piece[p], from);
      const float far = __shfl_sync(kAll, piece[p + 1], from);
      sum += constant_row[p * kLanes + i] * (lane + i < kLanes ? near : far);
    }
  }
  return sum;
}

__global__ void walk_down(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height, int taps, kit::Border border) {
  __shared__ float ring[kRing][kLanes];
  const int lane = threadIdx.x;
  const int first_x = blockIdx.x * kLanes;
  const int first_y = blockIdx.y * kStrip;
  const int end_y = min(first_y + kStrip, height);
  const int radius = taps / 2;

  for (int step = 0; first_y + step < end_y + 2 * radius; ++step) {
    const int wanted = first_y + step - radius;
    const int y = min(max(wanted, 0), height - 1);
    const bool counts = y == wanted || border == kit::Border::clamp;
    ring[step % kRing][lane] =
        counts ? filter_row(input + y * width, width, first_x, lane, taps, border) : 0.0f;

    const int oldest = step - 2 * radius;
    if (oldest < 0 || first_x + lane >= width) continue;
    float sum = 0.0f;
    for (int j = 0; j < taps; ++j) sum += constant_column[j] * ring[(oldest + j) % kRing][lane];
    output[(first_y + oldest) * width + first_x + lane] = sum;
  }
}

}  // namespace

void separable_fused(const float* d_input, float* d_output, int width, int height,
                     const float* row_weights, const float* column_weights, int taps,
                     kit::Border border, cudaStream_t stream) {
  const std::size_t bytes = sizeof(float) * taps;
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(constant_row, row_weights, bytes, 0, cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(constant_column, column_weights, bytes, 0,
                                    cudaMemcpyHostToDevice, stream));
  const dim3 grid((width + kLanes - 1) / kLanes, (height + kStrip - 1) / kStrip);
  walk_down<<<grid, kLanes, 0, stream>>>(d_input, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
