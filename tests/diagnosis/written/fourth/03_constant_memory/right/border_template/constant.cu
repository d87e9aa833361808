/// @file
/// Lab 03, stage constant: the border is a template parameter, chosen by the launcher. Each row of
/// the filter is summed by itself; the zero border cuts the loops instead of asking for each tap.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

__constant__ float c_weights[kMaxFilterWidth][kMaxFilterWidth];

template <kit::Border kBorder>
__global__ void convolve_constant(const float* __restrict__ input, float* __restrict__ output,
                                  int width, int height, int filter_width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int r = filter_width >> 1;
  if (x < width && y < height) {
    // The rows of the filter stand without gaps, so the matrix is used as a line.
    const float* const weights = &c_weights[0][0];
    float total = 0.0f;
    for (int j = 0; j < filter_width; ++j) {
      int row = y + j - r;
      if constexpr (kBorder == kit::Border::clamp) {
        row = max(0, min(row, height - 1));
      } else {
        if (row < 0 || row >= height) continue;
      }
      float line = 0.0f;
      for (int i = 0; i < filter_width; ++i) {
        int column = x + i - r;
        const float weight = weights[j * filter_width + i];
        if constexpr (kBorder == kit::Border::clamp) {
          column = max(0, min(column, width - 1));
          line += weight * input[row * width + column];
        } else if (static_cast<unsigned>(column) < static_cast<unsigned>(width)) {
          line += weight * input[row * width + column];
        }
      }
      total += line;
    }
    output[y * width + x] = total;
  }
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(c_weights, filter, sizeof(float) * filter_width * filter_width, 0,
                                    cudaMemcpyHostToDevice, stream));
  dim3 grid;
  grid.x = width / block.x + (width % block.x != 0);
  grid.y = height / block.y + (height % block.y != 0);
  if (border == kit::Border::clamp) {
    convolve_constant<kit::Border::clamp>
        <<<grid, block, 0, stream>>>(d_input, d_output, width, height, filter_width);
  } else {
    convolve_constant<kit::Border::zero>
        <<<grid, block, 0, stream>>>(d_input, d_output, width, height, filter_width);
  }
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
