/// @file
/// Square convolution filters of odd width, and the names users type for them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kit/border.hpp"

namespace kit {

/// A square filter: `width * width` weights, row-major, width odd. Applied as a correlation, as
/// image processing does: out(x, y) = sum over (i, j) of weights[j * width + i] *
/// in(x + i - radius, y + j - radius), radius = width / 2; the filter is not flipped.
struct Filter {
  std::string name;            ///< as make_filter() reads it
  int width = 0;               ///< taps per side, odd
  std::vector<float> weights;  ///< width * width, row-major
  /// How far it reaches from the middle.
  int radius() const { return width / 2; }
};

/// Widest filter the kit makes or accepts (taps per side).
inline constexpr int kMaxFilterWidth = 511;
/// Least sigma, in pixels: below it only the centre tap would count.
inline constexpr double kMinSigma = 0.1;
/// Largest sigma: above it a Gaussian of the widest filter is a box.
inline constexpr double kMaxSigma = 1000;

/// Checks that the width is odd, between 1 and kMaxFilterWidth, and that weights.size() is its
/// square. Throws InputError.
void validate(const Filter& filter);

/// Every weight 1 / width^2. Throws InputError unless the width is odd, 1 to kMaxFilterWidth.
Filter box_filter(int width);

/// Normalised Gaussian exp(-(i^2 + j^2) / (2 sigma^2)), divided by its sum; sigma in pixels,
/// kMinSigma to kMaxSigma; the width odd, 1 to kMaxFilterWidth. Throws InputError.
Filter gaussian_filter(double sigma, int width);

/// Laplacian of Gaussian, the second derivative of the 2D Gaussian (Marr and Hildreth 1980,
/// "Theory of edge detection"): -1 / (pi sigma^4) * (1 - r^2 / (2 sigma^2)) *
/// exp(-r^2 / (2 sigma^2)), r^2 = i^2 + j^2; negative at the centre, like the filter "laplacian".
/// The mean weight is then taken from every weight, so that they sum to zero up to float32
/// rounding. Sigma in pixels, kMinSigma to kMaxSigma; the width odd, 3 to kMaxFilterWidth.
/// Throws InputError.
Filter laplacian_of_gaussian_filter(double sigma, int width);

/// Filter by the name a user types. Fixed names: identity, gaussian3, gaussian5, gaussian7
/// (binomial: outer products of 1 2 1, 1 4 6 4 1 and 1 6 15 20 15 6 1, normalised), sobel_x,
/// sobel_y, laplacian, box3, box5, sharpen, emboss. With parameters: box:WIDTH, gaussian:SIGMA or
/// gaussian:SIGMA:WIDTH (default width 2*ceil(3*sigma)+1), log:WIDTH (sigma = WIDTH / 6) or
/// log:WIDTH:SIGMA. The filter's own name spells every parameter. Throws InputError that lists the
/// names, or says which parameter is wrong.
Filter make_filter(std::string_view name);

/// The fixed names in the order above.
const std::vector<std::string>& filter_names();

/// "zero" or "clamp". Throws InputError that lists both.
Border parse_border(std::string_view name);
/// The name that parse_border() reads.
std::string to_string(Border border);

}  // namespace kit
