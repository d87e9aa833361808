/// @file
/// Lab 07, stage coefficients: what the filter takes from sigma, in double.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "lab.hpp"

namespace lab07 {
namespace {

using Vector = std::array<double, 3>;

double q_of(double sigma) {
  return sigma < 2.5 ? 3.97156 - 4.14554 * std::sqrt(1.0 - 0.26891 * sigma)
                     : 0.98711 * sigma - 0.96330;
}

double size_of(const Vector& v) {
  return std::max({std::abs(v[0]), std::abs(v[1]), std::abs(v[2])});
}

/// The experiment, run until nothing is left of the unit state.
template <typename Step>
void experiment(Step&& step, double (&end)[3][3]) {
  for (int column = 0; column < 3; ++column) {
    Vector state{};
    state[column] = 1.0;
    std::vector<double> tail;
    do {
      tail.push_back(step(state, 0.0));
    } while (size_of(state) > 1e-22);

    Vector back{};
    std::for_each(tail.rbegin(), tail.rend(), [&](double value) { step(back, value); });
    for (int row = 0; row < 3; ++row) end[row][column] = back[row];
  }
}

}  // namespace

Coefficients make_coefficients(double sigma) {
  const double q = q_of(sigma);
  // Horner's scheme
  const double b3 = 0.422205 * q * q * q;
  const double b2 = -q * q * (1.4281 + 1.266615 * q);
  const double b1 = q * (2.44413 + q * (2.8562 + q * 1.266615));
  const double b0 = 1.57825 + q * (2.44413 + q * (1.4281 + q * 0.422205));

  const double m0 = 1.1668, m1 = 1.10783, m2 = 1.40586;
  const double norm = std::pow(m1 + q, 2) + std::pow(m2, 2);

  Coefficients c{1.57825 / b0,
                 b1 / b0,
                 b2 / b0,
                 b3 / b0,
                 m0 / (m0 + q),
                 (m1 * m1 + m2 * m2) / norm,
                 q * q / norm,
                 {},
                 {}};
  experiment(
      [&c](Vector& s, double in) {
        s = {c.gain * in + c.a1 * s[0] + c.a2 * s[1] + c.a3 * s[2], s[0], s[1]};
        return s[0];
      },
      c.end_direct);
  experiment(
      [&c](Vector& s, double in) {
        auto& [u, w, d] = s;
        u += c.p * (in - u);
        d = c.e1 * (u - w) + c.e2 * d;
        return w += d;
      },
      c.end_cascade);
  return c;
}

}  // namespace lab07
