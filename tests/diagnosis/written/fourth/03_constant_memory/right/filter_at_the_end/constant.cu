/// @file
/// Lab 03, stage constant. The weights are the last ones of a struct in constant memory, so the
/// copy has an offset; two branches, one for each border.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab03 {
namespace {

constexpr int kRoom = kMaxFilterWidth * kMaxFilterWidth;

struct Filter {
  float at[kRoom];  // the filter of the launch fills the end of it
};

__constant__ Filter c_filter;

/// The image with what stands around it.
struct Picture {
  const float* pixels;
  int width;
  int height;

  __device__ float nearest(int x, int y) const {
    x = x < 0 ? 0 : (x >= width ? width - 1 : x);
    y = y < 0 ? 0 : (y >= height ? height - 1 : y);
    return pixels[y * width + x];
  }
};

__global__ void correlate(Picture picture, float* __restrict__ output, int filter_width,
                          kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= picture.width || y >= picture.height) return;

  const int r = filter_width / 2;
  int n = kRoom - filter_width * filter_width;
  float sum = 0.0f;
  if (border == kit::Border::clamp) {
    for (int dy = -r; dy <= r; ++dy)
      for (int dx = -r; dx <= r; ++dx) sum = fmaf(c_filter.at[n++], picture.nearest(x + dx, y + dy), sum);
  } else {
    for (int dy = -r; dy <= r; ++dy) {
      const bool row_inside = y + dy >= 0 && y + dy < picture.height;
      for (int dx = -r; dx <= r; ++dx) {
        const float weight = c_filter.at[n++];
        if (row_inside && x + dx >= 0 && x + dx < picture.width)
          sum = fmaf(weight, picture.pixels[(y + dy) * picture.width + x + dx], sum);
      }
    }
  }
  output[y * picture.width + x] = sum;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t count = static_cast<std::size_t>(filter_width) * filter_width;
  const std::size_t offset = offsetof(Filter, at) + (kRoom - count) * sizeof(float);
  KIT_CHECK(cudaMemcpyToSymbolAsync(c_filter, filter, count * sizeof(float), offset,
                                    cudaMemcpyHostToDevice, stream));
  const dim3 grid((width - 1) / block.x + 1, (height - 1) / block.y + 1);
  correlate<<<grid, block, 0, stream>>>(Picture{d_input, width, height}, d_output, filter_width, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
