// Lab 05: tiles in shared memory. In the first pass the block loads its tile as one long array.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

struct Weights {
  float row[kMaxTaps];
  float column[kMaxTaps];
};
__constant__ Weights weights;

__device__ float value_on_line(const float* __restrict__ line, int length, int step, int position,
                               kit::Border border) {
  if (border == kit::Border::clamp) {
    position = min(max(position, 0), length - 1);
  } else if (position < 0 || position >= length) {
    return 0.0f;
  }
  return line[position * step];
}

// Tile: blockDim.y rows of blockDim.x + 2 * radius floats, loaded in the order of their addresses.
__global__ void filter_rows(const float* __restrict__ input, float* __restrict__ output, int width,
                            int height, int taps, kit::Border border) {
  extern __shared__ float tile[];
  const int radius = taps / 2;
  const int left = blockIdx.x * blockDim.x, top = blockIdx.y * blockDim.y;
  const int pitch = blockDim.x + 2 * radius;
  const int floats = pitch * blockDim.y;
  const int threads = blockDim.x * blockDim.y;

  for (int k = threadIdx.y * blockDim.x + threadIdx.x; k < floats; k += threads) {
    const int row = k / pitch;
    const int column = k - row * pitch;
    if (top + row < height) {
      tile[k] = value_on_line(input + (top + row) * width, width, 1, left + column - radius, border);
    }
  }
  __syncthreads();

  const int x = left + threadIdx.x, y = top + threadIdx.y;
  if (x >= width || y >= height) return;
  const float* const window = tile + threadIdx.y * pitch + threadIdx.x;
  float sum = 0.0f;
  for (int i = 0; i < taps; ++i) sum += weights.row[i] * window[i];
  output[y * width + x] = sum;
}

// Tile: blockDim.y + 2 * radius rows of blockDim.x floats, filled from the bottom up.
__global__ void filter_columns(const float* __restrict__ input, float* __restrict__ output,
                               int width, int height, int taps, kit::Border border) {
  extern __shared__ float tile[];
  const int radius = taps / 2;
  const int top = blockIdx.y * blockDim.y;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int pitch = blockDim.x;
  const int threads_down = blockDim.y;
  const int last_row = threads_down + 2 * radius - 1;

  for (int row = last_row - int(threadIdx.y); row >= 0 && x < width; row -= threads_down) {
    tile[row * pitch + threadIdx.x] =
        value_on_line(input + x, height, width, top + row - radius, border);
  }
  __syncthreads();

  const int y = top + threadIdx.y;
  if (x >= width || y >= height) return;
  const float* const window = tile + threadIdx.y * pitch + threadIdx.x;
  float sum = 0.0f;
  for (int j = 0; j < taps; ++j) sum += weights.column[j] * window[j * pitch];
  output[y * width + x] = sum;
}

}  // namespace

void separable_shared(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* row_weights, const float* column_weights, int taps,
                      kit::Border border, dim3 block, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(weights, row_weights, taps * sizeof(float),
                                    offsetof(Weights, row), cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(weights, column_weights, taps * sizeof(float),
                                    offsetof(Weights, column), cudaMemcpyHostToDevice, stream));

  const dim3 grid((width - 1) / block.x + 1, (height - 1) / block.y + 1);
  const unsigned wider = taps - 1;  // the halo of both sides; taps is odd
  const auto bytes = [](unsigned columns, unsigned rows) {
    return std::size_t(columns) * rows * sizeof(float);
  };
  filter_rows<<<grid, block, bytes(block.x + wider, block.y), stream>>>(d_input, d_workspace, width,
                                                                        height, taps, border);
  KIT_CHECK(cudaGetLastError());
  filter_columns<<<grid, block, bytes(block.x, block.y + wider), stream>>>(
      d_workspace, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
