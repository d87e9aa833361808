#include "pixels.cuh"

namespace lab09 {
namespace {
struct ToGrey {
  const std::uint8_t* rgb;
  std::uint8_t* grey;
  int width;
  __device__ void operator()(int x, int y) const {
    const int i = y * width + x;
    const unsigned r = rgb[i * 3], g = rgb[i * 3 + 1], b = rgb[i * 3 + 2];
    grey[i] = static_cast<std::uint8_t>((77u * r + 150u * g + 29u * b + 128u) >> 8);
  }
};
}  // namespace

void to_grey(const std::uint8_t* d_rgb, std::uint8_t* d_grey, int width, int height, dim3 block,
             cudaStream_t stream) {
  launch(ToGrey{d_rgb, d_grey, width}, width, height, block, stream);
}
}  // namespace lab09
