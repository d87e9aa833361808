/// @file
/// Lab 07, stage coefficients: what the filter takes from sigma, in double.
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
  state[0] += c.p * (sample - state[0]);
  state[2] = c.e1 * (state[0] - state[1]) + c.e2 * state[2];
  state[1] += state[2];
  return state[1];
}

/// The backward pass starts from nothing, infinitely far away, and takes the tail's last value
/// first. So what it has reached at the end of the line is a sum: each value of the tail, times the
/// state that a single 1 leaves after as many steps of silence as there are values before it. Both
/// go forward, so the tail need not be stored.
template <typename Step>
void fill_end(const Coefficients& c, Step step, int steps, double (&end)[3][3]) {
  double causal[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  // one unit state in each row
  double impulse[3] = {0, 0, 0};
  step(c, impulse, 1.0);
  for (auto& row : end) {
    for (double& entry : row) entry = 0;
  }
  for (int n = 0; n < steps; ++n) {
    for (int k = 0; k < 3; ++k) {
      const double value = step(c, causal[k], 0.0);
      for (int row = 0; row < 3; ++row) end[row][k] += impulse[row] * value;
    }
    step(c, impulse, 0.0);
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

  const int steps = static_cast<int>(60 * sigma) + 100;
  fill_end(c, step_direct, steps, c.end_direct);
  fill_end(c, step_cascade, steps, c.end_cascade);
  return c;
}

}  // namespace lab07
