/// @file
/// Lab 07, stage coefficients. The end matrices are not walked: with A what a step on silence does to
/// the state, b what a sample of 1 adds to it, and v the row that reads the value from it,
///     end = sum over i of A^i (b v A) A^i,
/// and the first 2n terms are the first n, plus the same between A^n on both sides.
#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "lab.hpp"

namespace lab07 {
namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

Matrix operator*(const Matrix& l, const Matrix& r) {
  Matrix product{};
  for (int i = 0; i < 9; ++i) {
    for (int k = 0; k < 3; ++k) product[i / 3][i % 3] += l[i / 3][k] * r[k][i % 3];
  }
  return product;
}

Matrix operator+(Matrix l, const Matrix& r) {
  for (int i = 0; i < 9; ++i) l[i / 3][i % 3] += r[i / 3][i % 3];
  return l;
}

/// The first 2^level terms of the sum, and A^(2^level).
std::pair<Matrix, Matrix> double_up(const Matrix& a, const Matrix& term, int level) {
  if (level == 0) return {term, a};
  const auto [sum, power] = double_up(a, term, level - 1);
  return {sum + power * sum * power, power * power};
}

void store_end(const Matrix& a, const Vector& b, int value_place, double (&end)[3][3]) {
  Matrix term;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) term[i][j] = b[i] * a[value_place][j];
  }
  const auto [sum, power] = double_up(a, term, 16);
  (void)power;
  for (int i = 0; i < 3; ++i) std::copy(sum[i].begin(), sum[i].end(), end[i]);
}

double horner(double x, std::array<double, 4> rising) {
  return rising[0] + x * (rising[1] + x * (rising[2] + x * rising[3]));
}

}  // namespace

Coefficients make_coefficients(double sigma) {
  const double q = sigma < 2.5 ? 3.97156 - 4.14554 * std::sqrt(1 - 0.26891 * sigma)
                               : std::fma(0.98711, sigma, -0.96330);
  Coefficients c{};
  const double norm = 1 / horner(q, {1.57825, 2.44413, 1.4281, 0.422205});
  std::tie(c.gain, c.a1, c.a2, c.a3) =
      std::make_tuple(norm * 1.57825, norm * horner(q, {0, 2.44413, 2.8562, 1.266615}),
                      -norm * horner(q, {0, 0, 1.4281, 1.266615}), norm * (0.422205 * q * q * q));

  constexpr double m0 = 1.1668, m1 = 1.10783, m2 = 1.40586;
  const double d = std::hypot(m1 + q, m2);
  c.p = m0 / (m0 + q);
  c.e1 = (m1 * m1 + m2 * m2) / (d * d);
  c.e2 = q / d * (q / d);

  store_end({{{c.a1, c.a2, c.a3}, {1, 0, 0}, {0, 1, 0}}}, {c.gain, 0, 0}, 0, c.end_direct);

  // One cascade step, each new number by the old u, w, d.
  const Vector u{1 - c.p, 0, 0};
  const Vector dd{c.e1 * u[0], -c.e1, c.e2};
  const Vector w{dd[0], 1 + dd[1], dd[2]};
  store_end({{u, w, dd}}, {c.p, c.e1 * c.p, c.e1 * c.p}, 1, c.end_cascade);
  return c;
}

}  // namespace lab07
