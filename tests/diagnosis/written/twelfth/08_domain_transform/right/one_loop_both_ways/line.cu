/// @file
/// Lab 08, stage line: the recursion in both forms, one thread per line. Read README.md first.
/// Two complex poles, in S0's literal form and in the h-form.
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
  const float f_j[kChannels] = {from.x, from.y, from.z};
  const float f_k[kChannels] = {to.x, to.y, to.z};
  for (int i = 0; i < kPoles; ++i) {
    const Pole& pole = recursion.pole[i];
    const Complex w = power(pole.rate, delta);
    const Complex slope = 1.0f / delta * (pole.gain * (w - Complex{1.0f, 0.0f}));
    for (int c = 0; c < kChannels; ++c) {
      const Complex phi = f_k[c] * (slope - pole.r1 * pole.b) - f_j[c] * (slope - pole.r1 * w);
      const Complex sample = causal ? f_k[c] * pole.a : f_j[c] * (pole.a * w);
      state.h[i][c] = sample + w * state.h[i][c] + phi;
    }
  }
}

/// The state of a line that has always had this pixel's colour.
__device__ State constant_state(const Recursion& recursion, float4 pixel, bool causal, Form form) {
  State state = {};
  if (form == Form::h) return state;
  const float f[kChannels] = {pixel.x, pixel.y, pixel.z};
  for (int i = 0; i < kPoles; ++i) {
    const Pole& pole = recursion.pole[i];
    const Complex g = causal ? pole.r1 : pole.r1 * pole.b;  // -a / (1 - b) and -a b / (1 - b)
    for (int c = 0; c < kChannels; ++c) state.h[i][c] = -f[c] * g;
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

  const int first = line * lines.line_step;
  const auto at = [&](int k) { return first + k * lines.pixel_step; };
#pragma unroll
  for (int way = 0; way < 2; ++way) {
    const bool causal = way == 0;
    const auto number = [&](int n) { return causal ? n : lines.length - 1 - n; };
    // On the way there the pixel's own share is stored, on the way back it is there already.
    const auto add_to_output = [&](int place, float4 pixel, const State& state) {
      const float4 none = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
      const float4 base = !causal ? output[place] : form == Form::h ? pixel : none;
      output[place] = add_real(base, state);
    };
    float4 from = input[at(number(0))];
    State state = constant_state(recursion, from, causal, form);
    add_to_output(at(number(0)), from, state);
    for (int n = 1; n < lines.length; ++n) {
      const int place = at(number(n));
      const float4 to = input[place];
      const float delta = spacing[at(max(number(n), number(n - 1)))];
      advance_in(form, state, recursion, delta, from, to, causal);
      add_to_output(place, to, state);
      from = to;
    }
  }
}

}  // namespace

double sigma_of_iteration(double sigma_s, int iteration, int iterations) {
  const double four_to_the_n = double(1ull << 2 * iterations);
  return std::ldexp(sigma_s, iterations - iteration) * std::sqrt(3.0 / (four_to_the_n - 1.0));
}

Recursion make_recursion(double sigma) {
  const Double alpha[kPoles] = {{1.6800, 3.7350}, {-0.6803, -0.2598}};
  const Double lambda[kPoles] = {{1.783, 0.6318}, {1.723, 1.9970}};
  // Scales a constant to itself: the sum of both directions' responses is gamma / gamma.
  Double b[kPoles], sum = 0.0;
  for (int i = 0; i < kPoles; ++i) {
    b[i] = std::exp(lambda[i] / -sigma);
    sum += alpha[i] * (1.0 + b[i]) / (1.0 - b[i]);
  }
  Recursion recursion = {};
  for (int i = 0; i < kPoles; ++i) {
    Pole& pole = recursion.pole[i];
    const Double a = alpha[i] / sum.real(), r1 = a / (b[i] - 1.0);
    pole.rate = to_complex(lambda[i] / sigma);
    pole.a = to_complex(a);
    pole.b = to_complex(b[i]);
    pole.gain = to_complex(r1 * b[i] / (b[i] - 1.0));
    pole.r1 = to_complex(r1);
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
