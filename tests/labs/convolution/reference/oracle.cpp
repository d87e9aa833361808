/// @file
/// Convolution in double precision by its definition: one product for each weight, the border
/// decided anew for each pixel.
#include "oracle.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "kit/error.hpp"

namespace kit::oracle {
namespace {

/// The image at (x, y), or what the border puts there.
double sample(const Image<float>& image, int x, int y, int c, Border border) {
  const bool inside = x >= 0 && x < image.width() && y >= 0 && y < image.height();
  if (inside) return image.at(x, y, c);
  if (border == Border::zero) return 0;
  return image.at(std::clamp(x, 0, image.width() - 1), std::clamp(y, 0, image.height() - 1), c);
}

double convolve_at(const Image<float>& image, const Filter& filter, Border border, int x, int y,
                   int c) {
  const int radius = filter.radius();
  double sum = 0;
  for (int j = 0; j < filter.width; ++j) {
    for (int i = 0; i < filter.width; ++i) {
      const int index = j * filter.width + i;
      const double weight = filter.weights[static_cast<std::size_t>(index)];
      sum += weight * sample(image, x + i - radius, y + j - radius, c, border);
    }
  }
  return sum;
}

}  // namespace

Image<double> convolve(const Image<float>& image, const Filter& filter, Border border) {
  validate(filter);
  Image<double> result(image.width(), image.height(), image.channels());
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) {
      for (int c = 0; c < image.channels(); ++c) {
        result.at(x, y, c) = convolve_at(image, filter, border, x, y, c);
      }
    }
  }
  return result;
}

Image<double> convolve_row(const Image<float>& image, const Filter& filter, Border border,
                           int row) {
  validate(filter);
  if (row < 0 || row >= image.height()) {
    throw InputError("row " + std::to_string(row) + " of an image with " +
                     std::to_string(image.height()) + " rows; count from 0");
  }
  Image<double> result(image.width(), 1, image.channels());
  for (int x = 0; x < image.width(); ++x) {
    for (int c = 0; c < image.channels(); ++c) {
      result.at(x, 0, c) = convolve_at(image, filter, border, x, row, c);
    }
  }
  return result;
}

Image<double> sobel_magnitude(const Image<float>& image, Border border) {
  const Filter sobel_x{"sobel_x", 3, {-1, 0, 1, -2, 0, 2, -1, 0, 1}};
  const Filter sobel_y{"sobel_y", 3, {-1, -2, -1, 0, 0, 0, 1, 2, 1}};
  const Image<double> horizontal = convolve(image, sobel_x, border);
  const Image<double> vertical = convolve(image, sobel_y, border);
  Image<double> result(image.width(), image.height(), image.channels());
  for (std::size_t n = 0; n < result.size(); ++n) {
    const double gx = horizontal.values()[n];
    const double gy = vertical.values()[n];
    result.values()[n] = std::sqrt(gx * gx + gy * gy);
  }
  return result;
}

}  // namespace kit::oracle
