// Right: the form is a template parameter, a lambda addresses every pixel, and ldexp makes the
// powers.
#include <cmath>
#include <complex>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kLinesOfBlock = 32;

using C = std::complex<double>;

Complex narrow(const C& z) {
  return Complex{float(z.real()), float(z.imag())};
}

// g of a line that has had one colour for ever.
__device__ State settled(const Recursion& rec, float4 colour, bool forward) {
  State s;
  const float f[kChannels] = {colour.x, colour.y, colour.z};
  for (int i = 0; i < kPoles; ++i) {
    // r1 = a / (b - 1)
    const Complex g = forward ? rec.pole[i].r1 : rec.pole[i].r1 * rec.pole[i].b;
    for (int c = 0; c < kChannels; ++c) s.h[i][c] = -f[c] * g;
  }
  return s;
}

template <bool kLiteral>
__device__ void go(State& s, const Recursion& rec, float delta, float4 from, float4 to,
                   bool forward) {
  if (!kLiteral) {
    advance(s, rec, delta, from, to);
    return;
  }
  const float fj[kChannels] = {from.x, from.y, from.z}, fk[kChannels] = {to.x, to.y, to.z};
  for (int i = 0; i < kPoles; ++i) {
    const Pole& q = rec.pole[i];
    const Complex bd = power(q.rate, delta);
    const Complex ramp = 1.0f / delta * (q.gain * (bd - Complex{1.0f, 0.0f}));
    const Complex at_k = ramp - q.r1 * q.b, at_j = ramp - q.r1 * bd;
    for (int c = 0; c < kChannels; ++c) {
      Complex next = bd * s.h[i][c] + (fk[c] * at_k - fj[c] * at_j);
      if (forward) {
        next = next + fk[c] * q.a;
      } else {
        next = next + fj[c] * (q.a * bd);
      }
      s.h[i][c] = next;
    }
  }
}

template <bool kLiteral>
__global__ void there_and_back(const float4* __restrict__ in, const float* __restrict__ gaps,
                               float4* out, Lines lines, Recursion rec) {
  const int id = blockIdx.x * kLinesOfBlock + threadIdx.x;
  if (id >= lines.count) return;
  const int n = lines.length;
  const auto at = [&](int k) { return id * lines.line_step + k * lines.pixel_step; };

  float4 last_seen = in[at(0)];
  State s = {};
  if (kLiteral) s = settled(rec, last_seen, true);
  for (int k = 0; k < n; ++k) {
    const float4 here = in[at(k)];
    if (k > 0) go<kLiteral>(s, rec, gaps[at(k)], last_seen, here, true);
    out[at(k)] = add_real(kLiteral ? float4{} : here, s);
    last_seen = here;
  }

  s = State{};
  if (kLiteral) s = settled(rec, last_seen, false);
  for (int k = n - 1; k >= 0; --k) {
    const float4 here = in[at(k)];
    if (k < n - 1) go<kLiteral>(s, rec, gaps[at(k + 1)], last_seen, here, false);
    out[at(k)] = add_real(out[at(k)], s);
    last_seen = here;
  }
}

}  // namespace

double sigma_of_iteration(double sigma_s, int iteration, int iterations) {
  const double shrink = std::ldexp(1.0, iterations - iteration);
  return sigma_s * shrink * std::sqrt(3.0 / (std::ldexp(1.0, 2 * iterations) - 1.0));
}

Recursion make_recursion(double sigma) {
  const C alpha[kPoles] = {C(1.6800, 3.7350), C(-0.6803, -0.2598)};
  const C lambda[kPoles] = {C(1.783, 0.6318), C(1.723, 1.9970)};
  const C one(1);
  C b[kPoles];
  C::value_type gamma = 0;
  for (int i = 0; i < kPoles; ++i) {
    b[i] = std::exp(-lambda[i] / C(sigma));
    gamma += (alpha[i] * (one + b[i]) / (one - b[i])).real();
  }
  Recursion rec;
  for (int i = 0; i < kPoles; ++i) {
    const C a = alpha[i] / gamma, down = b[i] - one;
    rec.pole[i].rate = narrow(lambda[i] / C(sigma));
    rec.pole[i].a = narrow(a);
    rec.pole[i].b = narrow(b[i]);
    rec.pole[i].gain = narrow(a * b[i] / (down * down));
    rec.pole[i].r1 = narrow(a / down);
  }
  return rec;
}

void filter_lines(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                  const Recursion& recursion, Form form, cudaStream_t stream) {
  const int blocks = (lines.count + kLinesOfBlock - 1) / kLinesOfBlock;
  const auto kernel = form == Form::literal ? there_and_back<true> : there_and_back<false>;
  kernel<<<blocks, kLinesOfBlock, 0, stream>>>(d_input, d_spacing, d_output, lines, recursion);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
