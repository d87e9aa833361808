/// @file
/// Lab 08, stage algorithm_c: the whole filter, iterations by recursion on the host.
#include "pipeline.cuh"

namespace lab08 {

void edge_aware(const uchar4* d_image, float4* d_output, int width, int height,
                const Parameters& parameters, void* d_workspace, cudaStream_t stream) {
  const auto pixels = std::size_t(width) * height;
  Carver workspace(d_workspace);
  auto* const d_pixels = workspace.take<float4>(pixels);
  auto* const d_between = workspace.take<float4>(pixels);
  auto* const d_column_spacing = workspace.take<float>(pixels);
  auto* const d_row_spacing = workspace.take<float>(pixels);
  auto* const d_starts = workspace.take<State>(0);  // the rest
  transform(d_image, d_pixels, d_row_spacing, d_column_spacing, width, height, parameters.sigma_s,
            parameters.sigma_r, stream);
  const Pipeline pipeline{parameters,
                          {rows(width, height), d_row_spacing},
                          {columns(width, height), d_column_spacing},
                          d_starts,
                          stream};
  pipeline.run(parameters.iterations, d_pixels, d_between, d_output);
}

}  // namespace lab08
