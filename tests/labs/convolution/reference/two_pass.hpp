/// @file
/// The double-precision reference of separable filters: a pass along x, then one along y.
#pragma once

#include "kit/border.hpp"
#include "kit/image.hpp"
#include "labs/convolution/reference/separable.hpp"

namespace kit::oracle {

/// Correlation of every channel with a separable filter (see SeparableFilter): along x, then along
/// y, nothing rounded between. The same as convolve() with the filter of the products
/// column[j] * row[i].
Image<double> separable(const Image<float>& image, const SeparableFilter& filter, Border border);

/// One row of the same: `row` in [0, height); width * channels values.
Image<double> separable_row(const Image<float>& image, const SeparableFilter& filter, Border border,
                            int row);

}  // namespace kit::oracle
