/// Lab 07, stage coefficients: everything in long double, rounded to double at the end.
#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "lab.hpp"

namespace lab07 {
namespace {

using real = long double;
using Vec = std::array<real, 3>;

real width_factor(real sigma) {
  return sigma < 2.5L ? 3.97156L - 4.14554L * std::sqrt(1.0L - 0.26891L * sigma)
                      : 0.98711L * sigma - 0.96330L;
}

/// Column by column: a causal pass that starts in unit state k and gets zeros, until its state has
/// vanished, then the backward pass over its values.
template <typename Step>
void experiment(double (&end)[3][3], Step&& step) {
  constexpr real kNothing = 1e-22L;
  constexpr std::size_t kEnough = 200000;
  const auto magnitude = [](const Vec& v) {
    return std::abs(v[0]) + std::abs(v[1]) + std::abs(v[2]);
  };
  for (std::size_t k = 0; k < 3; ++k) {
    Vec s{};
    s[k] = 1;
    std::vector<real> values;
    while (magnitude(s) > kNothing && values.size() < kEnough) values.push_back(step(s, 0));
    Vec t{};
    for (auto v = values.rbegin(); v != values.rend(); ++v) step(t, *v);
    for (std::size_t row = 0; row < 3; ++row) end[row][k] = static_cast<double>(t[row]);
  }
}

}  // namespace

Coefficients make_coefficients(double sigma) {
  const real q = width_factor(sigma);
  // b0 .. b3 in Horner's form
  const real b0 = 1.57825L + q * (2.44413L + q * (1.4281L + q * 0.422205L));
  const real b1 = q * (2.44413L + q * (2.8562L + q * 1.266615L));
  const real b2 = -q * q * (1.4281L + q * 1.266615L);
  const real b3 = q * q * q * 0.422205L;
  const real gain = 1.57825L / b0, a1 = b1 / b0, a2 = b2 / b0, a3 = b3 / b0;

  const real m0 = 1.1668L, m1 = 1.10783L, m2 = 1.40586L;
  const real norm = (m1 + q) * (m1 + q) + m2 * m2;
  const real p = m0 / (m0 + q), e1 = (m1 * m1 + m2 * m2) / norm, e2 = q * q / norm;

  Coefficients c{};
  c.gain = double(gain);
  c.a1 = double(a1);
  c.a2 = double(a2);
  c.a3 = double(a3);
  c.p = double(p);
  c.e1 = double(e1);
  c.e2 = double(e2);
  experiment(c.end_direct, [=](Vec& s, real in) {
    const real out = gain * in + a1 * s[0] + a2 * s[1] + a3 * s[2];
    s = {out, s[0], s[1]};
    return out;
  });
  experiment(c.end_cascade, [=](Vec& s, real in) {
    auto& [u, w, d] = s;
    u += p * (in - u);
    d = e1 * (u - w) + e2 * d;
    return w += d;
  });
  return c;
}

}  // namespace lab07
