/// @file
/// The recursive Gaussian of Young and van Vliet (1995) in double precision: the filter one-way and
/// in S3's two-way form, and the plain Gaussian sum that both approximate. Written to be obviously
/// right, not fast.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kit/image.hpp"
#include "labs/07_recursive_gaussian/reference/coefficients.hpp"

namespace kit {

/// What a recursive filter meets beyond the two ends of a line.
enum class LineEnds {
  exact,      ///< the first and the last value for ever (Triggs and Sdika 2006)
  duplicate,  ///< as S3: w[0..2] = in[0], and the backward pass starts from w[n-1] three times
};

/// "exact" or "duplicate".
std::string to_string(LineEnds ends);
/// From "exact" or "duplicate"; throws InputError for anything else.
LineEnds parse_line_ends(const std::string& text);

/// weights[k] is the Gaussian at distance k, normalised so that the sum over -radius .. radius
/// is 1. Throws InputError unless sigma > 0 and radius >= 0.
std::vector<double> gaussian_weights(double sigma, int radius);
/// The reach of a Gaussian sum that leaves out less than 0.3%: 3 sigma, rounded up.
int gaussian_radius(double sigma);

/// Bound on the float32 rounding error of the cascade form on values in [0, 1], rows and columns
/// there and back. Each operation is off by 2^-24 of its result at most: of u, w, and of d, which
/// stays below `largest |d|`; what such an error does to all later values of w is added up in
/// magnitude, for each of the four passes. The passes' own gain is 1 to first order. 1.7e-6 at
/// sigma = 1, 3.7e-6 at 5 and 6e-5 at 100, where far less is met, as errors cancel.
double cascade_error_bound(const RecursiveCoefficients& c);
/// The same for the direct form, whose errors are magnified by 1 / gain.
double direct_error_bound(const RecursiveCoefficients& c);

namespace oracle {

/// A filter of one line that gives as many values.
using LineFilter = std::function<std::vector<double>(const std::vector<double>&)>;

/// Filters every row.
Image<double> filter_rows(const Image<double>& image, const LineFilter& filter);
/// Filters every column.
Image<double> filter_columns(const Image<double>& image, const LineFilter& filter);
/// What `filter` along rows and then along columns gives in some columns: an image of theirs only.
Image<double> filter_picked_columns(const Image<float>& image, const std::vector<int>& columns,
                                    const LineFilter& filter);

/// One line, there and back.
std::vector<double> recursive_line(const std::vector<double>& line, const RecursiveCoefficients& c,
                                   LineEnds ends);
/// One line in S3's two-way form: halves [0, c) and (c, n) that turn round on the Gaussian sum at
/// c = n / 2; `weights` of gaussian_weights().
std::vector<double> two_way_line(const std::vector<double>& line, const RecursiveCoefficients& c,
                                 const std::vector<double>& weights, LineEnds ends);

/// Rows, then columns, of a one-channel image.
Image<double> recursive_gaussian(const Image<float>& image, double sigma, LineEnds ends);
/// The same in S3's two-way form, with Gaussian sums of `radius` at the middle.
Image<double> two_way_gaussian(const Image<float>& image, double sigma, int radius, LineEnds ends);
/// Plain sums with gaussian_weights(sigma, radius), the nearest pixel beyond the edge.
Image<double> gaussian(const Image<float>& image, double sigma, int radius);

}  // namespace oracle

}  // namespace kit
