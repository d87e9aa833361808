/// @file
/// Lab 04, challenge, rung 2: a row of the window in registers, 4 x 4 outputs a thread. Read
/// README.md first. Rung 1 reads a value once for each column of the filter; here it is read once
/// for all, with its three right neighbours, and serves outputs beside and below one another.
///
///   q, t   row and column of one of a thread's kRows x kColumns outputs
///   m      a row of the tile, from the thread's first one on
///   j, i   row and column of the filter
///
/// One row of the tile for a thread with a 7x7 filter, kRadius 3, kHalo 4. A group of four is
/// aligned to 16 bytes and comes with one read. Under it the pixels that output column t needs,
/// with i from 0 to 6; all output rows q with 0 <= m - q < 7 use them.
///
///          |<-- kHalo -->|  kColumns   |   kHalo     |
///      | 0   1   2   3 | 4   5   6   7 | 8   9  10  11 |   window, kWindow = 12 floats
///            ~~~~~~~~~~~~~~~~~~~~~~~~~                     t = 0: 1 to 7
///                ~~~~~~~~~~~~~~~~~~~~~~~~~                 t = 1: 2 to 8
///                    ~~~~~~~~~~~~~~~~~~~~~~~~~             t = 2: 3 to 9
///                        ~~~~~~~~~~~~~~~~~~~~~~~~~         t = 3: 4 to 10
#include <algorithm>
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "kit/strip.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

using kit::kColumns, kit::kWarp;
constexpr int kWidest = 17;               // filter with a kernel of its own
constexpr int kWarps = 4;                 // of a block, one below the other
constexpr int kRows = 4;                  // outputs of a thread, one below the other
constexpr int kWidth = kWarp * kColumns;  // outputs of a block in x
constexpr int kHeight = kWarps * kRows;   // and in y

/// A filter as a kernel's argument: arguments lie in constant memory and need no copy of their own.
template <int kFilterWidth>
struct Weights {
  float at[kFilterWidth * kFilterWidth];
};

/// The value at (x, y), which may lie outside the image: then what the border puts there.
__device__ float pixel_or_border(const float* __restrict__ image, int width, int height, int x,
                                 int y, kit::Border border) {
  if (border == kit::Border::clamp) {
    x = min(max(x, 0), width - 1);
    y = min(max(y, 0), height - 1);
  } else if (x < 0 || x >= width || y < 0 || y >= height) {
    return 0.0f;
  }
  return image[y * width + x];
}

/// Adds one row of pixels, of which the first is the leftmost that the thread needs, to one row of
/// sums, with one row of the filter.
template <int kFilterWidth>
__device__ void add_row(float (&sum)[kColumns], const float* row, const float* weights) {
#pragma unroll
  for (int i = 0; i < kFilterWidth; ++i) {
#pragma unroll
    for (int t = 0; t < kColumns; ++t) sum[t] += weights[i] * row[t + i];
  }
}

/// Stores kColumns neighbouring pixels of a row: at once where they begin at a multiple of 16 bytes
/// and all lie in the image, else one by one.
__device__ void store_row(float* __restrict__ output, int width, int x, int y,
                          const float (&sum)[kColumns]) {
  float* const to = output + y * width + x;
  if (x + kColumns <= width && reinterpret_cast<std::uintptr_t>(to) % sizeof(float4) == 0) {
    *reinterpret_cast<float4*>(to) = make_float4(sum[0], sum[1], sum[2], sum[3]);
    return;
  }
#pragma unroll
  for (int t = 0; t < kColumns; ++t)
    if (x + t < width) to[t] = sum[t];
}

/// A block computes kWidth x kHeight pixels, a thread kRows x kColumns of them. Before it reads row
/// m of its window: sum[q] has the products of the filter rows j < m - q.
template <int kFilterWidth>
__global__ void __launch_bounds__(kWarp* kWarps)
    convolve_row_windows(const float* __restrict__ input, float* __restrict__ output, int width,
                         int height, kit::Border border, const Weights<kFilterWidth> filter) {
  constexpr int kRadius = kFilterWidth / 2;
  constexpr int kPitch = (kWidth + 2 * kRadius + 3) / 4 * 4;  // rows begin at 16 bytes
  constexpr int kElements = kPitch * (kHeight + 2 * kRadius);
  constexpr int kWindow = (kColumns + 2 * kRadius + 3) / 4 * 4;  // whole float4
  __shared__ __align__(16) float tile[kElements];
  const int left = blockIdx.x * kWidth, top = blockIdx.y * kHeight;  // the block's first pixel
  for (int n = threadIdx.y * kWarp + threadIdx.x; n < kElements; n += kWarp * kWarps) {
    tile[n] = pixel_or_border(input, width, height, left + n % kPitch - kRadius,
                              top + n / kPitch - kRadius, border);
  }
  __syncthreads();

  const int first_x = threadIdx.x * kColumns, first_y = threadIdx.y * kRows;  // in the tile
  float sum[kRows][kColumns] = {};
#pragma unroll
  for (int m = 0; m < kRows + 2 * kRadius; ++m) {
    float window[kWindow];
    const float4* const row =
        reinterpret_cast<const float4*>(tile + (first_y + m) * kPitch + first_x);
#pragma unroll
    for (int k = 0; k < kWindow / 4; ++k) {
      const float4 four = row[k];
      window[4 * k] = four.x;
      window[4 * k + 1] = four.y;
      window[4 * k + 2] = four.z;
      window[4 * k + 3] = four.w;
    }
#pragma unroll
    for (int q = 0; q < kRows; ++q) {
      const int j = m - q;
      if (j < 0 || j >= kFilterWidth) continue;
      add_row<kFilterWidth>(sum[q], window, filter.at + j * kFilterWidth);
    }
  }

#pragma unroll
  for (int q = 0; q < kRows; ++q) {
    const int y = top + first_y + q;
    if (y < height) store_row(output, width, left + first_x, y, sum[q]);
  }
}

template <int kFilterWidth>
void launch(const float* d_input, float* d_output, int width, int height, const float* filter, int,
            kit::Border border, cudaStream_t stream) {
  Weights<kFilterWidth> weights;
  std::copy_n(filter, kFilterWidth * kFilterWidth, weights.at);
  const dim3 block(kWarp, kWarps);
  const dim3 grid((width + kWidth - 1) / kWidth, (height + kHeight - 1) / kHeight);
  convolve_row_windows<kFilterWidth>
      <<<grid, block, 0, stream>>>(d_input, d_output, width, height, border, weights);
  KIT_CHECK(cudaGetLastError());
}

/// Other widths: the kernel of stage tile, with a block whose tile fits for radii up to 31.
void fall_back(const float* d_input, float* d_output, int width, int height, const float* filter,
               int filter_width, kit::Border border, cudaStream_t stream) {
  convolve(d_input, d_output, width, height, filter, filter_width, border, dim3(32, 8), stream);
}

}  // namespace

void convolve_windows(const float* d_input, float* d_output, int width, int height,
                      const float* filter, int filter_width, kit::Border border,
                      cudaStream_t stream) {
  using Launcher = decltype(&fall_back);
  constexpr Launcher kLaunchers[] = {fall_back,  launch<3>,  launch<5>,  launch<7>, launch<9>,
                                     launch<11>, launch<13>, launch<15>, launch<17>};
  const Launcher launcher = filter_width <= kWidest ? kLaunchers[filter_width / 2] : fall_back;
  launcher(d_input, d_output, width, height, filter, filter_width, border, stream);
}

}  // namespace lab04
