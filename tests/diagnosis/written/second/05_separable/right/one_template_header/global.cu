#include "along.cuh"
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

template <kit::Border border>
void both_passes(const float* d_input, float* d_output, float* d_workspace, int2 size,
                 const float* d_row_weights, const float* d_column_weights, int taps, dim3 block,
                 cudaStream_t stream) {
  dim3 grid;
  grid.x = (size.x - 1) / block.x + 1;
  grid.y = (size.y - 1) / block.y + 1;
  filter_along<Direction::across, border>
      <<<grid, block, 0, stream>>>(d_input, d_workspace, size, d_row_weights, taps);
  KIT_CHECK(cudaGetLastError());
  filter_along<Direction::down, border>
      <<<grid, block, 0, stream>>>(d_workspace, d_output, size, d_column_weights, taps);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void separable_global(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* d_row_weights, const float* d_column_weights,
                      int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const auto run = border == kit::Border::zero ? both_passes<kit::Border::zero>
                                               : both_passes<kit::Border::clamp>;
  run(d_input, d_output, d_workspace, make_int2(width, height), d_row_weights, d_column_weights,
      taps, block, stream);
}

}  // namespace lab05
