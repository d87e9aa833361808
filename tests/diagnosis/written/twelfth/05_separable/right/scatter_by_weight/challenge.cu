/// @file
/// Lab 05, challenge: both passes in one kernel, kept in registers between. Read README.md first.
/// A warp walks down a strip, filters every input row along x, and adds the result at once to all
/// output rows that it belongs to.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

constexpr int kWarp = 32;
/// Neighbouring outputs of a thread in x: one 16-byte access to shared memory.
constexpr int kColumns = 4;
constexpr int kStripWidth = kWarp * kColumns;  // pixels
constexpr int kShortestStrip = 8;              // rows
constexpr int kWidest = 17;                    // vectors with a kernel of their own

/// Both vectors as a kernel's argument: arguments lie in constant memory and need no copy.
template <int kTaps>
struct Weights {
  float row[kTaps], column[kTaps];
};

/// Sizes in floats and rows. The first two were chosen by measurement.
template <int kTaps>
struct Geometry {
  static constexpr int kRows = kTaps == 5 || kTaps == 17 ? 3 : 2;  // per step
  static constexpr int kTallestStrip = kTaps == 3 ? 60 : 512;
  static constexpr int kRadius = kTaps / 2;
  static constexpr int kHalo = (kRadius + 3) / 4 * 4;  // in whole float4
  static constexpr int kSpan = kStripWidth + 2 * kHalo;
  static constexpr int kLoads = (kSpan + kWarp - 1) / kWarp;
  static constexpr int kWindow = kColumns + 2 * kHalo;
  static constexpr int kSums = kTaps + kRows - 1;  // unfinished output rows
};

/// Part of the image that one warp computes, and what stands around the image.
struct Strip {
  int left, top, bottom;  // bottom: the first row below it
  int width, height;      // of the image
  bool clamped;           // else the border is 0
};

/// Columns of the input that this lane fetches in every row; -1 gives 0.
template <typename G>
__device__ void find_columns(int (&column)[G::kLoads], const Strip& strip) {
#pragma unroll
  for (int k = 0; k < G::kLoads; ++k) {
    const int n = threadIdx.x + k * kWarp;
    const int x = strip.left - G::kHalo + n;
    const int nearest = min(max(x, 0), strip.width - 1);
    column[k] = n < G::kSpan && (strip.clamped || x == nearest) ? nearest : -1;
  }
}

/// Fetches rows first, first + 1 ... of the strip with its halo into registers. The input is not
/// __restrict__: a load through the read-only path may be moved past __syncwarp(), down to where
/// its value is used, and compilers do so to save registers. An ordinary load stays ahead of the
/// work that is to hide it.
template <typename G>
__device__ void fetch(float (&next)[G::kRows][G::kLoads], const int (&column)[G::kLoads],
                      const float* input, const Strip& strip, int first) {
#pragma unroll
  for (int q = 0; q < G::kRows; ++q) {
    const int y = first + q;
    const int nearest = min(max(y, 0), strip.height - 1);
    const bool needed = y < strip.bottom + G::kRadius && (strip.clamped || y == nearest);
    const float* const row = input + nearest * strip.width;
#pragma unroll
    for (int k = 0; k < G::kLoads; ++k) {
      next[q][k] = needed && column[k] >= 0 ? row[column[k]] : 0.0f;
    }
  }
}

/// Writes finished rows first, first + 1 ..., as far as they belong to the strip. A store of the
/// warp covers 32 neighbouring pixels, wherever the row begins in memory.
template <typename G>
__device__ void write(float* output, const float (&finished)[G::kRows][kStripWidth],
                      const Strip& strip, int first) {
#pragma unroll
  for (int q = 0; q < G::kRows; ++q) {
    const int y = first + q;
    if (y < strip.top || y >= strip.bottom) continue;
#pragma unroll
    for (int n = threadIdx.x; n < kStripWidth; n += kWarp) {
      if (strip.left + n < strip.width) output[y * strip.width + strip.left + n] = finished[q][n];
    }
  }
}

/// Reads kWindow floats from shared memory, 16 bytes at a time.
template <int kWindow>
__device__ void read_window(float (&window)[kWindow], const float* staged) {
#pragma unroll
  for (int n = 0; n < kWindow; n += 4) {
    const float4 four = *reinterpret_cast<const float4*>(staged + n);
    window[n] = four.x, window[n + 1] = four.y, window[n + 2] = four.z, window[n + 3] = four.w;
  }
}

