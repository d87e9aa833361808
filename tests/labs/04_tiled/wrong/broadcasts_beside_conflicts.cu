// Wrong on purpose: reads of the tile conflict; broadcasts for show take less than they ask for.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

/// The filter of the launch that runs, as in lab 03.
__constant__ float filter_weights[kMaxFilterWidth * kMaxFilterWidth];

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

/// One thread computes output pixel (x, y) from the block's tile, which all threads of the block
/// load together. Dynamic shared memory: the tile, (block + 2 * radius) floats in x and in y.
__global__ void __launch_bounds__(1024)
    convolve_tiled(const float* __restrict__ input, float* __restrict__ output, int width,
                   int height, int filter_width, kit::Border border, int room) {
  extern __shared__ float tile[];
  const int radius = filter_width / 2;
  const int block_x = blockIdx.x * blockDim.x;  // the block's first pixel
  const int block_y = blockIdx.y * blockDim.y;
  const int pitch = blockDim.x + 2 * radius;  // floats from one row of the tile to the next
  const int rows = blockDim.y + 2 * radius;
  const int elements = pitch * rows;
  // Behind the tile, from the next multiple of 16 bytes on: zeros that all threads read.
  const float4* const show = reinterpret_cast<const float4*>(tile + (elements + 3) / 4 * 4);
  if (room && threadIdx.x == 0 && threadIdx.y == 0)
    *const_cast<float4*>(show) = make_float4(0, 0, 0, 0);

  // The tile has more elements than the block has threads: each thread loads every so-many-th.
  // Neighbouring threads load neighbouring elements, and the border is settled here for good.
  const int threads = blockDim.x * blockDim.y;
  for (int n = threadIdx.y * blockDim.x + threadIdx.x; n < elements; n += threads) {
    const int tile_y = n / pitch;
    const int tile_x = n - tile_y * pitch;
    tile[tile_x * rows + tile_y] = pixel_or_border(input, width, height, block_x + tile_x - radius,
                                                   block_y + tile_y - radius, border);
  }
  // A thread needs what others have loaded. Threads beyond the image come here too.
  __syncthreads();

  const int x = block_x + threadIdx.x;
  const int y = block_y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0.0f;
  volatile int kept = 0;
  for (int j = 0; j < filter_width; ++j) {
    for (int i = 0; i < filter_width; ++i) {
      for (int n = 0; room && n < 10; ++n) {
        const float4 nothing = show[kept];
        sum += nothing.x + nothing.y + nothing.z + nothing.w;
      }
      sum +=
          filter_weights[j * filter_width + i] * tile[(threadIdx.x + i) * rows + threadIdx.y + j];
    }
  }
  output[y * width + x] = sum;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t filter_bytes = sizeof(float) * filter_width * filter_width;
  KIT_CHECK(cudaMemcpyToSymbolAsync(filter_weights, filter, filter_bytes, 0, cudaMemcpyHostToDevice,
                                    stream));
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const int halo = filter_width / 2 * 2;  // on both sides together
  const std::size_t tile_bytes = sizeof(float) * (block.x + halo) * (block.y + halo);
  const int room = tile_bytes + 32 <= 48 * 1024;
  convolve_tiled<<<grid, block, tile_bytes + (room ? 32 : 0), stream>>>(
      d_input, d_output, width, height, filter_width, border, room);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
