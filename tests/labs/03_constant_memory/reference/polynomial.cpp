/// @file
/// The powers are written out, so that the order of the coefficients cannot be mistaken as it can
/// in Horner's rule.
#include "polynomial.hpp"

#include <cstddef>
#include <vector>

namespace kit::oracle {

Image<double> polynomial(const Image<float>& image, const std::vector<float>& coefficients) {
  Image<double> result(image.width(), image.height(), image.channels());
  for (std::size_t n = 0; n < image.size(); ++n) {
    const double value = image.data()[n];
    double power = 1, sum = 0;
    for (const float coefficient : coefficients) {
      sum += coefficient * power;
      power *= value;
    }
    result.data()[n] = sum;
  }
  return result;
}

}  // namespace kit::oracle
