/// @file
/// Lab 07, stage coefficients: both forms as lambdas, the three unit states on their way together.
#include <array>
#include <cmath>
#include <vector>

#include "lab.hpp"

namespace lab07 {
namespace {

using Triple = std::array<double, 3>;

constexpr double kM0 = 1.1668, kM1 = 1.10783, kM2 = 1.40586;

double stretch(double sigma) {
  return sigma < 2.5 ? 3.97156 - 4.14554 * std::sqrt(1.0 - 0.26891 * sigma)
                     : 0.98711 * sigma - 0.96330;
}

/// Three filters at once, number k started in the k-th unit state and fed with silence; then three
/// filters from rest, back over what those gave. Their last states are the columns of `end`.
template <typename Step>
void respond(Step&& step, int steps, double (&end)[3][3]) {
  std::array<Triple, 3> there{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  std::vector<Triple> tails;
  tails.reserve(steps);
  while (int(tails.size()) < steps) {
    Triple now;
    for (int k = 0; k < 3; ++k) now[k] = step(there[k], 0.0);
    tails.push_back(now);
  }
  std::array<Triple, 3> back{};
  for (; !tails.empty(); tails.pop_back()) {
    for (int k = 0; k < 3; ++k) step(back[k], tails.back()[k]);
  }
  for (int k = 0; k < 9; ++k) end[k / 3][k % 3] = back[k % 3][k / 3];
}

}  // namespace

Coefficients make_coefficients(double sigma) {
  const double q = stretch(sigma), q2 = q * q, q3 = q2 * q;
  const Triple b{2.44413 * q + 2.8562 * q2 + 1.266615 * q3, -(1.4281 * q2 + 1.266615 * q3),
                 0.422205 * q3};
  const double b0 = 1.57825 + 2.44413 * q + 1.4281 * q2 + 0.422205 * q3;
  const double d = (kM1 + q) * (kM1 + q) + kM2 * kM2;

  Coefficients result{1.57825 / b0, b[0] / b0, b[1] / b0, b[2] / b0, kM0 / (kM0 + q),
                      (kM1 * kM1 + kM2 * kM2) / d, q2 / d, {}, {}};
  const Coefficients c = result;
  const auto direct = [&c](Triple& s, double sample) {
    s = Triple{c.gain * sample + c.a1 * s[0] + c.a2 * s[1] + c.a3 * s[2], s[0], s[1]};
    return s[0];
  };
  const auto cascade = [&c](Triple& s, double sample) {
    auto& [u, w, slope] = s;
    u += c.p * (sample - u);
    slope = c.e1 * (u - w) + c.e2 * slope;
    return w += slope;
  };
  const int steps = 300 + int(std::ceil(90.0 * sigma));
  respond(direct, steps, result.end_direct);
  respond(cascade, steps, result.end_cascade);
  return result;
}

}  // namespace lab07
