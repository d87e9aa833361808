// Lab 02: gradient magnitude.
#include <cstddef>

#include "image_on_device.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

struct Length {
  DeviceImage<const float> along_x, along_y;
  __device__ float operator()(int x, int y) const {
    const float2 gradient = make_float2(along_x.at(x, y), along_y.at(x, y));
    return sqrtf(gradient.x * gradient.x + gradient.y * gradient.y);
  }
};

}  // namespace

void sobel_magnitude(const float* d_input, float* d_output, int width, int height,
                     const float* d_sobel_x, const float* d_sobel_y, float* d_workspace,
                     kit::Border border, dim3 block, cudaStream_t stream) {
  float* const gradients[2] = {d_workspace,
                               d_workspace + static_cast<std::ptrdiff_t>(width) * height};
  const float* const filters[2] = {d_sobel_x, d_sobel_y};
  for (int k = 0; k < 2; ++k) {
    convolve(d_input, gradients[k], width, height, filters[k], 3, border, block, stream);
  }
  for_each_pixel(Length{{gradients[0], width, height}, {gradients[1], width, height}},
                 {d_output, width, height}, block, stream);
}

}  // namespace lab02
