/// @file
/// Written by sets of offsets, not by unrolled sums as the lab's kernels are; hysteresis is a flood
/// from the strong pixels.
#include "edges.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace kit::oracle {
namespace {

/// The pixel at (x, y), or the nearest one inside.
double nearest(const Image<double>& image, int x, int y) {
  return image.at(std::clamp(x, 0, image.width() - 1), std::clamp(y, 0, image.height() - 1));
}

/// The pixel's magnitude, 0 outside.
double magnitude_at(const Image<double>& gradient, int x, int y) {
  if (x < 0 || x >= gradient.width() || y < 0 || y >= gradient.height()) return 0;
  return std::abs(gradient.at(x, y, 0)) + std::abs(gradient.at(x, y, 1));
}

}  // namespace

Image<double> grey_levels(const Image<std::uint8_t>& colours) {
  Image<double> grey(colours.width(), colours.height());
  for (int y = 0; y < grey.height(); ++y) {
    for (int x = 0; x < grey.width(); ++x) {
      const double sum =
          77.0 * colours.at(x, y, 0) + 150.0 * colours.at(x, y, 1) + 29.0 * colours.at(x, y, 2);
      grey.at(x, y) = std::floor(sum / 256 + 0.5);
    }
  }
  return grey;
}

Image<double> blur(const Image<double>& grey) {
  constexpr int kBinomial[] = {1, 4, 6, 4, 1};
  Image<double> result(grey.width(), grey.height());
  for (int y = 0; y < grey.height(); ++y) {
    for (int x = 0; x < grey.width(); ++x) {
      double sum = 0;
      for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx)
          sum += kBinomial[dx + 2] * kBinomial[dy + 2] * nearest(grey, x + dx, y + dy);
      result.at(x, y) = sum / 256;
    }
  }
  return result;
}

Image<double> sobel_gradient(const Image<double>& blurred) {
  Image<double> result(blurred.width(), blurred.height(), 2);
  for (int y = 0; y < blurred.height(); ++y) {
    for (int x = 0; x < blurred.width(); ++x) {
      for (int along = -1; along <= 1; ++along) {
        const int weight = along == 0 ? 2 : 1;
        result.at(x, y, 0) +=
            weight * (nearest(blurred, x + 1, y + along) - nearest(blurred, x - 1, y + along));
        result.at(x, y, 1) +=
            weight * (nearest(blurred, x + along, y + 1) - nearest(blurred, x + along, y - 1));
      }
    }
  }
  return result;
}

Image<double> magnitude(const Image<double>& gradient) {
  Image<double> result(gradient.width(), gradient.height());
  for (int y = 0; y < result.height(); ++y)
    for (int x = 0; x < result.width(); ++x) result.at(x, y) = magnitude_at(gradient, x, y);
  return result;
}

Step direction(double gx, double gy) {
  const double ax = std::abs(gx), ay = std::abs(gy);
  if (128 * ay <= 53 * ax) return {1, 0};
  if (53 * ay >= 128 * ax) return {0, 1};
  return {1, std::signbit(gx) == std::signbit(gy) ? 1 : -1};
}

Image<double> thin(const Image<double>& gradient, double low, double high) {
  Image<double> states(gradient.width(), gradient.height());
  for (int y = 0; y < states.height(); ++y) {
    for (int x = 0; x < states.width(); ++x) {
      const double m = magnitude_at(gradient, x, y);
      const Step d = direction(gradient.at(x, y, 0), gradient.at(x, y, 1));
      const bool kept = m > magnitude_at(gradient, x - d.dx, y - d.dy) &&
                        m >= magnitude_at(gradient, x + d.dx, y + d.dy);
      if (kept && m >= low) states.at(x, y) = m >= high ? 255 : 128;
    }
  }
  return states;
}

Image<double> hysteresis(const Image<double>& states) {
  Image<double> edges(states.width(), states.height());
  std::vector<std::pair<int, int>> open;  // edge pixels whose neighbours were not yet looked at
  const auto take = [&](int x, int y) {
    edges.at(x, y) = 255;
    open.emplace_back(x, y);
  };
  for (int y = 0; y < states.height(); ++y)
    for (int x = 0; x < states.width(); ++x)
      if (states.at(x, y) == 255) take(x, y);
  while (!open.empty()) {
    const auto [x, y] = open.back();
    open.pop_back();
    for (int v = std::max(y - 1, 0); v <= std::min(y + 1, states.height() - 1); ++v)
      for (int u = std::max(x - 1, 0); u <= std::min(x + 1, states.width() - 1); ++u)
        if (states.at(u, v) == 128 && edges.at(u, v) == 0) take(u, v);
  }
  return edges;
}

Image<double> edge_magnitude(const Image<double>& grey) {
  return magnitude(sobel_gradient(blur(grey)));
}

Image<double> half_magnitude(const Image<double>& grey) {
  Image<double> blurred = blur(grey);
  for (double& value : blurred.values()) value = round_to_half(value);
  return magnitude(sobel_gradient(blurred));
}

double round_to_half(double value) {
  constexpr int kBits = 11;  // of a half's significand, with the one before the point
  if (value == 0) return 0;
  int exponent = 0;
  std::frexp(value, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(value, kBits - exponent)), exponent - kBits);
}

Image<double> row_means(const Image<std::uint8_t>& grey) {
  Image<double> means(1, grey.height());
  for (int y = 0; y < grey.height(); ++y) {
    double sum = 0;
    for (int x = 0; x < grey.width(); ++x) sum += grey.at(x, y);
    means.at(0, y) = sum / grey.width();
  }
  return means;
}

}  // namespace kit::oracle
