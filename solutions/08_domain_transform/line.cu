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

  // In the literal form g+ and g- make up the whole output, in the h-form they are added to the
  // pixel.
  const bool with_pixel = form == Form::h;
  int place = line * lines.line_step;
  float4 before = input[place];
  State state = constant_state(recursion, before, true, form);
  output[place] = add_real(with_pixel ? before : float4{}, state);
  for (int k = 1; k < lines.length; ++k) {
    place += lines.pixel_step;
    const float4 here = input[place];
    advance_in(form, state, recursion, spacing[place], before, here, true);
    output[place] = add_real(with_pixel ? here : float4{}, state);
    before = here;
  }

  // Now `before` is the last pixel.
  state = constant_state(recursion, before, false, form);
  output[place] = add_real(output[place], state);
  for (int k = lines.length - 2; k >= 0; --k) {
    const float delta = spacing[place];  // it stands at the later pixel
    place -= lines.pixel_step;
    const float4 here = input[place];
    advance_in(form, state, recursion, delta, before, here, false);
    output[place] = add_real(output[place], state);
    before = here;
  }
}

}  // namespace

double sigma_of_iteration(double sigma_s, int iteration, int iterations) {
  return sigma_s * std::sqrt(3.0) * std::pow(2.0, iterations - iteration) /
         std::sqrt(std::pow(4.0, iterations) - 1.0);
}

Recursion make_recursion(double sigma) {
  const Double alpha[kPoles] = {{1.6800, 3.7350}, {-0.6803, -0.2598}};
  const Double lambda[kPoles] = {{1.783, 0.6318}, {1.723, 1.9970}};
  // Scales a constant to itself: the sum of both directions' responses is gamma / gamma.
  double gamma = 0;
  for (int i = 0; i < kPoles; ++i) {
    const Double b = std::exp(-lambda[i] / sigma);
    gamma += std::real(alpha[i] * (1.0 + b) / (1.0 - b));
  }
  Recursion recursion;
  for (int i = 0; i < kPoles; ++i) {
    const Double a = alpha[i] / gamma;
    const Double b = std::exp(-lambda[i] / sigma);
    recursion.pole[i] = {to_complex(lambda[i] / sigma), to_complex(a), to_complex(b),
                         to_complex(a * b / ((b - 1.0) * (b - 1.0))), to_complex(a / (b - 1.0))};
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
