/// @file
/// Lab 08, stage line: the recursion in both forms, one thread per line. Read README.md first.
#include <cmath>
#include <complex>
#include <cstddef>

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
  const float f[kChannels] = {pixel.x, pixel.y, pixel.z};
  for (int i = 0; i < kPoles; ++i) {
    const Pole& pole = recursion.pole[i];
    // r1 = a / (b - 1)
    const Complex settled = -1.0f * (causal ? pole.r1 : pole.r1 * pole.b);
    for (int c = 0; c < kChannels; ++c) state.h[i][c] = f[c] * settled;
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

/// A line as a thread sees it.
struct Line {
  const float4* pixels;
  const float* spacing;
  float4* output;
  int step, length;
};

/// Walks along the line in one direction. The way to the left comes first and stores its part; the
/// way to the right adds its own, and in the h-form the pixel.
template <bool to_right>
__device__ void walk(const Line& line, const Recursion& recursion, Form form) {
  State state = {};
  float4 before = {};
  for (int n = 0; n < line.length; ++n) {
    const int k = to_right ? n : line.length - 1 - n;
    const int place = k * line.step;
    const float4 here = line.pixels[place];
    if (n == 0) {
      state = constant_state(recursion, here, to_right, form);
    } else {
      const int later = to_right ? place : place + line.step;
      advance_in(form, state, recursion, line.spacing[later], before, here, to_right);
    }
    float4 sum = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    if (to_right) {
      sum = line.output[place];
      if (form == Form::h) {
        sum.x += here.x;
        sum.y += here.y;
        sum.z += here.z;
      }
    }
    line.output[place] = add_real(sum, state);
    before = here;
  }
}

/// One thread walks along one line, from its end to its beginning and back.
__global__ void filter_lines_serially(const float4* __restrict__ input,
                                      const float* __restrict__ spacing, float4* output,
                                      Lines lines, Recursion recursion, Form form) {
  const int number = blockIdx.x * blockDim.x + threadIdx.x;
  if (number >= lines.count) return;
  const std::size_t start = std::size_t(number) * lines.line_step;
  const Line line = {input + start, spacing + start, output + start, lines.pixel_step,
                     lines.length};
  walk<false>(line, recursion, form);
  walk<true>(line, recursion, form);
}

}  // namespace

double sigma_of_iteration(double sigma_s, int iteration, int iterations) {
  const double four_to_n = std::ldexp(1.0, 2 * iterations);
  return std::ldexp(sigma_s, iterations - iteration) * std::sqrt(3.0 / (four_to_n - 1.0));
}

Recursion make_recursion(double sigma) {
  const Double alpha[kPoles] = {{1.6800, 3.7350}, {-0.6803, -0.2598}};
  const Double lambda[kPoles] = {{1.783, 0.6318}, {1.723, 1.9970}};
  double gamma = 0.0;
  for (int i = 0; i < kPoles; ++i) {
    const Double b = std::exp(-lambda[i] / sigma);
    gamma += (alpha[i] * (1.0 + b) / (1.0 - b)).real();
  }
  Recursion recursion;
  for (int i = 0; i < kPoles; ++i) {
    const Double rate = lambda[i] / sigma;
    const Double b = std::exp(-rate);
    const Double a = alpha[i] / gamma;
    Pole& pole = recursion.pole[i];
    pole.rate = to_complex(rate);
    pole.a = to_complex(a);
    pole.b = to_complex(b);
    pole.gain = to_complex(a * b / ((b - 1.0) * (b - 1.0)));
    pole.r1 = to_complex(a / (b - 1.0));
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
