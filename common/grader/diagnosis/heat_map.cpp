/// @file
/// Pictures of errors. Errors are scaled by the largest of the picture: where they lie tells the
/// mistake, and how large they are stands in the report.
#include "grader/diagnosis/heat_map.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "kit/compare.hpp"

namespace kit::grader {
namespace {

using Colour = std::array<std::uint8_t, 3>;

constexpr Colour kNotWritten = {40, 90, 255};
constexpr Colour kNotFinite = {255, 0, 255};
constexpr int kMinSide = 256;  // pixels, of the longer side
// Of a longer side than kMaxSide only kWindow pixels are shown: no screen has room for all.
constexpr int kMaxSide = 4096, kWindow = 64;
// The smallest error to be seen is dark red and not black.
constexpr double kFaintest = 0.15;

/// Black, red, yellow, white for 0, 1/3, 2/3, 1.
Colour hot(double value) {
  const auto level = [](double v) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(v, 0.0, 1.0) * 255));
  };
  return {level(3 * value), level(3 * value - 1), level(3 * value - 2)};
}

/// The pixels of one side that are shown.
struct Range {
  int begin, size;
};

/// The whole side, or the part of a long one that has `middle` in it.
Range shown_part(int side, int middle) {
  if (side <= kMaxSide) return {0, side};
  return {std::clamp(middle - kWindow / 2, 0, side - kWindow), kWindow};
}

/// The first pixel that is wrong or not written, in the order of memory; 0 if there is none.
std::size_t first_wrong(const Judgement& judgement) {
  const std::size_t size = judgement.wrong.size();
  for (std::size_t i = 0; i < size; ++i) {
    if (judgement.wrong.data()[i] != 0 || judgement.unwritten.data()[i] != 0) return i;
  }
  return 0;
}

}  // namespace

Image<std::uint8_t> heat_map(const Observation& seen, const Judgement& judgement) {
  const Image<double> got = to_double_image(*seen.first.tensor);
  const Image<double>& expected = seen.spec->expected;
  const int channels = got.channels();
  Image<double> error(got.width(), got.height());
  double largest = 0;
  // A pixel shows the worst of its channels; one that is not finite outweighs any number.
  for (std::size_t i = 0; i < got.size(); ++i) {
    double& pixel = error.data()[i / std::size_t(channels)];
    const double value = std::abs(got.data()[i] - expected.data()[i]);
    pixel = is_finite(value) && is_finite(pixel) ? std::max(pixel, value) : HUGE_VAL;
    if (is_finite(value)) largest = std::max(largest, value);
  }
  // Small images are enlarged by a whole factor, so that each pixel stays a square of one colour.
  const std::size_t first = first_wrong(judgement), row = std::size_t(got.width());
  const Range columns = shown_part(got.width(), static_cast<int>(first % row)),
              rows = shown_part(got.height(), static_cast<int>(first / row));
  const int factor = std::max(1, (kMinSide - 1) / std::max(columns.size, rows.size) + 1);
  Image<std::uint8_t> picture(columns.size * factor, rows.size * factor, 3);
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) {
      const int from_x = columns.begin + x / factor, from_y = rows.begin + y / factor;
      const double value = error.at(from_x, from_y);
      Colour colour{};  // black: within the tolerance
      if (judgement.unwritten.at(from_x, from_y) != 0)
        colour = kNotWritten;
      else if (!is_finite(value))
        colour = kNotFinite;
      else if (judgement.wrong.at(from_x, from_y) != 0)
        colour = hot(kFaintest + (1 - kFaintest) * value / largest);
      for (int c = 0; c < 3; ++c) picture.at(x, y, c) = colour[std::size_t(c)];
    }
  }
  return picture;
}

Image<std::uint8_t> error_picture(const Image<double>& error, double tolerance,
                                  const Mask& unwritten) {
  constexpr double kMaxGrey = 0.5;  // errors within the tolerance stay darker than the others
  double largest = 0, largest_within = 0;
  for (const double value : error.values()) {
    if (is_finite(value)) largest = std::max(largest, value);
    if (value <= tolerance) largest_within = std::max(largest_within, value);
  }
  Image<std::uint8_t> picture(error.width(), error.height(), 3);
  for (std::size_t i = 0; i < error.size(); ++i) {
    const double value = error.data()[i];
    Colour colour{};
    if (unwritten.data()[i] != 0) {
      colour = kNotWritten;
    } else if (!is_finite(value)) {
      colour = kNotFinite;
    } else if (value > tolerance) {
      colour = hot(kFaintest + (1 - kFaintest) * value / largest);
    } else if (largest_within > 0) {
      colour.fill(static_cast<std::uint8_t>(std::lround(kMaxGrey * 255 * value / largest_within)));
    }
    std::copy(colour.begin(), colour.end(), picture.data() + 3 * i);
  }
  return picture;
}

}  // namespace kit::grader
