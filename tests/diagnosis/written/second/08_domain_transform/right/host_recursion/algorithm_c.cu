/// @file
/// Lab 08, stage algorithm_c: the whole filter, many blocks for a stripe. Read README.md first.
#include <cstddef>

#include "lab.hpp"

namespace lab08 {
namespace {

/// All iterations up to `iteration`, the earlier ones first.
template <typename Filter>
void iterate(int iteration, const Filter& filter) {
  if (iteration == 0) return;
  iterate(iteration - 1, filter);
  filter(iteration);
}

}  // namespace

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

  struct Pass {
    const float4* from;
    const float* spacing;
    float4* to;
    Lines lines;
  };
  const auto& [sigma_s, sigma_r, iterations, window, blocks, kappa, start] = parameters;
  State* const starts = blocks == 1 ? nullptr : d_starts;
  // The image stays where the last rows have left it: d_output holds what goes between iterations.
  iterate(iterations, [&, s = double(sigma_s), n = iterations, k = kappa, w = window, b = blocks,
                       from_where = start](int i) {
    const double sigma = sigma_of_iteration(s, i, n);
    const auto recursion = make_recursion(sigma);
    const Pass passes[] = {
        {i == 1 ? d_pixels : d_output, d_row_spacing, d_rows, rows(width, height)},
        {d_rows, d_column_spacing, d_output, columns(width, height)}};
    for (const auto& [from, spacing, to, lines] : passes) {
      if (starts) {
        boundary_starts(from, spacing, starts, lines, recursion, b, float(k * sigma), from_where,
                        stream);
      }
      filter_stripes(from, spacing, to, lines, recursion, w, b, starts, stream);
    }
  });
}

}  // namespace lab08
