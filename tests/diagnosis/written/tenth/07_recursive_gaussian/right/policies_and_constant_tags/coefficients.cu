/// @file
/// Lab 07, stage coefficients. The matrix `end` by doubling the sum S = sum of A^j b c A^j instead
/// of by running the filter: after n terms, S(2n) = S(n) + A^n S(n) A^n.
#include <array>
#include <cmath>

#include "lab.hpp"

namespace lab07 {
namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix r{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) r[i][j] += a[i][k] * b[k][j];
  return r;
}

Matrix operator+(Matrix a, const Matrix& b) {
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) a[i][j] += b[i][j];
  return a;
}

/// `step(state, sample)` moves a state on; `place` is where the filter's value is in the state.
template <class Step>
void end_matrix(Step step, int place, double (&end)[3][3]) {
  Matrix a{};
  for (int k = 0; k < 3; ++k) {
    std::array<double, 3> unit{};
    unit[k] = 1.0;
    step(unit, 0.0);
    for (int i = 0; i < 3; ++i) a[i][k] = unit[i];
  }
  std::array<double, 3> b{};
  step(b, 1.0);

  Matrix sum{};
  for (int i = 0; i < 3; ++i) sum[i][place] = b[i];
  Matrix power = a;
  for (int doubling = 0; doubling < 16; ++doubling) {
    sum = sum + power * sum * power;
    power = power * power;
  }
  sum = sum * a;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) end[i][k] = sum[i][k];
}

}  // namespace

Coefficients make_coefficients(double sigma) {
  const double m0 = 1.1668, m1 = 1.10783, m2 = 1.40586;
  const double q = sigma < 2.5 ? 3.97156 - 4.14554 * std::sqrt(1.0 - 0.26891 * sigma)
                               : 0.98711 * sigma - 0.96330;
  // Horner; the numerators of a1, a2, a3 and the gain's add up to b0.
  const double n1 = q * (2.44413 + q * (2.8562 + q * 1.266615));
  const double n2 = -q * q * (1.4281 + q * 1.266615);
  const double n3 = q * q * q * 0.422205;
  const double b0 = 1.57825 + n1 + n2 + n3;

  Coefficients c{};
  c.gain = 1.57825 / b0;
  c.a1 = n1 / b0;
  c.a2 = n2 / b0;
  c.a3 = n3 / b0;
  const double m = m1 * m1 + m2 * m2;
  const double d = m + q * (2.0 * m1 + q);
  c.p = m0 / (q + m0);
  c.e1 = m / d;
  c.e2 = q * q / d;

  end_matrix(
      [&c](std::array<double, 3>& s, double x) {
        s = {c.gain * x + c.a1 * s[0] + c.a2 * s[1] + c.a3 * s[2], s[0], s[1]};
      },
      0, c.end_direct);
  end_matrix(
      [&c](std::array<double, 3>& s, double x) {
        const double u = s[0] + c.p * (x - s[0]);
        const double d = c.e1 * (u - s[1]) + c.e2 * s[2];
        s = {u, s[1] + d, d};
      },
      1, c.end_cascade);
  return c;
}

}  // namespace lab07
