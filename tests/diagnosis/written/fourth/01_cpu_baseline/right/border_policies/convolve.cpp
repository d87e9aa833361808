// Lab 01. One loop over the pixels, one over the weights, both counted in memory's order.
#include "image_view.hpp"
#include "lab.hpp"

namespace lab01 {
namespace {

template <typename Image>
void filter_with(const Image& image, float* output, const float* filter, int filter_width) {
  const int radius = filter_width / 2;
  const int pixels = image.width * image.height;
  const int weights = filter_width * filter_width;
  for (int p = 0; p < pixels; ++p) {
    const int x = p % image.width, y = p / image.width;
    float sum = 0.0f;
    int i = 0, j = 0;
    for (int w = 0; w < weights; ++w) {
      sum += filter[w] * image(x + i - radius, y + j - radius);
      if (++i == filter_width) {
        i = 0;
        ++j;
      }
    }
    output[p] = sum;
  }
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  switch (border) {
    case kit::Border::zero:
      filter_with(ImageView<ZeroBeyond>{input, width, height}, output, filter, filter_width);
      break;
    case kit::Border::clamp:
      filter_with(ImageView<NearestBeyond>{input, width, height}, output, filter, filter_width);
      break;
  }
}

}  // namespace lab01
