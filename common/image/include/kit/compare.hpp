/// @file
/// How far one image is from another, in a way that NaN and infinity cannot pass.
#pragma once

#include <cstddef>

#include "kit/image.hpp"

namespace kit {

/// True if the exponent bits say finite; right even where the compiler assumes no NaN exists.
bool is_finite(float value);
/// The same for double.
bool is_finite(double value);

/// What compare() found. Positions are of the worst value: the first non-finite one if there is
/// any, else the one with the largest absolute error.
struct Comparison {
  double max_abs_error = 0;         ///< infinity if any value is not finite
  double mse = 0;                   ///< mean squared error; infinity likewise
  int worst_x = 0;                  ///< column of the worst value
  int worst_y = 0;                  ///< its row
  int worst_channel = 0;            ///< its channel
  double expected = 0;              ///< the reference's value there
  double got = 0;                   ///< the value that was compared with it
  std::size_t non_finite = 0;       ///< how many values of `got` are NaN or infinite
  std::size_t above_tolerance = 0;  ///< how many are too far off, non-finite ones included
  /// True if every value is finite and no further than `tolerance` from its reference.
  bool within(double tolerance) const { return non_finite == 0 && max_abs_error <= tolerance; }
};

/// Compares value by value in double precision; an error above `tolerance` (>= 0) is counted.
/// Throws InputError if the sizes differ or there is no pixel, HarnessError if the reference holds
/// a non-finite value, which would make any answer pass or fail for nothing.
Comparison compare(const Image<float>& got, const Image<double>& expected, double tolerance);

/// Peak signal-to-noise ratio in dB for a peak of `peak`: 10 log10(peak^2 / mse); infinity for
/// mse = 0.
double psnr(double mse, double peak = 1.0);

}  // namespace kit
