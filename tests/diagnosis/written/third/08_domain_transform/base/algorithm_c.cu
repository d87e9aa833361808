/// @file
/// Lab 08, stage algorithm_c: the whole filter, many blocks for a stripe. Read README.md first.
#include <cstddef>

#include "lab.hpp"

namespace lab08 {

void edge_aware(const uchar4* d_image, float4* d_output, int width, int height,
                const Parameters& parameters, void* d_workspace, cudaStream_t stream) {
  const std::size_t pixels = std::size_t(width) * height;
  float4* const d_pixels = static_cast<float4*>(d_workspace);
  float4* const d_rows = d_pixels + pixels;  // after the rows of an iteration
  float* const d_row_spacing = reinterpret_cast<float*>(d_rows + pixels);
  float* const d_column_spacing = d_row_spacing + pixels;
  State* const d_starts = reinterpret_cast<State*>(d_column_spacing + pixels);

  transform(d_image, d_pixels, d_row_spacing, d_column_spacing, width, height, parameters.sigma_s,
            parameters.sigma_r, stream);

  const int blocks = parameters.blocks_per_stripe;
  for (int i = 1; i <= parameters.iterations; ++i) {
    const double sigma = sigma_of_iteration(parameters.sigma_s, i, parameters.iterations);
    const Recursion recursion = make_recursion(sigma);
    const float reach = float(parameters.kappa * sigma);
    const auto filter = [&](const float4* d_from, const float* d_spacing, float4* d_to,
                            Lines lines) {
      if (blocks > 1) {
        boundary_starts(d_from, d_spacing, d_starts, lines, recursion, blocks, reach,
                        parameters.start, stream);
      }
      filter_stripes(d_from, d_spacing, d_to, lines, recursion, parameters.window, blocks,
                     blocks > 1 ? d_starts : nullptr, stream);
    };
    filter(d_pixels, d_row_spacing, d_rows, rows(width, height));
    filter(d_rows, d_column_spacing, i == parameters.iterations ? d_output : d_pixels,
           columns(width, height));
  }
}

}  // namespace lab08
