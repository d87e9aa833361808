/// @file
/// A warp walks down a strip of the image: which lane fetches and writes which pixel. For the last
/// rungs of labs 04 and 05; what is done with the rows is the lab's.
///
///   t   one of a lane's kColumns neighbouring columns       k   one of a lane's loads of a row
///   q   one of the kRows rows of a step                     n   a pixel of a row, from 0 on
///
/// A strip is kStripWidth pixels wide. One row of it, with the halo that its windows need:
///
///        kHalo |            kStripWidth = 32 * kColumns            | kHalo
///      +-------+-------+-------+-------- ... -------+-------+------+-------+
///      | L0 L1 | L2 L3   ...   L31 L0   ...   L31 L0   ...   L31   | L0 L1 |  fetch(): pixel n of
///      +-------+-------+-------+-------- ... -------+-------+------+-------+  all, by lane n % 32
///              |  L0   |  L1   |  L2       ...         L30  | L31  |          computes: kColumns
///      +-------+-------+-------+-------- ... -------+-------+------+-------+  pixels a lane
///      |<- kWindow of L0 ->|                                                  read_window()
///              |<- kWindow of L1 ->|
///
/// What holds from step to step, where y is the first row of the step:
///   - find_columns() settles the border along x once, fetch() along y in each row. Rows beyond the
///     strip's halo are fetched as zeros, so that the last step needs no test of its own;
///   - fetch() touches no shared memory. Between the lanes that fetch a row and those that compute
///     from it lies a row of shared memory, and __syncwarp();
///   - write() takes rows that finished kRadius rows above the fetched ones, and leaves out those
///     that another strip writes.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>

#include "kit/border.hpp"
#include "kit/cuda_check.hpp"

namespace kit {

/// Threads of a warp; a block is one.
inline constexpr int kWarp = 32;
/// Neighbouring outputs of a lane in x: one 16-byte access to shared memory.
inline constexpr int kColumns = 4;
inline constexpr int kStripWidth = kWarp * kColumns;  ///< pixels
inline constexpr int kShortestStrip = 8;              ///< rows

/// Sizes in floats and rows, for windows of kTaps x kTaps pixels and kRowsOfStep rows in a step.
template <int kTaps, int kRowsOfStep>
struct StripGeometry {
  static constexpr int kRows = kRowsOfStep;                   ///< of a step
  static constexpr int kRadius = kTaps / 2;                   ///< of a window
  static constexpr int kHalo = (kRadius + 3) / 4 * 4;         ///< in whole float4
  static constexpr int kSpan = kStripWidth + 2 * kHalo;       ///< a row of the strip with its halo
  static constexpr int kLoads = (kSpan + kWarp - 1) / kWarp;  ///< of a lane in a row
  static constexpr int kWindow = kColumns + 2 * kHalo;        ///< what a lane computes from
  static constexpr int kSums = kTaps + kRows - 1;             ///< output rows that a step adds to
};

/// Part of the image that one warp computes, and what stands around the image.
struct Strip {
  int left;      ///< its first column
  int top;       ///< its first row
  int bottom;    ///< the first row below it
  int width;     ///< of the image
  int height;    ///< of the image
  bool clamped;  ///< else the border is 0
};

/// The strip of this block: block (i, j) has the i-th from the left, the j-th from the top.
__device__ __forceinline__ Strip strip_of_block(int width, int height, Border border,
                                                int strip_height) {
  const int top = blockIdx.y * strip_height;
  return {int(blockIdx.x) * kStripWidth, top, min(top + strip_height, height), width, height,
          border == Border::clamp};
}

/// Columns of the input that this lane fetches in every row; -1 gives 0.
template <typename G>
__device__ __forceinline__ void find_columns(int (&column)[G::kLoads], const Strip& strip) {
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
__device__ __forceinline__ void fetch(float (&next)[G::kRows][G::kLoads],
                                      const int (&column)[G::kLoads], const float* input,
                                      const Strip& strip, int first) {
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
__device__ __forceinline__ void write(float* output, const float (&finished)[G::kRows][kStripWidth],
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

/// Reads kWindow floats from shared memory, 16 bytes at a time: `from` must be a multiple of that.
template <int kWindow>
__device__ __forceinline__ void read_window(float (&window)[kWindow], const float* from) {
#pragma unroll
  for (int n = 0; n < kWindow; n += 4) {
    const float4 four = *reinterpret_cast<const float4*>(from + n);
    window[n] = four.x, window[n + 1] = four.y, window[n + 2] = four.z, window[n + 3] = four.w;
  }
}

/// Rows of a strip, so that the grid fills the card just once (or a whole number of times): blocks
/// that are left over would keep a few multiprocessors busy while the others wait.
/// @param kernel   What is launched, in blocks of one warp.
/// @param tallest  A strip of more rows is cut into several.
/// @throws kit::CudaError if the device cannot be asked.
template <typename Kernel>
int choose_strip_height(Kernel kernel, int width, int height, int tallest) {
  int device = 0, multiprocessors = 0, blocks = 0;
  KIT_CHECK(cudaGetDevice(&device));
  KIT_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  KIT_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, kWarp, 0));
  const int across = (width + kStripWidth - 1) / kStripWidth;
  const int strips = std::max(1, blocks * multiprocessors / across);  // one above the other
  const int one_wave = (height + strips - 1) / strips;
  const int waves = (one_wave + tallest - 1) / tallest;
  return std::max(kShortestStrip, (height + strips * waves - 1) / (strips * waves));
}

/// One block for each strip of the image.
inline dim3 grid_of_strips(int width, int height, int strip_height) {
  return dim3((width + kStripWidth - 1) / kStripWidth, (height + strip_height - 1) / strip_height);
}

}  // namespace kit
