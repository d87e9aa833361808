/// @file
/// Lab 09's steps in double precision, in which all of them are exact: see labs/09_fused_half's
/// lab.hpp for the formulas.
#pragma once

#include <cstdint>

#include "kit/image.hpp"

namespace kit::oracle {

/// Grey levels 0 to 255 of an image of three channels, rounded down after adding one half.
Image<double> grey_levels(const Image<std::uint8_t>& colours);

/// Binomial blur over 5x5 pixels; the nearest pixel stands beyond the edge.
Image<double> blur(const Image<double>& grey);

/// Two channels: gx and gy of Sobel; the nearest pixel stands beyond the edge.
Image<double> sobel_gradient(const Image<double>& blurred);

/// |gx| + |gy| of an image of two channels.
Image<double> magnitude(const Image<double>& gradient);

/// A step to a neighbour.
struct Step {
  int dx;  ///< pixels to the right
  int dy;  ///< pixels down
};
/// The direction of a gradient: (1, 0), (0, 1), (1, 1) or (1, -1).
Step direction(double gx, double gy);

/// States 0, 128 (weak) or 255 (strong) of the pixels of a gradient image.
Image<double> thin(const Image<double>& gradient, double low, double high);

/// 255 where a state is 255, or 128 and connected with such a pixel by others of 128, else 0.
Image<double> hysteresis(const Image<double>& states);

/// The magnitude of the blurred image of grey levels; blur(), sobel_gradient(), magnitude().
Image<double> edge_magnitude(const Image<double>& grey);

/// The same with each blurred pixel rounded to the nearest half, ties to even.
Image<double> half_magnitude(const Image<double>& grey);

/// `value` rounded to the nearest half-precision number, ties to even; |value| in 0 and
/// [2^-14, 65504].
double round_to_half(double value);

/// The mean of each row: one column.
Image<double> row_means(const Image<std::uint8_t>& grey);

}  // namespace kit::oracle
