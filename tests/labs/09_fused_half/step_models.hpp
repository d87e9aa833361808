/// @file
/// What the fault models of lab 09 are made of: its steps, with other borders and other weights.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>

#include "kit/image.hpp"
#include "labs/09_fused_half/reference/edges.hpp"
#include "problems.hpp"

namespace kit::grader::lab09 {

using Exact = Image<double>;
/// The pixel at (x, y), which may lie outside the image.
using Read = std::function<double(const Exact& image, int x, int y)>;

inline double nearest(const Exact& image, int x, int y) {
  return image.at(std::clamp(x, 0, image.width() - 1), std::clamp(y, 0, image.height() - 1));
}

inline double or_zero(const Exact& image, int x, int y) {
  const bool inside = x >= 0 && x < image.width() && y >= 0 && y < image.height();
  return inside ? image.at(x, y) : 0;
}

inline double mirrored(const Exact& image, int x, int y) {
  const auto fold = [](int at, int length) {
    if (length == 1) return 0;
    const int period = 2 * (length - 1), inside = ((at % period) + period) % period;
    return std::min(inside, period - inside);
  };
  return image.at(fold(x, image.width()), fold(y, image.height()));
}

/// value(x, y) for every pixel of an image of this size.
template <typename Value>
Exact each(int width, int height, Value value) {
  Exact result(width, height);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) result.at(x, y) = value(x, y);
  return result;
}
template <typename Value>
Exact each(const Exact& like, Value value) {
  return each(like.width(), like.height(), value);
}

inline Exact levels_of(const ByteImage& image) {
  Exact result(image.width(), image.height());
  std::copy(image.values().begin(), image.values().end(), result.data());
  return result;
}

/// Five weights along each side, and how the image goes on beyond its edge.
inline Exact blur_as(const Exact& grey, const double (&row)[5], const double (&column)[5],
                     const Read& read = nearest, int shift = 0) {
  return each(grey, [&](int x, int y) {
    double sum = 0;
    for (int j = 0; j < 5; ++j)
      for (int i = 0; i < 5; ++i)
        sum += column[j] * row[i] * read(grey, x + i - 2 + shift, y + j - 2);
    return sum;
  });
}

inline constexpr double kBinomial[5] = {1 / 16.0, 4 / 16.0, 6 / 16.0, 4 / 16.0, 1 / 16.0};
/// The blurred image's value around a place inside or outside.
inline double blur_at(const Exact& grey, int x, int y) {
  double sum = 0;
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 5; ++i)
      sum += kBinomial[j] * kBinomial[i] * nearest(grey, x + i - 2, y + j - 2);
  return sum;
}

inline constexpr double kNone[5] = {0, 0, 1, 0, 0};
inline constexpr double kMean[5] = {0.2, 0.2, 0.2, 0.2, 0.2};

/// Sobel's differences with another weight in the middle, or another border.
inline Exact gradient_as(const Exact& blurred, double middle, const Read& read = nearest) {
  Exact result(blurred.width(), blurred.height(), 2);
  for (int y = 0; y < blurred.height(); ++y) {
    for (int x = 0; x < blurred.width(); ++x) {
      for (int k = -1; k <= 1; ++k) {
        const double weight = k == 0 ? middle : 1;
        result.at(x, y, 0) += weight * (read(blurred, x + 1, y + k) - read(blurred, x - 1, y + k));
        result.at(x, y, 1) += weight * (read(blurred, x + k, y + 1) - read(blurred, x + k, y - 1));
      }
    }
  }
  return result;
}

/// Both channels of a gradient by a function of them.
template <typename Change>
Exact changed(Exact gradient, Change change) {
  for (std::size_t n = 0; n < gradient.size(); n += 2)
    change(gradient.data()[n], gradient.data()[n + 1]);
  return gradient;
}

/// One number for each pixel of a gradient.
template <typename Norm>
Exact norm_of(const Exact& gradient, Norm norm) {
  return each(gradient.width(), gradient.height(),
              [&](int x, int y) { return norm(gradient.at(x, y, 0), gradient.at(x, y, 1)); });
}

}  // namespace kit::grader::lab09
