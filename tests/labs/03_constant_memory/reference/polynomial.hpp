/// @file
/// Polynomials of a pixel's value, in double precision.
#pragma once

#include <vector>

#include "kit/image.hpp"

namespace kit::oracle {

/// The sum over k of coefficients[k] * v^k for every value v of the image.
Image<double> polynomial(const Image<float>& image, const std::vector<float>& coefficients);

}  // namespace kit::oracle
