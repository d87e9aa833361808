/// @file
/// Lab 05, challenge: both passes in one kernel, kept in registers between. Read README.md first.
/// A warp walks down a strip, filters every input row along x, and adds the result at once to all
/// output rows that it belongs to. Which lane has which pixel: kit/strip.hpp, whose q, t, k and n
/// these are.
///
///   y   the first input row of a step      m   a sum: of output row y - kRadius + m
///   i   a tap of the row's vector
///
/// A step of 2 rows and 3 taps. An x: the filtered row has a product for this sum.
///
///      output row        filtered row   y   y + 1
///      y - 1       m = 0                x            finished in this step
///      y           m = 1                x     x      finished
///      y + 1       m = 2                x     x
///      y + 2       m = 3                      x      begins in this step
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "kit/strip.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

using kit::kColumns, kit::kStripWidth, kit::kWarp;
constexpr int kWidest = 17;  // vectors with a kernel of their own

/// Both vectors as a kernel's argument: arguments lie in constant memory and need no copy.
template <int kTaps>
struct Weights {
  float row[kTaps], column[kTaps];
};

/// Rows of a step and rows of the tallest strip, chosen by measurement.
template <int kTaps>
constexpr int kRowsOfStep = kTaps == 5 || kTaps == 17 ? 3 : 2;
template <int kTaps>
constexpr int kTallestStrip = kTaps == 3 ? 60 : 512;

/// Filters one row of input, which begins kRadius left of the thread's columns, along x and adds
/// the result to the kTaps sums of every column that it belongs to. Weight 0 is for the lowest.
template <int kTaps, int kSums>
__device__ void add_row(float (&sum)[kColumns][kSums], int oldest, const float* row,
                        const Weights<kTaps>& weights) {
  // TODO(lab05): filter the row, add the result to kTaps sums (about 8 lines)
  // END TODO
}

/// One block, a single warp, computes a strip of kStripWidth columns and strip_height rows.
/// Before each step: `next` has the input rows y, y + 1 ...; sum[t][m] has the products of all
/// filtered rows above y; no lane reads `staged` any more.
template <int kTaps>
__global__ void __launch_bounds__(kWarp)
    filter_strips(const float* input, float* output, int width, int height, kit::Border border,
                  int strip_height, const Weights<kTaps> weights) {
  using G = kit::StripGeometry<kTaps, kRowsOfStep<kTaps>>;
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
    // TODO(lab05): stage these rows, fetch the next ones, add these (about 13 lines)
    // END TODO
    // TODO(lab05): write finished rows, move the sums on (about 14 lines)
    // END TODO
  }
}

template <int kTaps>
void launch(const float* d_input, float* d_output, int width, int height, const float* row_weights,
            const float* column_weights, int, kit::Border border, cudaStream_t stream) {
  Weights<kTaps> weights;
  std::copy_n(row_weights, kTaps, weights.row);
  std::copy_n(column_weights, kTaps, weights.column);
  const int strip_height =
      kit::choose_strip_height(filter_strips<kTaps>, width, height, kTallestStrip<kTaps>);
  const dim3 grid = kit::grid_of_strips(width, height, strip_height);
  filter_strips<kTaps>
      <<<grid, kWarp, 0, stream>>>(d_input, d_output, width, height, border, strip_height, weights);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void separable_fused(const float* d_input, float* d_output, int width, int height,
                     const float* row_weights, const float* column_weights, int taps,
                     kit::Border border, cudaStream_t stream) {
  using Launcher = decltype(&separable_rolling);
  constexpr Launcher kLaunchers[] = {separable_rolling, launch<3>,  launch<5>,
                                     launch<7>,         launch<9>,  launch<11>,
                                     launch<13>,        launch<15>, launch<17>};
  const Launcher launcher = taps <= kWidest ? kLaunchers[taps / 2] : separable_rolling;
  launcher(d_input, d_output, width, height, row_weights, column_weights, taps, border, stream);
}

}  // namespace lab05
