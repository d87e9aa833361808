/// @file
/// Lab 08, stage line: the recursion in both forms, one thread per line. Read README.md first.
#include <cmath>
#include <complex>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kThreads = 64;  // per block; each has a line of its own

using Double = std::complex<double>;

Complex to_complex(Double value) {
  return {float(value.real()), float(value.imag())};
}

/// One step of S0's formula (4) for all poles and channels, from pixel j to its neighbour k:
/// `state` holds g[j] before and g[k] after.
__device__ void advance_literal(State& state, const Recursion& recursion, float delta, float4 from,
                                float4 to, bool causal) {
  const float f_from[kChannels] = {from.x, from.y, from.z};
  const float f_to[kChannels] = {to.x, to.y, to.z};
  for (int i = 0; i < kPoles; ++i) {
    const Pole& pole = recursion.pole[i];
    const Complex w = power(pole.rate, delta);
    const Complex slope = 1.0f / delta * (pole.gain * (w - Complex{1.0f, 0.0f}));
    const Complex phi_to = slope - pole.r1 * pole.b;
    const Complex phi_from = slope - pole.r1 * w;
    for (int c = 0; c < kChannels; ++c) {
      const Complex sample = causal ? f_to[c] * pole.a : f_from[c] * (pole.a * w);
      const Complex phi = f_to[c] * phi_to - f_from[c] * phi_from;
      state.h[i][c] = sample + w * state.h[i][c] + phi;
    }
  }
}

/// The state of a line that has always had this pixel's colour.
__device__ State constant_state(const Recursion& recursion, float4 pixel, bool causal, Form form) {
  State state = {};
  if (form == Form::h) return state;
  const float colour[kChannels] = {pixel.x, pixel.y, pixel.z};
  for (int i = 0; i < kPoles; ++i) {
    const Pole& pole = recursion.pole[i];
    const Complex factor = causal ? pole.r1 : pole.r1 * pole.b;  // r1 is a / (b - 1)
    for (int c = 0; c < kChannels; ++c) state.h[i][c] = -colour[c] * factor;
  }
  return state;
}

/// One step in either form.
__device__ void advance_in(Form form, State& state, const Recursion& recursion, float delta,
                           float4 from, float4 to, bool causal) {
  if (form == Form::literal) {
    advance_literal(state, recursion, delta, from, to, causal);
  } else {
    advance(state, recursion, delta, from, to);
  }
}

/// One thread walks along one line and back.
__global__ void filter_lines_serially(const float4* __restrict__ input,
                                      const float* __restrict__ spacing, float4* output,
                                      Lines lines, Recursion recursion, Form form) {
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= lines.count) return;
  const int start = line * lines.line_step;
  const int step = lines.pixel_step;
  const float4 nothing = {0.0f, 0.0f, 0.0f, 0.0f};

  // First from the right end to the left one, which stores ...
  int at = start + (lines.length - 1) * step;
  float4 before = input[at];
  State state = constant_state(recursion, before, false, form);
  output[at] = add_real(form == Form::h ? before : nothing, state);
  while (at != start) {
    const float delta = spacing[at];  // stands at the later of the two: where the thread is
    at -= step;
    const float4 here = input[at];
    advance_in(form, state, recursion, delta, before, here, false);
    output[at] = add_real(form == Form::h ? here : nothing, state);
    before = here;
  }

  // ... then from the left to the right, which adds. `before` is the first pixel already.
  state = constant_state(recursion, before, true, form);
  output[at] = add_real(output[at], state);
  for (int k = 1; k < lines.length; ++k) {
    at += step;
    const float4 here = input[at];
    advance_in(form, state, recursion, spacing[at], before, here, true);
    output[at] = add_real(output[at], state);
    before = here;
  }
}

}  // namespace

double sigma_of_iteration(double sigma_s, int iteration, int iterations) {
  // The variances fall by a factor of 4 from one iteration to the next: 4^(N - i) parts of
  // 1 + 4 + ... + 4^(N - 1).
  double parts = 0.0;
  for (int i = 1; i <= iterations; ++i) parts += std::ldexp(1.0, 2 * (iterations - i));
  return sigma_s * std::sqrt(std::ldexp(1.0, 2 * (iterations - iteration)) / parts);
}

Recursion make_recursion(double sigma) {
  const Double alpha[kPoles] = {{1.6800, 3.7350}, {-0.6803, -0.2598}};
  const Double lambda[kPoles] = {{1.783, 0.6318}, {1.723, 1.9970}};
  // With b = exp(-2 x), x = lambda / 2 sigma, nothing need be subtracted from 1 for a large sigma:
  //   (1 + b) / (1 - b) = 1 / tanh x     b - 1 = -2 exp(-x) sinh x     b / (b - 1)^2 = 1 / (2 sinh x)^2
  double gamma = 0.0;
  for (int i = 0; i < kPoles; ++i) {
    const Double x = lambda[i] / (2.0 * sigma);
    gamma += (alpha[i] / std::tanh(x)).real();
  }
  Recursion recursion;
  for (int i = 0; i < kPoles; ++i) {
    const Double x = lambda[i] / (2.0 * sigma);
    const Double chord = 2.0 * std::sinh(x);
    const Double a = alpha[i] / gamma;
    Pole& pole = recursion.pole[i];
    pole.rate = to_complex(lambda[i] / sigma);
    pole.a = to_complex(a);
    pole.b = to_complex(std::exp(-2.0 * x));
    pole.gain = to_complex(a / (chord * chord));
    pole.r1 = to_complex(-a * std::exp(x) / chord);
  }
  return recursion;
}

void filter_lines(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                  const Recursion& recursion, Form form, cudaStream_t stream) {
  const int blocks = (lines.count + kThreads - 1) / kThreads;
  filter_lines_serially<<<blocks, kThreads, 0, stream>>>(d_input, d_spacing, d_output, lines,
                                                         recursion, form);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
