#include "kit/compare.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "kit/error.hpp"

namespace kit {
namespace {

template <typename T>
std::string shape(const Image<T>& image) {
  return std::to_string(image.width()) + " x " + std::to_string(image.height()) + " x " +
         std::to_string(image.channels());
}

}  // namespace

bool is_finite(float value) {
  constexpr std::uint32_t kExponent = 0x7f800000;
  return (std::bit_cast<std::uint32_t>(value) & kExponent) != kExponent;
}

bool is_finite(double value) {
  constexpr std::uint64_t kExponent = 0x7ff0000000000000;
  return (std::bit_cast<std::uint64_t>(value) & kExponent) != kExponent;
}

Comparison compare(const Image<float>& got, const Image<double>& expected, double tolerance) {
  if (got.width() != expected.width() || got.height() != expected.height() ||
      got.channels() != expected.channels()) {
    throw InputError("cannot compare an image of " + shape(got) + " with a reference of " +
                     shape(expected) + "; the sizes must be equal");
  }
  if (got.empty()) throw InputError("cannot compare empty images; give them at least one pixel");

  Comparison result;
  std::size_t worst = 0;
  double worst_error = -1;  // below any error, so that equal images report their first pixel
  double sum_of_squares = 0;
  const auto got_values = got.values();
  const auto expected_values = expected.values();
  for (std::size_t n = 0; n < got.size(); ++n) {
    if (!is_finite(expected_values[n])) {
      throw HarnessError("the reference is not finite at value " + std::to_string(n) + " of " +
                         shape(expected) + "; the case or the oracle is wrong");
    }
    if (!is_finite(got_values[n])) {
      if (result.non_finite == 0) worst = n;
      ++result.non_finite;
      ++result.above_tolerance;
      continue;
    }
    const double error = std::abs(static_cast<double>(got_values[n]) - expected_values[n]);
    sum_of_squares += error * error;
    if (!(error <= tolerance)) ++result.above_tolerance;
    if (error > worst_error) {
      worst_error = error;
      if (result.non_finite == 0) worst = n;
    }
  }

  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const auto channels = static_cast<std::size_t>(got.channels());
  const auto width = static_cast<std::size_t>(got.width());
  result.max_abs_error = result.non_finite > 0 ? kInfinity : worst_error;
  result.mse = result.non_finite > 0 ? kInfinity : sum_of_squares / static_cast<double>(got.size());
  result.worst_channel = static_cast<int>(worst % channels);
  result.worst_x = static_cast<int>(worst / channels % width);
  result.worst_y = static_cast<int>(worst / channels / width);
  result.expected = expected_values[worst];
  result.got = got_values[worst];
  return result;
}

double psnr(double mse, double peak) {
  return 10 * std::log10(peak * peak / mse);
}

}  // namespace kit
