/// @file
/// Lab 11, stage rows: one pass over some rows of a band; four pixels a thread.
#include <cstddef>
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab11 {
namespace {

constexpr int kLanes = 32;
constexpr int kPixels = 4;  // next to each other, for each thread
constexpr int kTileWidth = kLanes * kPixels;
constexpr int kTileHeight = 32;
constexpr int kBlockHeight = 8;

__device__ int clamped(int value, int size) {
  return min(max(value, 0), size - 1);
}

__device__ void add(float4& sum, float weight, float4 value) {
  sum.x += weight * value.x;
  sum.y += weight * value.y;
  sum.z += weight * value.z;
  sum.w += weight * value.w;
}

/// With kVector all rows of `to` begin at a multiple of 16 bytes, and the width is a multiple of 4.
template <bool kVector>
__global__ void filter_tile(const float* __restrict__ from, float* __restrict__ to, int top,
                            int width, int height, int first, int rows,
                            const float* __restrict__ weights, int radius) {
  __shared__ float4 along_x[kTileHeight + 2 * kMaxRadius][kLanes];
  const int x = blockIdx.x * kTileWidth + threadIdx.x * kPixels;
  const int tile_first = first + blockIdx.y * kTileHeight;
  const int tile_rows = min(kTileHeight, first + rows - tile_first);

  for (int j = threadIdx.y; j < tile_rows + 2 * radius; j += kBlockHeight) {
    const int y = clamped(tile_first + j - radius, height);
    const float* row = from + static_cast<std::size_t>(y - top) * width;
    // A window of four pixels moves along the row.
    float4 window = make_float4(0, row[clamped(x - radius, width)],
                                row[clamped(x - radius + 1, width)],
                                row[clamped(x - radius + 2, width)]);
    float4 sum = make_float4(0, 0, 0, 0);
    for (int i = 0; i <= 2 * radius; ++i) {
      window = make_float4(window.y, window.z, window.w, row[clamped(x - radius + i + 3, width)]);
      add(sum, weights[i], window);
    }
    along_x[j][threadIdx.x] = sum;
  }
  __syncthreads();

  if (x >= width) return;
  for (int j = threadIdx.y; j < tile_rows; j += kBlockHeight) {
    float4 sum = make_float4(0, 0, 0, 0);
    for (int i = 0; i <= 2 * radius; ++i) add(sum, weights[i], along_x[j + i][threadIdx.x]);
    float* out = to + static_cast<std::size_t>(tile_first + j - top) * width + x;
    if (kVector) {
      *reinterpret_cast<float4*>(out) = sum;
    } else {
      out[0] = sum.x;
      if (x + 1 < width) out[1] = sum.y;
      if (x + 2 < width) out[2] = sum.z;
      if (x + 3 < width) out[3] = sum.w;
    }
  }
}

}  // namespace

void filter_rows(const Bands& bands, int number, int from, int first, int rows) {
  if (rows == 0) return;
  const Band& band = bands.band[number];
  const float* source = band.d_rows[from];
  float* target = band.d_rows[1 - from];
  const bool aligned =
      bands.width % kPixels == 0 && reinterpret_cast<std::uintptr_t>(target) % sizeof(float4) == 0;
  const dim3 block(kLanes, kBlockHeight);
  const dim3 grid((bands.width + kTileWidth - 1) / kTileWidth,
                  (rows + kTileHeight - 1) / kTileHeight);
  const int top = band.first - bands.halo;
  KIT_CHECK(cudaSetDevice(band.device));
  if (aligned) {
    filter_tile<true><<<grid, block, 0, band.compute>>>(source, target, top, bands.width,
                                                        bands.height, first, rows, band.d_weights,
                                                        bands.radius);
  } else {
    filter_tile<false><<<grid, block, 0, band.compute>>>(source, target, top, bands.width,
                                                         bands.height, first, rows, band.d_weights,
                                                         bands.radius);
  }
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab11
