// Lab 05, stage constant: both vectors in one struct in constant memory; grids of limited size whose
// threads go on to further pixels.
#include <algorithm>
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

template <typename Body>
__device__ void for_my_pixels(int width, int height, Body body) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height; y += gridDim.y * blockDim.y) {
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width; x += gridDim.x * blockDim.x) {
      body(x, y);
    }
  }
}

__global__ void filter_rows(const float* input, float* output, int width, int height, int taps,
                            kit::Border border) {
  for_my_pixels(width, height, [=](int x, int y) {
    float sum = 0.0f;
    for (int i = taps - 1; i >= 0; --i) {
      const int px = x + i - taps / 2;
      if (px >= 0 && px < width) {
        sum += weights.row[i] * input[y * width + px];
      } else if (border == kit::Border::clamp) {
        sum += weights.row[i] * input[y * width + (px < 0 ? 0 : width - 1)];
      }
    }
    output[y * width + x] = sum;
  });
}

__global__ void filter_columns(const float* input, float* output, int width, int height, int taps,
                               kit::Border border) {
  for_my_pixels(width, height, [=](int x, int y) {
    float sum = 0.0f;
    for (int j = taps - 1; j >= 0; --j) {
      const int py = y + j - taps / 2;
      if (py >= 0 && py < height) {
        sum += weights.column[j] * input[py * width + x];
      } else if (border == kit::Border::clamp) {
        sum += weights.column[j] * input[(py < 0 ? 0 : height - 1) * width + x];
      }
    }
    output[y * width + x] = sum;
  });
}

}  // namespace

void separable_constant(const float* d_input, float* d_output, float* d_workspace, int width,
                        int height, const float* row_weights, const float* column_weights, int taps,
                        kit::Border border, dim3 block, cudaStream_t stream) {
  const auto copy = [=](const float* from, std::size_t offset) {
    KIT_CHECK(cudaMemcpyToSymbolAsync(weights, from, taps * sizeof *from, offset,
                                      cudaMemcpyHostToDevice, stream));
  };
  copy(row_weights, offsetof(Weights, row));
  copy(column_weights, offsetof(Weights, column));

  const dim3 grid(std::min((width - 1) / block.x + 1, 256u),
                  std::min((height - 1) / block.y + 1, 64u));
  filter_rows<<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
  filter_columns<<<grid, block, 0, stream>>>(d_workspace, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
