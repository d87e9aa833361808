/// @file
/// Lab 07, stage coefficients. The end matrix as the sum S A, S = sum of A^j b c A^j, which is
/// doubled: S(2m) = S(m) + A^m S(m) A^m.
#include <array>
#include <cmath>

#include "lab.hpp"

namespace lab07 {
namespace {

using Real = long double;
using Vector = std::array<Real, 3>;
using Matrix = std::array<Vector, 3>;

Matrix operator*(const Matrix& x, const Matrix& y) {
  Matrix product{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) product[i][j] += x[i][k] * y[k][j];
    }
  }
  return product;
}

Matrix operator+(Matrix x, const Matrix& y) {
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) x[i][j] += y[i][j];
  }
  return x;
}

/// state' = a state + b in, value = c state'.
struct System {
  Matrix a;
  Vector b, c;
};

void solve_end(const System& system, int doublings, double (&end)[3][3]) {
  Matrix sum{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) sum[i][j] = system.b[i] * system.c[j];
  }
  Matrix power = system.a;
  for (int n = 0; n < doublings; ++n) {
    sum = sum + power * sum * power;
    power = power * power;
  }
  const Matrix result = sum * system.a;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) end[i][j] = static_cast<double>(result[i][j]);
  }
}

/// c0 + c1 q + c2 q^2 + c3 q^3
double cubic(double q, double c0, double c1, double c2, double c3) {
  return c0 + q * (c1 + q * (c2 + q * c3));
}

}  // namespace

Coefficients make_coefficients(double sigma) {
  const double q = sigma < 2.5 ? 3.97156 - 4.14554 * std::sqrt(1 - 0.26891 * sigma)
                               : std::fma(0.98711, sigma, -0.96330);
  const double b0 = cubic(q, 1.57825, 2.44413, 1.4281, 0.422205);

  Coefficients c{};
  c.gain = 1.57825 / b0;
  c.a1 = cubic(q, 0, 2.44413, 2.8562, 1.266615) / b0;
  c.a2 = -cubic(q, 0, 0, 1.4281, 1.266615) / b0;
  c.a3 = cubic(q, 0, 0, 0, 0.422205) / b0;

  constexpr double m0 = 1.1668, m1 = 1.10783, m2 = 1.40586;
  const double d = std::pow(m1 + q, 2) + m2 * m2;
  c.p = m0 / (m0 + q);
  c.e1 = std::pow(std::hypot(m1, m2), 2) / d;
  c.e2 = q * q / d;

  const System direct{{{{c.a1, c.a2, c.a3}, {1, 0, 0}, {0, 1, 0}}}, {c.gain, 0, 0}, {1, 0, 0}};
  const Real p = c.p, e1 = c.e1, e2 = c.e2;
  const System cascade{{{{1 - p, 0, 0}, {e1 * (1 - p), 1 - e1, e2}, {e1 * (1 - p), -e1, e2}}},
                       {p, e1 * p, e1 * p},
                       {0, 1, 0}};
  const int doublings = static_cast<int>(std::ceil(std::log2(60 * sigma + 100)));
  solve_end(direct, doublings, c.end_direct);
  solve_end(cascade, doublings, c.end_cascade);
  return c;
}

}  // namespace lab07
