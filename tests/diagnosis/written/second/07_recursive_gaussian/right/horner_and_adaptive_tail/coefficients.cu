/// @file
/// Lab 07, stage coefficients: Horner's rule, one matrix type, and tails that end by themselves.
#include <array>
#include <cmath>
#include <complex>
#include <initializer_list>
#include <vector>

#include "lab.hpp"

namespace lab07 {
namespace {

using State = std::array<double, 3>;

double polynomial(double x, std::initializer_list<double> highest_first) {
  double value = 0;
  for (const double factor : highest_first) value = value * x + factor;
  return value;
}

/// Runs a filter forth until its tail is lost in rounding, then back; the tail
/// takes as many samples as it needs.
template <typename Step>
void experiment(double (&end)[3][3], double sigma, Step step) {
  for (int k = 0; k < 3; ++k) {
    State state{};
    state[k] = 1;
    std::vector<double> tail;
    const auto left = [&] {
      return std::abs(state[0]) + std::abs(state[1]) + std::abs(state[2]);
    };
    while (left() > 1e-25 || tail.size() < 10 * sigma) {
      state = step(state, 0.0);
      tail.push_back(step.value(state));
    }
    state = State{};
    for (auto sample = tail.crbegin(); sample != tail.crend(); ++sample) {
      state = step(state, *sample);
    }
    const auto [first, second, third] = state;
    end[0][k] = first;
    end[1][k] = second;
    end[2][k] = third;
  }
}

struct Direct {
  const Coefficients& c;
  State operator()(const State& s, double sample) const {
    return {c.gain * sample + c.a1 * s[0] + c.a2 * s[1] + c.a3 * s[2], s[0], s[1]};
  }
  static double value(const State& s) { return s[0]; }
};

struct Cascade {
  const Coefficients& c;
  State operator()(const State& s, double sample) const {
    const double u = s[0] + c.p * (sample - s[0]);
    const double d = c.e1 * (u - s[1]) + c.e2 * s[2];
    return {u, s[1] + d, d};
  }
  static double value(const State& s) { return s[1]; }
};

}  // namespace

Coefficients make_coefficients(double sigma) {
  const double q = sigma < 2.5 ? 3.97156 - 4.14554 * std::sqrt(1 - 0.26891 * sigma)
                               : 0.98711 * sigma - 0.96330;
  const double b0 = polynomial(q, {0.422205, 1.4281, 2.44413, 1.57825});

  Coefficients c{};
  c.a1 = polynomial(q, {1.266615, 2.8562, 2.44413, 0}) / b0;
  c.a2 = polynomial(q, {-1.266615, -1.4281, 0, 0}) / b0;
  c.a3 = polynomial(q, {0.422205, 0, 0, 0}) / b0;
  c.gain = 1.57825 / b0;

  const std::complex<double> pole(1.10783, 1.40586);
  const double norm = std::norm(pole + q);  // the square of its length
  c.p = 1.1668 / (1.1668 + q);
  c.e1 = std::norm(pole) / norm;
  c.e2 = q * q / norm;

  experiment(c.end_direct, sigma, Direct{c});
  experiment(c.end_cascade, sigma, Cascade{c});
  return c;
}

}  // namespace lab07
