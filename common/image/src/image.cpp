#include "kit/image.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "kit/error.hpp"

namespace kit {
namespace {

void require_channel(const Image<float>& image, int c) {
  if (c < 0 || c >= image.channels()) {
    throw InputError("channel " + std::to_string(c) + " of an image with " +
                     std::to_string(image.channels()) + " channels; count from 0");
  }
}

std::uint8_t to_byte(float value) {
  if (!(value > 0)) return 0;  // NaN too
  if (value >= 1) return 255;
  // In double, so that the product is exact and "half up" means what it says.
  return static_cast<std::uint8_t>(std::floor(static_cast<double>(value) * 255 + 0.5));
}

}  // namespace

Image<float> to_float(const Image<std::uint8_t>& image) {
  Image<float> result(image.width(), image.height(), image.channels());
  std::ranges::transform(image.values(), result.data(),
                         [](std::uint8_t value) { return static_cast<float>(value) / 255.0f; });
  return result;
}

Image<std::uint8_t> to_bytes(const Image<float>& image) {
  Image<std::uint8_t> result(image.width(), image.height(), image.channels());
  std::ranges::transform(image.values(), result.data(), to_byte);
  return result;
}

Image<double> to_double(const Image<float>& image) {
  Image<double> result(image.width(), image.height(), image.channels());
  std::ranges::copy(image.values(), result.data());
  return result;
}

Image<float> channel(const Image<float>& image, int c) {
  require_channel(image, c);
  Image<float> result(image.width(), image.height());
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) result.at(x, y) = image.at(x, y, c);
  }
  return result;
}

void set_channel(Image<float>& image, int c, const Image<float>& values) {
  require_channel(image, c);
  if (values.width() != image.width() || values.height() != image.height() ||
      values.channels() != 1) {
    throw InputError("a channel of a " + std::to_string(image.width()) + " x " +
                     std::to_string(image.height()) +
                     " image needs one-channel values of the same size, not " +
                     std::to_string(values.width()) + " x " + std::to_string(values.height()) +
                     " with " + std::to_string(values.channels()) + " channels");
  }
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) image.at(x, y, c) = values.at(x, y);
  }
}

}  // namespace kit
