/// @file
/// Lab 08, stage line: a kernel per direction and form, chosen at compile time. The causal one
/// stores, the anticausal one adds.
#include <array>
#include <cmath>
#include <complex>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

using cd = std::complex<double>;

enum class Way { causal, anticausal };

struct Colour {
  float v[kChannels];
  __device__ explicit Colour(float4 p) : v{p.x, p.y, p.z} {}
};

/// The h-form is in lab.hpp.
template <Form kForm, Way kWay>
struct Walker {
  const Recursion& recursion;
  State state;

  __device__ Walker(const Recursion& r, float4 first) : recursion(r), state{} {
    if constexpr (kForm == Form::literal) {
      const Colour f(first);
      for (int i = 0; i < kPoles; ++i) {
        const Pole& pole = recursion.pole[i];
        Complex per_unit = Complex{0.0f, 0.0f} - pole.r1;  // a / (1 - b)
        if constexpr (kWay == Way::anticausal) per_unit = per_unit * pole.b;
        for (int c = 0; c < kChannels; ++c) state.h[i][c] = f.v[c] * per_unit;
      }
    }
  }

  __device__ void step(float delta, float4 from, float4 to) {
    if constexpr (kForm == Form::h) {
      advance(state, recursion, delta, from, to);
    } else {
      const Colour j(from), k(to);
      for (int i = 0; i < kPoles; ++i) {
        const Pole& pole = recursion.pole[i];
        const Complex w = power(pole.rate, delta);
        const Complex ramp = (1.0f / delta) * ((w - Complex{1.0f, 0.0f}) * pole.gain);
        // Everything that is multiplied with f(k), and with f(j).
        Complex of_k = ramp - pole.r1 * pole.b;
        Complex of_j = pole.r1 * w - ramp;
        if constexpr (kWay == Way::causal) {
          of_k = of_k + pole.a;
        } else {
          of_j = of_j + pole.a * w;
        }
        for (int c = 0; c < kChannels; ++c) {
          state.h[i][c] = w * state.h[i][c] + k.v[c] * of_k + j.v[c] * of_j;
        }
      }
    }
  }
};

template <Form kForm, Way kWay>
__global__ void walk(const float4* __restrict__ input, const float* __restrict__ spacing,
                     float4* __restrict__ output, Lines lines, Recursion recursion) {
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= lines.count) return;
  constexpr bool kCausal = kWay == Way::causal;
  const int first = line * lines.line_step + (kCausal ? 0 : (lines.length - 1) * lines.pixel_step);
  const int stride = kCausal ? lines.pixel_step : -lines.pixel_step;

  const auto put = [&](int at, float4 pixel, const State& state) {
    float4 base;
    if constexpr (!kCausal) {
      base = output[at];
    } else if constexpr (kForm == Form::h) {
      base = pixel;
    } else {
      base = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    }
    output[at] = add_real(base, state);
  };

  int at = first;
  float4 previous = input[at];
  Walker<kForm, kWay> walker(recursion, previous);
  put(at, previous, walker.state);
  for (int left = lines.length - 1; left > 0; --left) {
    const float delta = spacing[kCausal ? at + stride : at];
    at += stride;
    const float4 pixel = input[at];
    walker.step(delta, previous, pixel);
    put(at, pixel, walker.state);
    previous = pixel;
  }
}

template <Form kForm>
void both_ways(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
               const Recursion& recursion, cudaStream_t stream) {
  constexpr int threads = 32;
  const int blocks = (lines.count + threads - 1) / threads;
  walk<kForm, Way::causal>
      <<<blocks, threads, 0, stream>>>(d_input, d_spacing, d_output, lines, recursion);
  KIT_CHECK(cudaGetLastError());
  walk<kForm, Way::anticausal>
      <<<blocks, threads, 0, stream>>>(d_input, d_spacing, d_output, lines, recursion);
  KIT_CHECK(cudaGetLastError());
}

Complex narrow(cd z) {
  return {static_cast<float>(z.real()), static_cast<float>(z.imag())};
}

}  // namespace

double sigma_of_iteration(double sigma_s, int iteration, int iterations) {
  // exact powers of two; 4^16 fits
  return sigma_s * std::sqrt(3.0 / (std::ldexp(1.0, 2 * iterations) - 1.0)) *
         std::ldexp(1.0, iterations - iteration);
}

Recursion make_recursion(double sigma) {
  struct Constants {
    cd alpha, lambda;
  };
  const std::array<Constants, kPoles> deriche{{{{1.6800, 3.7350}, {1.783, 0.6318}},
                                               {{-0.6803, -0.2598}, {1.723, 1.9970}}}};
  double gamma = 0.0;
  for (const auto& [alpha, lambda] : deriche) {
    const cd b = std::exp(-lambda / sigma);
    gamma += std::real(alpha * (1.0 + b) / (1.0 - b));
  }
  Recursion result{};
  Pole* pole = result.pole;
  for (const auto& [alpha, lambda] : deriche) {
    const cd rate = lambda / sigma, b = std::exp(-rate), a = alpha / gamma, r1 = a / (b - 1.0);
    *pole++ = Pole{narrow(rate), narrow(a), narrow(b), narrow(r1 * b / (b - 1.0)), narrow(r1)};
  }
  return result;
}

void filter_lines(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                  const Recursion& recursion, Form form, cudaStream_t stream) {
  switch (form) {
    case Form::literal:
      both_ways<Form::literal>(d_input, d_spacing, d_output, lines, recursion, stream);
      break;
    case Form::h:
      both_ways<Form::h>(d_input, d_spacing, d_output, lines, recursion, stream);
      break;
  }
}

}  // namespace lab08
