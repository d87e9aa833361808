// Lab 05, stage global.
#include "lab.hpp"
#include "line.cuh"

namespace lab05 {
namespace {

template <bool kVertical>
__global__ void correlate_axis(const float* __restrict__ in, float* __restrict__ out, int width,
                               int height, const float* __restrict__ weights, int taps,
                               kit::Border border) {
  detail::for_each_pixel(width, height, [&](int x, int y) {
    const auto weight = [weights](int k) { return __ldg(weights + k); };
    const detail::StridedLine line =
        kVertical ? detail::StridedLine{in + x, height, width}
                  : detail::StridedLine{in + y * width, width, 1};
    out[y * width + x] = detail::correlate(line, kVertical ? y : x, taps, border, weight);
  });
}

}  // namespace

void separable_global(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* d_row_weights, const float* d_column_weights,
                      int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid = detail::grid_of(width, height, block);
  correlate_axis<false><<<grid, block, 0, stream>>>(d_input, d_workspace, width, height,
                                                    d_row_weights, taps, border);
  LAB_LAUNCH_CHECK();
  correlate_axis<true><<<grid, block, 0, stream>>>(d_workspace, d_output, width, height,
                                                   d_column_weights, taps, border);
  LAB_LAUNCH_CHECK();
}

}  // namespace lab05
