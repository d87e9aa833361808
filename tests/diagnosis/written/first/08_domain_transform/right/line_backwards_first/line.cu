/// @file
/// Lab 08, stage line: one walk for both directions, the anticausal one first; the literal form by
/// its own three coefficients per pole; the constants from a table of polynomials in b.
#include <array>
#include <cmath>
#include <complex>
#include <type_traits>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

struct Triple {
  float v[kChannels];
};

__device__ Triple channels(const float4& p) {
  return {{p.x, p.y, p.z}};
}

/// g[k] = w g[j] + to f[k] - from f[j]: S0's formula (4), sorted by samples.
struct Literal {
  template <bool kCausal>
  static __device__ void begin(State& g, const Recursion& recursion, const float4& pixel) {
    const Triple f = channels(pixel);
    for (int i = 0; i < kPoles; ++i) {
      Complex constant = recursion.pole[i].r1;
      if constexpr (!kCausal) constant = constant * recursion.pole[i].b;
      for (int c = 0; c < kChannels; ++c) g.h[i][c] = -f.v[c] * constant;
    }
  }
  template <bool kCausal>
  static __device__ void step(State& g, const Recursion& recursion, float delta, const float4& j,
                              const float4& k) {
    const Triple fj = channels(j), fk = channels(k);
    for (int i = 0; i < kPoles; ++i) {
      const auto& [rate, a, b, gain, r1] = recursion.pole[i];
      const Complex w = power(rate, delta);
      const Complex ramp = 1.0f / delta * (gain * (w - Complex{1.0f, 0.0f}));
      Complex to = ramp - r1 * b;
      Complex from = ramp - r1 * w;
      if constexpr (kCausal) {
        to = to + a;
      } else {
        from = from - a * w;
      }
      for (int c = 0; c < kChannels; ++c) {
        g.h[i][c] = w * g.h[i][c] + (fk.v[c] * to - fj.v[c] * from);
      }
    }
  }
  static __device__ float4 own(const float4&) { return {0.0f, 0.0f, 0.0f, 0.0f}; }
};

struct Differences {
  template <bool kCausal>
  static __device__ void begin(State& h, const Recursion&, const float4&) {
    h = State{};
  }
  template <bool kCausal>
  static __device__ void step(State& h, const Recursion& recursion, float delta, const float4& j,
                              const float4& k) {
    advance(h, recursion, delta, j, k);
  }
  static __device__ float4 own(const float4& pixel) { return pixel; }
};

/// From the pixel at `p` along the line, `step` apart; `gap` is where the spacing of the first step
/// stands.
template <typename Method, bool kCausal, typename Put>
__device__ void walk(const float4* p, const float* gap, int step, int count,
                     const Recursion& recursion, Put put) {
  State state;
  float4 here = *p;
  Method::template begin<kCausal>(state, recursion, here);
  put(here, state);
  while (--count > 0) {
    const float4 before = here;
    here = *(p += step);
    Method::template step<kCausal>(state, recursion, *gap, before, here);
    gap += step;
    put(here, state);
  }
}

template <typename Method>
__global__ void back_and_forth(const float4* __restrict__ input, const float* __restrict__ spacing,
                               float4* output, Lines lines, Recursion recursion) {
  for (int n = blockIdx.x * blockDim.x + threadIdx.x; n < lines.count;
       n += gridDim.x * blockDim.x) {
    const int head = n * lines.line_step, step = lines.pixel_step;
    const int tail = head + (lines.length - 1) * step;
    float4* to = output + tail;
    walk<Method, false>(input + tail, spacing + tail, -step, lines.length, recursion,
                        [&](const float4& pixel, const State& state) {
                          *to = add_real(Method::own(pixel), state);
                          to -= step;
                        });
    to = output + head;
    walk<Method, true>(input + head, spacing + head + step, step, lines.length, recursion,
                       [&](const float4&, const State& state) {
                         *to = add_real(*to, state);
                         to += step;
                       });
  }
}

template <typename Method>
void launch(const float4* d_input, const float* d_spacing, float4* d_output, const Lines& lines,
            const Recursion& recursion, cudaStream_t stream) {
  constexpr int kThreads = 32;
  back_and_forth<Method><<<(lines.count + kThreads - 1) / kThreads, kThreads, 0, stream>>>(
      d_input, d_spacing, d_output, lines, recursion);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

double sigma_of_iteration(double sigma_s, int iteration, int iterations) {
  const double all = std::ldexp(1.0, 2 * iterations) - 1.0;
  return sigma_s * std::sqrt(3.0 * std::ldexp(1.0, 2 * (iterations - iteration)) / all);
}

Recursion make_recursion(double sigma) {
  using C = std::complex<double>;
  using namespace std::complex_literals;
  struct Term {
    C alpha, lambda;
  };
  constexpr int n = kPoles;
  const std::array<Term, n> terms{
      {{1.6800 + 3.7350i, 1.783 + 0.6318i}, {-0.6803 - 0.2598i, 1.723 + 1.9970i}}};
  const auto single = [](C z) { return Complex{float(z.real()), float(z.imag())}; };
  C sum = 0;
  for (const auto& [alpha, lambda] : terms) {
    sum += alpha / std::tanh(lambda / (2 * sigma));  // (1 + b) / (1 - b)
  }
  Recursion recursion{};
  for (int i = 0; i < n; ++i) {
    const C rate = terms[i].lambda / sigma, a = terms[i].alpha / sum.real(), b = std::exp(-rate);
    recursion.pole[i] = {single(rate), single(a), single(b), single(a * b / std::pow(b - 1.0, 2)),
                         single(a / (b - 1.0))};
  }
  return recursion;
}

void filter_lines(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                  const Recursion& recursion, Form form, cudaStream_t stream) {
  (form == Form::h ? launch<Differences> : launch<Literal>)(d_input, d_spacing, d_output, lines,
                                                            recursion, stream);
}

}  // namespace lab08
