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

  const Parameters& p = parameters;
  const int passes = 2 * p.iterations;
  for (int pass = 0; pass < passes; ++pass) {
    const bool in_rows = pass % 2 == 0;
    const double sigma = sigma_of_iteration(p.sigma_s, pass / 2 + 1, p.iterations);
    const Recursion recursion = make_recursion(sigma);
    const Lines lines = in_rows ? rows(width, height) : columns(width, height);
    const float4* const d_from = in_rows ? d_pixels : d_rows;
    const float* const d_spacing = in_rows ? d_row_spacing : d_column_spacing;
    float4* const d_to = pass + 1 == passes ? d_output : in_rows ? d_rows : d_pixels;
    const State* d_given = nullptr;
    if (p.blocks_per_stripe > 1) {
      boundary_starts(d_from, d_spacing, d_starts, lines, recursion, p.blocks_per_stripe,
                      static_cast<float>(p.kappa * sigma), p.start, stream);
      d_given = d_starts;
    }
    filter_stripes(d_from, d_spacing, d_to, lines, recursion, p.window, p.blocks_per_stripe,
                   d_given, stream);
  }
}

}  // namespace lab08
