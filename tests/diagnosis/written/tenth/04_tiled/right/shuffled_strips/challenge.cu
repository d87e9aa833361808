// Lab 04, challenge: a warp walks down a strip. Each lane loads one pixel of the row and gets its
// neighbours by shuffles; the lanes of the halo on both sides load and shuffle, but store nothing.
#include <cooperative_groups.h>

#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

namespace lab04 {
namespace {

template <int kFilterWidth>
struct Weights {
  float at[kFilterWidth][kFilterWidth];
};

constexpr int kLanes = 32;
constexpr int kWarps = 4;  // of a block, below one another
constexpr int kStripRows = 32;

template <int kFilterWidth>
__global__ void __launch_bounds__(kLanes * kWarps)
    shuffle_strips(const float* __restrict__ input, float* __restrict__ output, int width,
                   int height, const __grid_constant__ Weights<kFilterWidth> weights, bool clamp) {
  constexpr int kRadius = kFilterWidth / 2;
  constexpr int kUseful = kLanes - 2 * kRadius;  // lanes that compute a column
  const auto warp = cg::tiled_partition<kLanes>(cg::this_thread_block());
  const int lane = warp.thread_rank();
  const int x = static_cast<int>(blockIdx.x) * kUseful + lane - kRadius;
  const int begin = (blockIdx.y * kWarps + warp.meta_group_rank()) * kStripRows;
  if (begin >= height) return;  // the whole warp
  const int end = min(begin + kStripRows, height);
  const bool stores = lane >= kRadius && lane < kLanes - kRadius && x < width;
  const bool column_inside = x >= 0 && x < width;
  const float* const column = input + min(max(x, 0), width - 1);

  float sums[kFilterWidth] = {};  // sums[k] belongs to output row (row - kRadius + k)
  for (int row = begin - kRadius; row < end + kRadius; ++row) {
    float pixel = 0.0f;
    if (clamp || (column_inside && row >= 0 && row < height))
      pixel = column[min(max(row, 0), height - 1) * width];

#pragma unroll
    for (int i = 0; i < kFilterWidth; ++i) {
      // Lanes of the halo get something of no use (the lane number wraps) and store nothing.
      const float neighbour = warp.shfl(pixel, (lane + i - kRadius) & (kLanes - 1));
#pragma unroll
      for (int k = 0; k < kFilterWidth; ++k)
        sums[k] = fmaf(weights.at[kFilterWidth - 1 - k][i], neighbour, sums[k]);
    }

    const int done = row - kRadius;
    if (stores && done >= begin) output[done * width + x] = sums[0];
#pragma unroll
    for (int k = 1; k < kFilterWidth; ++k) sums[k - 1] = sums[k];
    sums[kFilterWidth - 1] = 0.0f;
  }
}

template <int kFilterWidth>
void run(const float* d_input, float* d_output, int width, int height, const float* filter,
         kit::Border border, cudaStream_t stream) {
  Weights<kFilterWidth> weights;
  std::copy_n(filter, kFilterWidth * kFilterWidth, &weights.at[0][0]);
  constexpr int kColumns = kLanes - 2 * (kFilterWidth / 2);
  constexpr int kRows = kWarps * kStripRows;
  const dim3 grid((width - 1) / kColumns + 1, (height - 1) / kRows + 1);
  shuffle_strips<kFilterWidth><<<grid, kLanes * kWarps, 0, stream>>>(
      d_input, d_output, width, height, weights, border == kit::Border::clamp);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void convolve_registers(const float* d_input, float* d_output, int width, int height,
                        const float* filter, int filter_width, kit::Border border,
                        cudaStream_t stream) {
  using Run = void (*)(const float*, float*, int, int, const float*, kit::Border, cudaStream_t);
  static constexpr Run kRuns[] = {nullptr, run<3>,  run<5>,  run<7>, run<9>,
                                  run<11>, run<13>, run<15>, run<17>};
  const int radius = filter_width / 2;
  if (radius >= 1 && radius <= 8)
    kRuns[radius](d_input, d_output, width, height, filter, border, stream);
  else
    convolve(d_input, d_output, width, height, filter, filter_width, border, dim3(16, 16), stream);
}

}  // namespace lab04
