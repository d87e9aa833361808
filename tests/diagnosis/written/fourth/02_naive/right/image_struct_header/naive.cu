// Lab 02: convolution with function objects; the border is one of two types.
#include "image_on_device.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

struct ZeroBorder {
  __device__ static float pixel(const DeviceImage<const float>& image, int x, int y) {
    return image.at_or(x, y, 0.0f);
  }
};

struct ClampBorder {
  __device__ static float pixel(const DeviceImage<const float>& image, int x, int y) {
    return image.at(min(max(x, 0), image.width - 1), min(max(y, 0), image.height - 1));
  }
};

template <typename BorderRule>
struct Convolution {
  DeviceImage<const float> input;
  const float* filter;
  int filter_width;

  __device__ float operator()(int x, int y) const {
    const int r = filter_width / 2;
    float sum = 0.0f;
    for (int tap = 0; tap < filter_width * filter_width; ++tap) {
      const int dx = tap % filter_width - r;
      const int dy = tap / filter_width - r;
      sum += filter[tap] * BorderRule::pixel(input, x + dx, y + dy);
    }
    return sum;
  }
};

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  const DeviceImage<const float> input{d_input, width, height};
  const DeviceImage<float> output{d_output, width, height};
  if (border == kit::Border::clamp) {
    for_each_pixel(Convolution<ClampBorder>{input, d_filter, filter_width}, output, block, stream);
  } else {
    for_each_pixel(Convolution<ZeroBorder>{input, d_filter, filter_width}, output, block, stream);
  }
}

}  // namespace lab02
