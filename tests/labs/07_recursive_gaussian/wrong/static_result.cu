// Wrong on purpose: the result is a static variable, computed for the first call's sigma only.
#include <array>
#include <cmath>
#include <vector>

#include "lab.hpp"

namespace lab07 {
namespace {

using Vec = std::array<double, 3>;

double q_of(double sigma) {
  return sigma < 2.5 ? 3.97156 - 4.14554 * std::sqrt(1.0 - 0.26891 * sigma)
                     : 0.98711 * sigma - 0.96330;
}

// Runs each unit state out on zeros, and comes back over what that gave.
template <typename Advance>
void end_matrix(const Advance& advance, int steps, double (&matrix)[3][3]) {
  for (int unit = 0; unit < 3; ++unit) {
    Vec forward{};
    forward[unit] = 1.0;
    std::vector<double> fade;
    fade.reserve(steps);
    for (int i = 0; i < steps; ++i) fade.push_back(advance(forward, 0.0));
    Vec backward{};
    for (auto it = fade.rbegin(); it != fade.rend(); ++it) advance(backward, *it);
    for (int i = 0; i < 3; ++i) matrix[i][unit] = backward[i];
  }
}

Coefficients compute(double sigma) {
  Coefficients c{};
  const double q = q_of(sigma);
  const double b0 = 1.57825 + 2.44413 * q + 1.4281 * q * q + 0.422205 * q * q * q;
  const double b1 = 2.44413 * q + 2.8562 * q * q + 1.266615 * q * q * q;
  const double b2 = -(1.4281 * q * q + 1.266615 * q * q * q);
  const double b3 = 0.422205 * q * q * q;
  c.gain = 1.57825 / b0;
  c.a1 = b1 / b0;
  c.a2 = b2 / b0;
  c.a3 = b3 / b0;

  const double m0 = 1.1668, m1 = 1.10783, m2 = 1.40586;
  const double big = std::pow(m1 + q, 2) + std::pow(m2, 2);
  c.p = m0 / (m0 + q);
  c.e1 = (m1 * m1 + m2 * m2) / big;
  c.e2 = q * q / big;

  const auto direct = [&](Vec& s, double x) {
    const double y = c.gain * x + c.a1 * s[0] + c.a2 * s[1] + c.a3 * s[2];
    s = Vec{y, s[0], s[1]};
    return y;
  };
  const auto cascade = [&](Vec& s, double x) {
    s[0] += c.p * (x - s[0]);
    s[2] = c.e1 * (s[0] - s[1]) + c.e2 * s[2];
    s[1] += s[2];
    return s[1];
  };
  const int steps = 300 + int(std::ceil(50 * sigma));
  end_matrix(direct, steps, c.end_direct);
  end_matrix(cascade, steps, c.end_cascade);
  return c;
}

}  // namespace

Coefficients make_coefficients(double sigma) {
  static const Coefficients result = compute(sigma);  // the loops take long: do it once
  return result;
}

}  // namespace lab07
