// Coefficients of the recursive Gaussian from its poles, and what a state at a line's end becomes
// for the way back (Triggs and Sdika 2006), summed to the last digit instead of in closed form.
#include "coefficients.hpp"

#include <cmath>
#include <cstddef>
#include <string>

#include "kit/error.hpp"

namespace kit {
namespace {

using Line = std::vector<double>;

Matrix3 product(const Matrix3& a, const Matrix3& b) {
  Matrix3 result(9, 0.0);
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      for (std::size_t k = 0; k < 3; ++k)
        result[3 * row + column] += a[3 * row + k] * b[3 * k + column];
    }
  }
  return result;
}

/// For states that follow s' = A s + b in and give the value c s': the backward state that a causal
/// state s causes over an input of zeros is S A s, with S = sum over k >= 0 of A^k b c A^k.
Matrix3 end_of(const Matrix3& a, const Line& b, const Line& c) {
  Matrix3 sum(9), power = a;
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) sum[3 * row + column] = b[row] * c[column];
  }
  // 2^16 terms: the slowest pole has faded by e^-700 at sigma = 100.
  for (int doubling = 0; doubling < 16; ++doubling) {
    const Matrix3 later = product(power, product(sum, power));
    for (std::size_t n = 0; n < 9; ++n) sum[n] += later[n];
    power = product(power, power);
  }
  return product(sum, a);
}

}  // namespace

RecursiveCoefficients recursive_coefficients(double sigma) {
  if (!(sigma >= 0.5 && sigma <= 100)) {
    throw InputError("sigma: " + std::to_string(sigma) + " must be from 0.5 to 100 pixels");
  }
  constexpr double m0 = 1.1668, m1 = 1.10783, m2 = 1.40586;
  RecursiveCoefficients c;
  const double q =
      sigma >= 2.5 ? 0.98711 * sigma - 0.96330 : 3.97156 - 4.14554 * std::sqrt(1 - 0.26891 * sigma);
  // The poles of z: a real one, and a pair whose first-order and second-order terms are these.
  const double squares = (m1 + q) * (m1 + q) + m2 * m2;
  const double real = q / (m0 + q);
  const double pair1 = 2 * q * (m1 + q) / squares, pair2 = -q * q / squares;
  c.q = q;
  c.a1 = real + pair1;
  c.a2 = pair2 - real * pair1;
  c.a3 = -real * pair2;
  c.p = m0 / (m0 + q);
  c.e1 = (m1 * m1 + m2 * m2) / squares;
  c.e2 = q * q / squares;
  c.gain = c.p * c.e1;
  c.end_direct = end_of({c.a1, c.a2, c.a3, 1, 0, 0, 0, 1, 0}, {c.gain, 0, 0}, {1, 0, 0});
  const double kept = 1 - c.p;
  c.end_cascade = end_of({kept, 0, 0, c.e1 * kept, 1 - c.e1, c.e2, c.e1 * kept, -c.e1, c.e2},
                         {c.p, c.e1 * c.p, c.e1 * c.p}, {0, 1, 0});
  return c;
}

}  // namespace kit
