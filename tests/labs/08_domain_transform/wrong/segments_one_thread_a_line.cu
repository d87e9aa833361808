/// Lab 08, wrong version of the challenge's first rung: the filter of stage line does the work, one
/// thread per line.
#include <cstddef>

#include "lab.hpp"

namespace lab08 {

void edge_aware_segments(const uchar4* d_image, float4* d_output, int width, int height,
                         float sigma_s, float sigma_r, int iterations, void* d_workspace,
                         cudaStream_t stream) {
  const std::size_t pixels = std::size_t(width) * height;
  float4* const d_pixels = static_cast<float4*>(d_workspace);
  float4* const d_rows = d_pixels + pixels;
  float* const d_row_spacing = reinterpret_cast<float*>(d_rows + pixels);
  float* const d_column_spacing = d_row_spacing + pixels;
  transform(d_image, d_pixels, d_row_spacing, d_column_spacing, width, height, sigma_s, sigma_r,
            stream);
  const float4* d_input = d_pixels;
  for (int iteration = 1; iteration <= iterations; ++iteration) {
    const Recursion recursion = make_recursion(sigma_of_iteration(sigma_s, iteration, iterations));
    filter_lines(d_input, d_row_spacing, d_rows, rows(width, height), recursion, Form::h, stream);
    filter_lines(d_rows, d_column_spacing, d_output, columns(width, height), recursion, Form::h,
                 stream);
    d_input = d_output;
  }
}

}  // namespace lab08
