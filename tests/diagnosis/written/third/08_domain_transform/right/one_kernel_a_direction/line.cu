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

/// The literal form for one direction: g of a constant line, and the step to the next pixel.
template <bool kCausal>
struct Literal {
  static constexpr bool kAddsPixel = false;

  static __device__ State begin(const Recursion& recursion, float4 pixel) {
    State state;
    for (int i = 0; i < kPoles; ++i) {
      const Pole& p = recursion.pole[i];
      const Complex all = kCausal ? p.r1 : p.b * p.r1;
      state.h[i][0] = -pixel.x * all;
      state.h[i][1] = -pixel.y * all;
      state.h[i][2] = -pixel.z * all;
    }
    return state;
  }

  static __device__ void step(State& state, const Recursion& recursion, float delta, float4 from,
                              float4 to) {
    for (int i = 0; i < kPoles; ++i) {
      const Pole& p = recursion.pole[i];
      const Complex w = power(p.rate, delta);
      const Complex q = (1.0f / delta) * ((w - Complex{1.0f, 0.0f}) * p.gain);
      // What multiplies f(k) and what multiplies f(j), the sample included.
      const Complex of_to = q - p.r1 * p.b + (kCausal ? p.a : Complex{});
      const Complex of_from = p.r1 * w - q + (kCausal ? Complex{} : w * p.a);
      const auto next = [&](Complex g, float f, float t) {
        return w * g + (f * of_from + t * of_to);
      };
      state.h[i][0] = next(state.h[i][0], from.x, to.x);
      state.h[i][1] = next(state.h[i][1], from.y, to.y);
      state.h[i][2] = next(state.h[i][2], from.z, to.z);
    }
  }
};

/// The h-form, which is the same in both directions, except that one of them adds the pixel.
template <bool kCausal>
struct Differences {
  static constexpr bool kAddsPixel = kCausal;
  static __device__ State begin(const Recursion&, float4) { return State{}; }
  static __device__ void step(State& state, const Recursion& recursion, float delta, float4 from,
                              float4 to) {
    advance(state, recursion, delta, from, to);
  }
};

/// One thread walks along one line, one way. The causal kernel stores, the other one adds.
template <template <bool> class Kind, bool kCausal>
__global__ void walk_lines(const float4* __restrict__ input, const float* __restrict__ spacing,
                           float4* output, Lines lines, Recursion recursion) {
  using Walk = Kind<kCausal>;
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= lines.count) return;
  const int step = kCausal ? lines.pixel_step : -lines.pixel_step;
  int place = line * lines.line_step + (kCausal ? 0 : (lines.length - 1) * lines.pixel_step);
  const auto finish = [&](int at, float4 pixel, const State& state) {
    float4 sum = kCausal ? make_float4(0.0f, 0.0f, 0.0f, 0.0f) : output[at];
    if constexpr (Walk::kAddsPixel) {
      sum.x += pixel.x;
      sum.y += pixel.y;
      sum.z += pixel.z;
    }
    output[at] = add_real(sum, state);
  };
  float4 before = input[place];
  State state = Walk::begin(recursion, before);
  finish(place, before, state);
  for (int left = lines.length - 1; left > 0; --left) {
    const float delta = spacing[kCausal ? place + step : place];
    place += step;
    const float4 here = input[place];
    Walk::step(state, recursion, delta, before, here);
    finish(place, here, state);
    before = here;
  }
}

/// Both directions, one after the other.
template <template <bool> class Kind>
void walk_both_ways(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                    const Recursion& recursion, cudaStream_t stream) {
  const int blocks = (lines.count + kThreads - 1) / kThreads;
  walk_lines<Kind, true>
      <<<blocks, kThreads, 0, stream>>>(d_input, d_spacing, d_output, lines, recursion);
  KIT_CHECK(cudaGetLastError());
  walk_lines<Kind, false>
      <<<blocks, kThreads, 0, stream>>>(d_input, d_spacing, d_output, lines, recursion);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

double sigma_of_iteration(double sigma_s, int iteration, int iterations) {
  return sigma_s * std::sqrt(3.0) * std::pow(2.0, iterations - iteration) /
         std::sqrt(std::pow(4.0, iterations) - 1.0);
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
  if (form == Form::literal) {
    walk_both_ways<Literal>(d_input, d_spacing, d_output, lines, recursion, stream);
  } else {
    walk_both_ways<Differences>(d_input, d_spacing, d_output, lines, recursion, stream);
  }
}

}  // namespace lab08
