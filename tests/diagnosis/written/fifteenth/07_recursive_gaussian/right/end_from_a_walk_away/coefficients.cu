/// @file
/// Lab 07, stage coefficients: what the filter takes from sigma, in double. Read README.md first.
#include <cmath>

#include "lab.hpp"

namespace lab07 {
namespace {

/// The poles of the filter before sigma stretches them: -m0, and the pair -m1 + i m2, -m1 - i m2.
constexpr double kM0 = 1.1668, kM1 = 1.10783, kM2 = 1.40586;

/// Young and van Vliet's q for sigma. It jumps at 2.5, from 1.598 to 1.504.
double stretch(double sigma) {
  if (sigma >= 2.5) return 0.98711 * sigma - 0.96330;
  return 3.97156 - 4.14554 * std::sqrt(1.0 - 0.26891 * sigma);
}

/// One sample of the direct form; the state is the last three values, the newest first.
double step_direct(const Coefficients& c, double (&state)[3], double sample) {
  const double value = c.gain * sample + c.a1 * state[0] + c.a2 * state[1] + c.a3 * state[2];
  state[2] = state[1];
  state[1] = state[0];
  state[0] = value;
  return value;
}

/// One sample of the cascade form; the state is (u, w, d).
double step_cascade(const Coefficients& c, double (&state)[3], double sample) {
  double& u = state[0];
  double& w = state[1];
  double& d = state[2];
  u += c.p * (sample - u);
  d = c.e1 * (u - w) + c.e2 * d;
  w += d;
  return w;
}

/// The backward pass is linear: a sample that stands j places beyond the end adds itself times the
/// state that a single 1 has left j steps later. So one walk away from the end is enough, with three
/// causal passes that arrived in the unit states and the response to a 1 side by side.
template <typename Step>
void fill_end(const Coefficients& c, Step step, int steps, double (&end)[3][3]) {
  double causal[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  double response[3] = {0.0, 0.0, 0.0};
  for (auto& row : end) row[0] = row[1] = row[2] = 0.0;
  for (int j = 0; j < steps; ++j) {
    step(c, response, j == 0 ? 1.0 : 0.0);
    for (int k = 0; k < 3; ++k) {
      const double value = step(c, causal[k], 0.0);
      for (int row = 0; row < 3; ++row) end[row][k] += value * response[row];
    }
  }
}

}  // namespace

Coefficients make_coefficients(double sigma) {
  Coefficients c{};
  const double q = stretch(sigma);
  const double q2 = q * q;
  const double q3 = q2 * q;
  const double b0 = 1.57825 + 2.44413 * q + 1.4281 * q2 + 0.422205 * q3;
  const double b1 = 2.44413 * q + 2.8562 * q2 + 1.266615 * q3;
  const double b2 = -(1.4281 * q2 + 1.266615 * q3);
  const double b3 = 0.422205 * q3;
  c.gain = 1.57825 / b0;
  c.a1 = b1 / b0;
  c.a2 = b2 / b0;
  c.a3 = b3 / b0;

  const double denominator = (kM1 + q) * (kM1 + q) + kM2 * kM2;
  c.p = kM0 / (kM0 + q);
  c.e1 = (kM1 * kM1 + kM2 * kM2) / denominator;
  c.e2 = q2 / denominator;

  const int steps = 200 + int(80.0 * sigma);
  fill_end(c, step_direct, steps, c.end_direct);
  fill_end(c, step_cascade, steps, c.end_cascade);
  return c;
}

}  // namespace lab07
