/// @file
/// Lab 04, challenge, rung 3: a warp walks down a strip, its sums in registers. Read README.md.
/// There is no tile: every input row is fetched once per strip, while the row before it is added to
/// all output rows that it belongs to. Which lane has which pixel: kit/strip.hpp, whose q, t, k and
/// n these are.
///
///   y   the first input row of a step      r   kRadius
///   m   a sum: of output row y - r + m, or the m-th filter row from the lowest up
///   i   a column of the filter and of the window
///
/// A step of 3 rows and a 5x5 filter. An x: the input row has a product for this sum.
///
///      output row        input row   y   y + 1   y + 2
///      y - r       m = 0             x                    finished in this step
///      y - r + 1   m = 1             x     x              finished
///      y - r + 2   m = 2             x     x       x      finished
///      y - r + 3   m = 3             x     x       x
///      y - r + 4   m = 4             x     x       x
///      y - r + 5   m = 5                   x       x
///      y - r + 6   m = 6                           x      begins in this step
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "kit/strip.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

using kit::kColumns, kit::kStripWidth, kit::kWarp;
constexpr int kWidest = 17;  // filter with a kernel of its own

/// A filter as a kernel's argument: arguments lie in constant memory and need no copy of their own.
template <int kFilterWidth>
struct Weights {
  float at[kFilterWidth * kFilterWidth];
};

/// Rows of a step and rows of the tallest strip, chosen by measurement.
template <int kFilterWidth>
constexpr int kRowsOfStep = kFilterWidth == 5   ? 3
                            : kFilterWidth < 13 ? 2
                                                : 1;
template <int kFilterWidth>
constexpr int kTallestStrip = kFilterWidth == 3 ? 60 : 512;

/// Adds one row of input, which begins kRadius left of the thread's columns, to kFilterWidth sums
/// of each column, from sum[t][oldest] on. For the oldest of these output rows it is the lowest row
/// of the window.
template <int kFilterWidth, int kSums>
__device__ void add_row(float (&sum)[kColumns][kSums], int oldest, const float* row,
                        const Weights<kFilterWidth>& filter) {
#pragma unroll
  for (int m = 0; m < kFilterWidth; ++m) {
#pragma unroll
    for (int i = 0; i < kFilterWidth; ++i) {
      const float weight = filter.at[(kFilterWidth - 1 - m) * kFilterWidth + i];
#pragma unroll
      for (int t = 0; t < kColumns; ++t) sum[t][oldest + m] += weight * row[t + i];
    }
  }
}

/// One block, a single warp, computes a strip of kStripWidth columns and strip_height rows.
/// Before each step: `next` has the input rows y, y + 1 ...; sum[t][m] has the products of all
/// input rows above y; no lane reads `staged` any more.
template <int kFilterWidth>
__global__ void __launch_bounds__(kWarp, 1)
    convolve_strips(const float* input, float* output, int width, int height, kit::Border border,
                    int strip_height, const Weights<kFilterWidth> filter) {
  using G = kit::StripGeometry<kFilterWidth, kRowsOfStep<kFilterWidth>>;
  __shared__ __align__(16) float staged[G::kRows][G::kLoads * kWarp];
  __shared__ __align__(16) float finished[G::kRows][kStripWidth];
  const int lane = threadIdx.x;
  const kit::Strip strip = kit::strip_of_block(width, height, border, strip_height);
  int column[G::kLoads];
  kit::find_columns<G>(column, strip);
  float next[G::kRows][G::kLoads];
  kit::fetch<G>(next, column, input, strip, strip.top - G::kRadius);

  float sum[kColumns][G::kSums] = {};  // sum[t][m]: m rows below the oldest unfinished output row
  for (int y = strip.top - G::kRadius; y < strip.bottom + G::kRadius; y += G::kRows) {
#pragma unroll
    for (int q = 0; q < G::kRows; ++q) {
#pragma unroll
      for (int k = 0; k < G::kLoads; ++k) staged[q][lane + k * kWarp] = next[q][k];
    }
    kit::fetch<G>(next, column, input, strip, y + G::kRows);  // arrives while these rows are added
    __syncwarp();                                             // staged is complete
#pragma unroll
    for (int q = 0; q < G::kRows; ++q) {
      float window[G::kWindow];
      kit::read_window(window, &staged[q][kColumns * lane]);
      add_row<kFilterWidth>(sum, q, window + G::kHalo - G::kRadius, filter);
    }
#pragma unroll
    for (int q = 0; q < G::kRows; ++q) {
      *reinterpret_cast<float4*>(&finished[q][kColumns * lane]) =
          make_float4(sum[0][q], sum[1][q], sum[2][q], sum[3][q]);
    }
    __syncwarp();  // finished is complete, and staged is read no more
    kit::write<G>(output, finished, strip, y - G::kRadius);
#pragma unroll
    for (int t = 0; t < kColumns; ++t) {
#pragma unroll
      for (int m = 0; m < G::kSums; ++m) {
        sum[t][m] = m + G::kRows < G::kSums ? sum[t][m + G::kRows] : 0.0f;
      }
    }
  }
}

template <int kFilterWidth>
void launch(const float* d_input, float* d_output, int width, int height, const float* filter, int,
            kit::Border border, cudaStream_t stream) {
  Weights<kFilterWidth> weights;
  std::copy_n(filter, kFilterWidth * kFilterWidth, weights.at);
  const int strip_height = kit::choose_strip_height(convolve_strips<kFilterWidth>, width, height,
                                                    kTallestStrip<kFilterWidth>);
  const dim3 grid = kit::grid_of_strips(width, height, strip_height);
  convolve_strips<kFilterWidth>
      <<<grid, kWarp, 0, stream>>>(d_input, d_output, width, height, border, strip_height, weights);
  KIT_CHECK(cudaGetLastError());
}

/// Other widths: the kernel of stage tile, with a block whose tile fits for radii up to 31.
void fall_back(const float* d_input, float* d_output, int width, int height, const float* filter,
               int filter_width, kit::Border border, cudaStream_t stream) {
  convolve(d_input, d_output, width, height, filter, filter_width, border, dim3(32, 8), stream);
}

}  // namespace

void convolve_registers(const float* d_input, float* d_output, int width, int height,
                        const float* filter, int filter_width, kit::Border border,
                        cudaStream_t stream) {
  using Launcher = decltype(&fall_back);
  constexpr Launcher kLaunchers[] = {fall_back,  launch<3>,  launch<5>,  launch<7>, launch<9>,
                                     launch<11>, launch<13>, launch<15>, launch<17>};
  const Launcher launcher = filter_width <= kWidest ? kLaunchers[filter_width / 2] : fall_back;
  launcher(d_input, d_output, width, height, filter, filter_width, border, stream);
}

}  // namespace lab04
