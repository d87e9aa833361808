/// @file
/// Lab 01: convolution on one CPU core, the border a template parameter.
#include "edges.hpp"
#include "lab.hpp"

namespace lab01 {
namespace {

struct View {
  const float* values;
  int width, height;

  template <edges::Edge E>
  float at(int x, int y) const {
    const int column = E::inside(x, width);
    const int row = E::inside(y, height);
    return (column | row) < 0 ? 0.0f : values[row * width + column];
  }
};

template <edges::Edge E>
void filter_all(View image, float* output, View weights) {
  const int reach = weights.width / 2;
  for (int y = 0; y != image.height; ++y) {
    for (int x = 0; x != image.width; ++x, ++output) {
      float sum = 0.0f;
      for (int dy = -reach; dy <= reach; ++dy) {
        for (int dx = -reach; dx <= reach; ++dx) {
          const float weight = weights.values[(dy + reach) * weights.width + dx + reach];
          sum += weight * image.at<E>(x + dx, y + dy);
        }
      }
      *output = sum;
    }
  }
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const View image{input, width, height};
  const View weights{filter, filter_width, filter_width};
  switch (border) {
    case kit::Border::zero: filter_all<edges::Zero>(image, output, weights); break;
    case kit::Border::clamp: filter_all<edges::Nearest>(image, output, weights); break;
  }
}

}  // namespace lab01