/// Filters one row of input, which begins kRadius left of the thread's columns, along x and adds
/// the result to the kTaps sums of every column that it belongs to. Weight 0 is for the lowest.
template <int kTaps, int kSums>
__device__ void add_row(float (&sum)[kColumns][kSums], int oldest, const float* row,
                        const Weights<kTaps>& weights) {
  float filtered[kColumns] = {};
#pragma unroll
  for (int i = 0; i < kTaps; ++i) {
    const float weight = weights.row[i];
#pragma unroll
    for (int t = 0; t < kColumns; ++t) filtered[t] = fmaf(weight, row[i + t], filtered[t]);
  }
  // The row is tap j of the output row kTaps - 1 - j below the oldest one that needs it.
#pragma unroll
  for (int j = 0; j < kTaps; ++j) {
    const float weight = weights.column[j];
#pragma unroll
    for (int t = 0; t < kColumns; ++t) {
      float& to = sum[t][oldest + kTaps - 1 - j];
      to = fmaf(weight, filtered[t], to);
    }
  }
}

/// One block, a single warp, computes a strip of kStripWidth columns and strip_height rows.
template <int kTaps>
__global__ void __launch_bounds__(kWarp)
    filter_strips(const float* input, float* output, int width, int height, kit::Border border,
                  int strip_height, const Weights<kTaps> weights) {
  using G = Geometry<kTaps>;
  __shared__ __align__(16) float staged[G::kRows][G::kLoads * kWarp];
  __shared__ __align__(16) float finished[G::kRows][kStripWidth];
  const int lane = threadIdx.x;
  const int top = blockIdx.y * strip_height;
  const Strip strip{
      int(blockIdx.x) * kStripWidth, top, min(top + strip_height, height), width, height,
      border == kit::Border::clamp};
  int column[G::kLoads];
  find_columns<G>(column, strip);
  float next[G::kRows][G::kLoads];
  fetch<G>(next, column, input, strip, top - G::kRadius);

  float sum[kColumns][G::kSums] = {};  // sum[t][m]: m rows below the oldest unfinished output row
  for (int y = top - G::kRadius; y < strip.bottom + G::kRadius; y += G::kRows) {
#pragma unroll
    for (int n = 0; n < G::kRows * G::kLoads; ++n) {
      const int q = n / G::kLoads, k = n % G::kLoads;
      staged[q][lane + k * kWarp] = next[q][k];
    }
    fetch<G>(next, column, input, strip, y + G::kRows);  // arrives while these rows are added
    __syncwarp();                                        // staged is complete
#pragma unroll
    for (int q = 0; q < G::kRows; ++q) {
      float window[G::kWindow];
      read_window(window, staged[q] + kColumns * lane);
      add_row(sum, q, &window[G::kHalo - G::kRadius], weights);
      // Row q of the sums has just got its last value.
      reinterpret_cast<float4*>(finished[q])[lane] = {sum[0][q], sum[1][q], sum[2][q], sum[3][q]};
    }
    __syncwarp();  // finished is complete, and staged is read no more
    write<G>(output, finished, strip, y - G::kRadius);
#pragma unroll
    for (float(&column_sums)[G::kSums] : sum) {
#pragma unroll
      for (int m = G::kRows; m < G::kSums; ++m) column_sums[m - G::kRows] = column_sums[m];
#pragma unroll
      for (int m = G::kSums - G::kRows; m < G::kSums; ++m) column_sums[m] = 0.0f;
    }
  }
}

/// Rows of a strip, so that the grid fills the card just once (or a whole number of times): blocks
/// that are left over would keep a few multiprocessors busy while the others wait.
template <int kTaps>
int choose_strip_height(int width, int height) {
  int device = 0, multiprocessors = 0, blocks = 0;
  KIT_CHECK(cudaGetDevice(&device));
  KIT_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  KIT_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, filter_strips<kTaps>, kWarp, 0));
  const int across = (width + kStripWidth - 1) / kStripWidth;
  const int strips = std::max(1, blocks * multiprocessors / across);  // one above the other
  const int tallest = Geometry<kTaps>::kTallestStrip;
  const int one_wave = (height + strips - 1) / strips;
  const int waves = (one_wave + tallest - 1) / tallest;
  return std::max(kShortestStrip, (height + strips * waves - 1) / (strips * waves));
}

template <int kTaps>
void launch(const float* d_input, float* d_output, int width, int height, const float* row_weights,
            const float* column_weights, int, kit::Border border, cudaStream_t stream) {
  Weights<kTaps> weights;
  std::copy_n(row_weights, kTaps, weights.row);
  std::copy_n(column_weights, kTaps, weights.column);
  const int strip_height = choose_strip_height<kTaps>(width, height);
  const dim3 grid((width + kStripWidth - 1) / kStripWidth,
                  (height + strip_height - 1) / strip_height);
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
