/// @file
/// Lab 07, stage coefficients. The tail of the causal pass is nowhere stored: a function goes one
/// step there, calls itself for the rest, and on its return takes the step back.
#include <algorithm>
#include <cmath>

#include "lab.hpp"

namespace lab07 {
namespace {

double stretch(double sigma) {
  return sigma < 2.5 ? 3.97156 - 4.14554 * std::sqrt(1.0 - 0.26891 * sigma)
                     : 0.98711 * sigma - 0.96330;
}

struct Direct {
  double value[3];  // w[k-1], w[k-2], w[k-3]
  double step(const Coefficients& c, double sample) {
    const double next =
        c.gain * sample + c.a1 * value[0] + c.a2 * value[1] + c.a3 * value[2];
    std::rotate(value, value + 2, value + 3);
    value[0] = next;
    return next;
  }
};

struct Cascade {
  double value[3];  // u, w, d
  double step(const Coefficients& c, double sample) {
    value[0] = (1 - c.p) * value[0] + c.p * sample;
    value[2] = c.e1 * (value[0] - value[1]) + c.e2 * value[2];
    value[1] += value[2];
    return value[1];
  }
};

/// The backward state on this side of `left` further zeros that are entered in the causal state
/// `there`.
template <typename Filter>
Filter there_and_back(const Coefficients& c, Filter there, int left) {
  if (left == 0) return Filter{{0, 0, 0}};
  const double w = there.step(c, 0);
  Filter back = there_and_back(c, there, left - 1);
  back.step(c, w);
  return back;
}

template <typename Filter>
void fill_end(const Coefficients& c, int steps, double (&end)[3][3]) {
  for (int k = 0; k < 3; ++k) {
    Filter unit{{0, 0, 0}};
    unit.value[k] = 1;
    const Filter back = there_and_back(c, unit, steps);
    for (int row = 0; row < 3; ++row) end[row][k] = back.value[row];
  }
}

}  // namespace

Coefficients make_coefficients(double sigma) {
  Coefficients c{};
  const double q = stretch(sigma), q2 = q * q, q3 = q2 * q;
  const double b1 = 2.44413 * q + 2.8562 * q2 + 1.266615 * q3;
  const double b2 = -(1.4281 * q2 + 1.266615 * q3);
  const double b3 = 0.422205 * q3;
  const double b0 = 1.57825 + b1 + b2 + b3;  // b0 - b1 - b2 - b3 is 1.57825, see the handout
  c.a1 = b1 / b0;
  c.a2 = b2 / b0;
  c.a3 = b3 / b0;
  c.gain = 1.57825 / b0;

  const double m0 = 1.1668, m1 = 1.10783, m2 = 1.40586;
  const double length = std::hypot(m1 + q, m2), shortest = std::hypot(m1, m2);
  c.p = m0 / (m0 + q);
  c.e1 = (shortest / length) * (shortest / length);
  c.e2 = (q / length) * (q / length);

  const int steps = 300 + int(36 * sigma);  // e^-39 of the slowest part is left then
  fill_end<Direct>(c, steps, c.end_direct);
  fill_end<Cascade>(c, steps, c.end_cascade);
  return c;
}

}  // namespace lab07
