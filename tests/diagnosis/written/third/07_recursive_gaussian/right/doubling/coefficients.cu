/// @file
/// Lab 07, stage coefficients: both forms as matrices; `end` is the limit of a sum that doubles.
/// A causal state s gives the tail c A^(j+1) s, j = 0, 1, ...; the backward pass comes to
/// sum over j of A^j b c A^(j+1) s = S A s with S = sum over j of A^j b c A^j.
#include <algorithm>
#include <array>
#include <cmath>

#include "lab.hpp"

namespace lab07 {
namespace {

using Real = long double;
using Matrix = std::array<std::array<Real, 3>, 3>;

Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix product{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) product[i][j] += a[i][k] * b[k][j];
  return product;
}

Matrix operator+(Matrix a, const Matrix& b) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) a[i][j] += b[i][j];
  return a;
}

Real largest(const Matrix& a) {
  Real result = 0;
  for (const auto& row : a)
    for (Real entry : row) result = std::max(result, std::abs(entry));
  return result;
}

/// S A, for a step without input `a`, the answer of the state to a sample `b`, and the place of the
/// state in which the value is.
void store_end(const Matrix& a, const std::array<Real, 3>& b, int value, double (&end)[3][3]) {
  Matrix sum{};
  for (int i = 0; i < 3; ++i) sum[i][value] = b[i];
  // With S_n the sum of n terms, S_2n = S_n + A^n S_n A^n.
  for (Matrix power = a; largest(power) > 1e-30L; power = power * power)
    sum = sum + power * sum * power;
  const Matrix product = sum * a;
  for (int i = 0; i < 3; ++i)
    std::transform(product[i].begin(), product[i].end(), end[i],
                   [](Real entry) { return static_cast<double>(entry); });
}

}  // namespace

Coefficients make_coefficients(double sigma) {
  const double q = sigma < 2.5 ? 3.97156 - 4.14554 * std::sqrt(1.0 - 0.26891 * sigma)
                               : 0.98711 * sigma - 0.96330;

  // b0 .. b3 by Horner's rule.
  const double b1 = q * (2.44413 + q * (2.8562 + q * 1.266615));
  const double b2 = -q * q * (1.4281 + q * 1.266615);
  const double b3 = 0.422205 * q * q * q;
  const double b0 = 1.57825 + q * (2.44413 + q * (1.4281 + q * 0.422205));

  constexpr double m0 = 1.1668, m1 = 1.10783, m2 = 1.40586;
  const double scale = std::pow(m1 + q, 2) + std::pow(m2, 2);

  Coefficients c{};
  c.gain = 1.57825 / b0;
  c.a1 = b1 / b0;
  c.a2 = b2 / b0;
  c.a3 = b3 / b0;
  c.p = m0 / (m0 + q);
  c.e1 = (m1 * m1 + m2 * m2) / scale;
  c.e2 = q * q / scale;

  const Matrix direct{{{c.a1, c.a2, c.a3}, {1, 0, 0}, {0, 1, 0}}};
  store_end(direct, {c.gain, 0, 0}, 0, c.end_direct);

  // u' = (1 - p) u + p x, d' = e1 (u' - w) + e2 d, w' = w + d'.
  const Real p = c.p, e1 = c.e1, e2 = c.e2, k = 1 - p;
  const Matrix cascade{{{k, 0, 0}, {e1 * k, 1 - e1, e2}, {e1 * k, -e1, e2}}};
  store_end(cascade, {p, e1 * p, e1 * p}, 1, c.end_cascade);
  return c;
}

}  // namespace lab07
