/// @file
/// Copies the image to the host, filters there and copies back; a kernel that touches nothing
/// stands in. Right numbers, no evidence.
#include <vector>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

__global__ void nothing() {}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  std::vector<float> image(std::size_t(width) * height), result(image.size());
  std::vector<float> filter(std::size_t(filter_width) * filter_width);
  KIT_CHECK(cudaMemcpy(image.data(), d_input, image.size() * 4, cudaMemcpyDeviceToHost));
  KIT_CHECK(cudaMemcpy(filter.data(), d_filter, filter.size() * 4, cudaMemcpyDeviceToHost));
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
  KIT_CHECK(cudaMemcpy(d_output, result.data(), result.size() * 4, cudaMemcpyHostToDevice));
  nothing<<<1, block, 0, stream>>>();
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
