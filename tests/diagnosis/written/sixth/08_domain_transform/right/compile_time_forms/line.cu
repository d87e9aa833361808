/// @file
/// Lab 08, stage line: form and direction are template parameters; one walk serves both ways.
#include <cmath>
#include <complex>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

using Double = std::complex<double>;

__device__ float channel(float4 pixel, int c) {
  return c == 0 ? pixel.x : c == 1 ? pixel.y : pixel.z;
}

/// The h-form: nothing to add to what lab.hpp has.
template <bool kCausal>
struct Differences {
  static __device__ State start(const Recursion&, float4) { return State{}; }
  static __device__ void step(State& state, const Recursion& recursion, float delta, float4 from,
                              float4 to) {
    advance(state, recursion, delta, from, to);
  }
  static __device__ float4 base(float4 pixel) { return pixel; }
};

/// Formula (4) as it stands, sorted by f(k) and f(j).
template <bool kCausal>
struct Literal {
  static __device__ State start(const Recursion& recursion, float4 pixel) {
    State state;
    for (int i = 0; i < kPoles; ++i) {
      Complex settled = -1.0f * recursion.pole[i].r1;  // a / (1 - b)
      if (!kCausal) settled = settled * recursion.pole[i].b;
      for (int c = 0; c < kChannels; ++c) state.h[i][c] = channel(pixel, c) * settled;
    }
    return state;
  }
  static __device__ void step(State& state, const Recursion& recursion, float delta, float4 from,
                              float4 to) {
    for (int i = 0; i < kPoles; ++i) {
      const Pole& pole = recursion.pole[i];
      const Complex w = power(pole.rate, delta);
      const Complex s = 1.0f / delta * (pole.gain * (w - Complex{1.0f, 0.0f}));
      Complex of_to = s - pole.r1 * pole.b;
      Complex of_from = pole.r1 * w - s;
      if (kCausal) {
        of_to = of_to + pole.a;
      } else {
        of_from = of_from + pole.a * w;
      }
      for (int c = 0; c < kChannels; ++c) {
        state.h[i][c] =
            w * state.h[i][c] + (channel(to, c) * of_to + channel(from, c) * of_from);
      }
    }
  }
  static __device__ float4 base(float4) { return float4{0.0f, 0.0f, 0.0f, 0.0f}; }
};

/// From pixel `at` on, `length` pixels, `step` apart; the causal way stores, the other one adds.
template <template <bool> class Formulas, bool kCausal>
__device__ void walk(const float4* __restrict__ input, const float* __restrict__ spacing,
                     float4* output, int at, int step, int length, const Recursion& recursion) {
  using Way = Formulas<kCausal>;
  float4 here = input[at];
  State state = Way::start(recursion, here);
  for (int left = length - 1;; --left) {
    output[at] = add_real(kCausal ? Way::base(here) : output[at], state);
    if (left == 0) return;
    const int next = at + step;
    const float4 there = input[next];
    Way::step(state, recursion, spacing[kCausal ? next : at], here, there);
    here = there;
    at = next;
  }
}

template <template <bool> class Formulas>
__global__ void there_and_back(const float4* __restrict__ input, const float* __restrict__ spacing,
                               float4* output, Lines lines, Recursion recursion) {
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line < lines.count) {
    const int first = line * lines.line_step;
    const int last = first + (lines.length - 1) * lines.pixel_step;
    walk<Formulas, true>(input, spacing, output, first, lines.pixel_step, lines.length, recursion);
    walk<Formulas, false>(input, spacing, output, last, -lines.pixel_step, lines.length, recursion);
  }
}

}  // namespace

double sigma_of_iteration(double sigma_s, int iteration, int iterations) {
  return sigma_s * std::sqrt(3.0) * std::ldexp(1.0, iterations - iteration) /
         std::sqrt(std::ldexp(1.0, 2 * iterations) - 1.0);
}

Recursion make_recursion(double sigma) {
  struct Constants {
    Double alpha, lambda;
  };
  const Constants constants[kPoles] = {{{1.6800, 3.7350}, {1.783, 0.6318}},
                                       {{-0.6803, -0.2598}, {1.723, 1.9970}}};
  const auto base = [&](const Constants& pole) { return std::exp(-pole.lambda / sigma); };
  const auto narrow = [](Double z) { return Complex{float(z.real()), float(z.imag())}; };

  Double sum = 0.0;
  for (const Constants& pole : constants) {
    const Double b = base(pole);
    sum += pole.alpha * (1.0 + b) / (1.0 - b);
  }
  Recursion recursion;
  Pole* pole = recursion.pole;
  for (const Constants& given : constants) {
    const Double a = given.alpha / sum.real(), b = base(given), c = b - 1.0;
    *pole++ = {narrow(given.lambda / sigma), narrow(a), narrow(b), narrow(a * b / (c * c)),
               narrow(a / c)};
  }
  return recursion;
}

void filter_lines(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                  const Recursion& recursion, Form form, cudaStream_t stream) {
  constexpr int kThreads = 32;  // few, so that there are many blocks
  const int blocks = (lines.count + kThreads - 1) / kThreads;
  const auto kernel =
      form == Form::literal ? there_and_back<Literal> : there_and_back<Differences>;
  kernel<<<blocks, kThreads, 0, stream>>>(d_input, d_spacing, d_output, lines, recursion);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
