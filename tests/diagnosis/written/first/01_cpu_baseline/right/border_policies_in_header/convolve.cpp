/// @file
/// Lab 01: the loops as a template over the border, the filter seen from its middle.
#include "border_policies.hpp"
#include "lab.hpp"

namespace lab01 {
namespace {

template <typename Policy>
void filter_image(const float* input, float* output, int width, int height, const float* filter,
                  int filter_width) {
  const int r = filter_width / 2;
  const float* const middle = filter + r * filter_width + r;
  auto weighted_row = [&](int x, int row, const float* weights) {
    float part = 0.0f;
    for (int dx = -r; dx <= r; ++dx)
      if (const auto column = Policy::place(x + dx, width))
        part += weights[dx] * input[row * width + *column];
    return part;
  };
  // From the last pixel to the first: the order is nobody's business.
  for (int y = height; y-- > 0;) {
    for (int x = width; x-- > 0;) {
      float sum = 0.0f;
      for (int dy = -r; dy <= r; ++dy)
        if (const auto row = Policy::place(y + dy, height))
          sum += weighted_row(x, *row, middle + dy * filter_width);
      output[y * width + x] = sum;
    }
  }
}

}  // namespace

void convolve(const float* input, float* output, int width, int height, const float* filter,
              int filter_width, kit::Border border) {
  const auto run = border == kit::Border::zero ? &filter_image<Zero> : &filter_image<Clamp>;
  run(input, output, width, height, filter, filter_width);
}

}  // namespace lab01
