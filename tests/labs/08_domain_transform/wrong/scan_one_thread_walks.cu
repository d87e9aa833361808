// Every pixel is right, but one thread walks along each line, beside threads that read one pixel.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kForShow = 16;  // threads of a line, of which one works

/// As in line.cu: one thread walks along one line and back. The others read one pixel.
__global__ void walk(const float4* __restrict__ input, const float* __restrict__ spacing,
                     float4* output, Lines lines, Recursion recursion) {
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= lines.count) return;
  int place = line * lines.line_step;
  if (threadIdx.y != 0) {
    (void)*(const volatile float*)&input[place].x;
    return;
  }
  float4 before = input[place];
  State state = {};
  output[place] = add_real(before, state);
  for (int k = 1; k < lines.length; ++k) {
    place += lines.pixel_step;
    const float4 here = input[place];
    advance(state, recursion, spacing[place], before, here);
    output[place] = add_real(here, state);
    before = here;
  }
  state = {};
  output[place] = add_real(output[place], state);
  for (int k = lines.length - 2; k >= 0; --k) {
    const float delta = spacing[place];
    place -= lines.pixel_step;
    const float4 here = input[place];
    advance(state, recursion, delta, before, here);
    output[place] = add_real(output[place], state);
    before = here;
  }
}

void filter_serially(const uchar4* d_image, float4* d_output, int width, int height, float sigma_s,
                     float sigma_r, int iterations, void* d_workspace, cudaStream_t stream) {
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
    const auto filter = [&](const float4* d_from, const float* d_spacing, float4* d_to,
                            const Lines& lines) {
      const dim3 block(32, kForShow);
      walk<<<(lines.count + 31) / 32, block, 0, stream>>>(d_from, d_spacing, d_to, lines,
                                                          recursion);
      KIT_CHECK(cudaGetLastError());
    };
    filter(d_input, d_row_spacing, d_rows, rows(width, height));
    filter(d_rows, d_column_spacing, d_output, columns(width, height));
    d_input = d_output;
  }
}

}  // namespace
void edge_aware_scan(const uchar4* d_image, float4* d_output, int width, int height, float sigma_s,
                     float sigma_r, int iterations, void* d_workspace, cudaStream_t stream) {
  filter_serially(d_image, d_output, width, height, sigma_s, sigma_r, iterations, d_workspace,
                  stream);
}

}  // namespace lab08
