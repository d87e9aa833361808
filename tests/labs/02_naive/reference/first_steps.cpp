/// @file
/// Each operation by its definition, one pixel after another.
#include "first_steps.hpp"

namespace kit::oracle {
namespace {

/// value(x, y) for every pixel.
template <typename Value>
Image<double> each_pixel(int width, int height, Value value) {
  Image<double> result(width, height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) result.at(x, y) = value(x, y);
  }
  return result;
}

}  // namespace

Image<double> columns(int width, int height) {
  return each_pixel(width, height, [](int x, int) { return double(x); });
}

Image<double> gain_and_offset(const Image<float>& input, float gain, float offset) {
  return each_pixel(input.width(), input.height(), [&](int x, int y) {
    return double(gain) * double(input.at(x, y)) + double(offset);
  });
}

Image<double> one_tap(const Image<float>& input, int dx, int dy, float weight) {
  return each_pixel(input.width(), input.height(), [&](int x, int y) {
    const int from_x = x + dx, from_y = y + dy;
    const bool inside =
        from_x >= 0 && from_y >= 0 && from_x < input.width() && from_y < input.height();
    return inside ? double(weight) * double(input.at(from_x, from_y)) : 0.0;
  });
}

Image<double> mirrored(const Image<float>& input) {
  return each_pixel(input.width(), input.height(),
                    [&](int x, int y) { return double(input.at(input.width() - 1 - x, y)); });
}

}  // namespace kit::oracle
