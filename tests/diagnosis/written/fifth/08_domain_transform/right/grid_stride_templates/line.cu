/// @file
/// Lab 08, stage line: a kernel template over the form, which walks with a template over the way.
#include <cmath>
#include <complex>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kPerBlock = 32;

struct Rgb {
  float c[kChannels];
  __device__ explicit Rgb(float4 pixel) : c{pixel.x, pixel.y, pixel.z} {}
};

/// Formula (4) and its start, for one form and one way.
template <Form kForm, bool kCausal>
struct Rule {
  static __device__ State start(const Recursion& recursion, float4 pixel) {
    State state = {};
    if constexpr (kForm == Form::literal) {
      const Rgb f(pixel);
      for (int n = 0; n < kPoles * kChannels; ++n) {
        const int i = n / kChannels, c = n % kChannels;
        const Pole& pole = recursion.pole[i];
        Complex g = f.c[c] * pole.r1;
        if (!kCausal) g = g * pole.b;
        state.h[i][c] = Complex{0.0f, 0.0f} - g;  // a / (1 - b) = -r1
      }
    }
    return state;
  }

  static __device__ void step(State& state, const Recursion& recursion, float delta, float4 from,
                              float4 to) {
    if constexpr (kForm == Form::h) {
      advance(state, recursion, delta, from, to);
    } else {
      const Rgb j(from), k(to);
      for (int i = 0; i < kPoles; ++i) {
        const Pole& pole = recursion.pole[i];
        const Complex w = power(pole.rate, delta);
        const Complex one{1.0f, 0.0f};
        const Complex ramp = (1.0f / delta) * (pole.gain * (w - one));  // (b^d - 1) / (r0 d)
        for (int c = 0; c < kChannels; ++c) {
          Complex g = w * state.h[i][c];
          if constexpr (kCausal) {
            g = g + k.c[c] * pole.a;
          } else {
            g = g + j.c[c] * (pole.a * w);
          }
          state.h[i][c] = g + k.c[c] * (ramp - pole.r1 * pole.b) - j.c[c] * (ramp - pole.r1 * w);
        }
      }
    }
  }
};

/// Walks along a line and hands each pixel's place, value and state to `use`.
template <Form kForm, bool kCausal, typename Use>
__device__ void walk(const float4* input, const float* spacing, int first, int step, int length,
                     const Recursion& recursion, Use use) {
  using R = Rule<kForm, kCausal>;
  int place = kCausal ? first : first + (length - 1) * step;
  const int move = kCausal ? step : -step;
  float4 pixel = input[place];
  State state = R::start(recursion, pixel);
  use(place, pixel, state);
  for (int left = length - 1; left > 0; --left) {
    const int later = kCausal ? place + move : place;
    place += move;
    const float4 next = input[place];
    R::step(state, recursion, spacing[later], pixel, next);
    pixel = next;
    use(place, pixel, state);
  }
}

template <Form kForm>
__global__ void both_ways(const float4* __restrict__ input, const float* __restrict__ spacing,
                          float4* output, Lines lines, Recursion recursion) {
  const int n = blockIdx.x * kPerBlock + threadIdx.x;
  if (n >= lines.count) return;
  const int first = n * lines.line_step;
  walk<kForm, true>(input, spacing, first, lines.pixel_step, lines.length, recursion,
                    [output](int place, float4 pixel, const State& state) {
                      if (kForm == Form::literal) pixel = float4{0.0f, 0.0f, 0.0f, 0.0f};
                      output[place] = add_real(pixel, state);
                    });
  walk<kForm, false>(input, spacing, first, lines.pixel_step, lines.length, recursion,
                     [output](int place, float4, const State& state) {
                       output[place] = add_real(output[place], state);
                     });
}

}  // namespace

double sigma_of_iteration(double sigma_s, int iteration, int iterations) {
  return sigma_s * std::sqrt(3.0 / (std::ldexp(1.0, 2 * iterations) - 1.0)) *
         std::ldexp(1.0, iterations - iteration);
}

Recursion make_recursion(double sigma) {
  using C = std::complex<double>;
  struct Constants {
    C alpha, lambda;
  };
  const Constants deriche[kPoles] = {{{1.68, 3.735}, {1.783, 0.6318}},
                                     {{-0.6803, -0.2598}, {1.723, 1.997}}};
  const auto narrow = [](C z) { return Complex{float(z.real()), float(z.imag())}; };
  const auto b_of = [&](int i) { return std::exp(-deriche[i].lambda / sigma); };

  C sum = 0.0;
  for (int i = 0; i < kPoles; ++i) sum += deriche[i].alpha * (1.0 + b_of(i)) / (1.0 - b_of(i));

  Recursion result = {};
  for (int i = 0; i < kPoles; ++i) {
    const C a = deriche[i].alpha / sum.real();
    const C b = b_of(i);
    const C r0 = std::pow(b - 1.0, 2) / (a * b);
    const C r1 = a / (b - 1.0);
    result.pole[i] = {narrow(deriche[i].lambda / sigma), narrow(a), narrow(b), narrow(1.0 / r0),
                      narrow(r1)};
  }
  return result;
}

void filter_lines(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                  const Recursion& recursion, Form form, cudaStream_t stream) {
  const auto kernel = form == Form::h ? both_ways<Form::h> : both_ways<Form::literal>;
  kernel<<<(lines.count + kPerBlock - 1) / kPerBlock, kPerBlock, 0, stream>>>(
      d_input, d_spacing, d_output, lines, recursion);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
