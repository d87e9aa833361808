/// @file
/// Lab 08, stage line: each form is a class; the way back comes first, the way out adds.
#include <cmath>
#include <complex>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

/// The h-form: the pixel itself is added once, on the first walk.
struct Differences {
  static constexpr float kPixel = 1.0f;
  State state = {};
  __device__ void start(const Recursion&, float4, bool) { state = {}; }
  __device__ void move(const Recursion& r, float delta, float4 from, float4 to, bool) {
    advance(state, r, delta, from, to);
  }
};

/// S0's formula 4.
struct Literal {
  static constexpr float kPixel = 0.0f;
  State state = {};
  __device__ void start(const Recursion& r, float4 pixel, bool causal) {
    each(r, [&](const Pole& pole, Complex& g, int c) {
      const Complex rest = causal ? pole.r1 : pole.b * pole.r1;
      g = -channel(pixel, c) * rest;
    });
  }
  __device__ void move(const Recursion& r, float delta, float4 from, float4 to, bool causal) {
    each(r, [&](const Pole& pole, Complex& g, int c) {
      const Complex w = power(pole.rate, delta);
      const Complex ramp = (1.0f / delta) * (pole.gain * (w - Complex{1.0f, 0.0f}));
      const Complex sample =
          causal ? channel(to, c) * pole.a : channel(from, c) * (pole.a * w);
      g = w * g + sample + channel(to, c) * (ramp - pole.r1 * pole.b) -
          channel(from, c) * (ramp - pole.r1 * w);
    });
  }

 private:
  __device__ static float channel(float4 p, int c) { return c == 0 ? p.x : c == 1 ? p.y : p.z; }
  template <typename Do>
  __device__ void each(const Recursion& r, Do act) {
    for (int n = 0; n < kPoles * kChannels; ++n) {
      act(r.pole[n / kChannels], state.h[n / kChannels][n % kChannels], n % kChannels);
    }
  }
};

__device__ float4 scaled(float s, float4 p) { return {s * p.x, s * p.y, s * p.z, 0.0f}; }

template <typename Form>
__global__ void walk_lines(const float4* __restrict__ input, const float* __restrict__ spacing,
                           float4* output, Lines lines, Recursion recursion) {
  const int line = blockDim.x * blockIdx.x + threadIdx.x;
  if (line >= lines.count) return;
  const auto index = [&](int k) { return line * lines.line_step + k * lines.pixel_step; };

  Form form;
  int k = lines.length - 1;
  float4 last = input[index(k)];
  form.start(recursion, last, false);
  for (;;) {
    output[index(k)] = add_real(scaled(Form::kPixel, last), form.state);
    if (k == 0) break;
    const float gap = spacing[index(k)];
    const float4 here = input[index(--k)];
    form.move(recursion, gap, last, here, false);
    last = here;
  }
  form.start(recursion, last, true);
  output[index(0)] = add_real(output[index(0)], form.state);
  while (++k < lines.length) {
    const float4 here = input[index(k)];
    form.move(recursion, spacing[index(k)], last, here, true);
    output[index(k)] = add_real(output[index(k)], form.state);
    last = here;
  }
}

Complex narrowed(const std::complex<double>& z) { return {float(z.real()), float(z.imag())}; }

}  // namespace

double sigma_of_iteration(double sigma_s, int iteration, int iterations) {
  // The variances are in the ratio 4^(N-1) : ... : 4 : 1.
  double all = 0.0, own = 0.0, share = 1.0;
  for (int i = iterations; i >= 1; --i, share *= 4.0) {
    all += share;
    if (i == iteration) own = share;
  }
  return sigma_s * std::sqrt(own / all);
}

Recursion make_recursion(double sigma) {
  using namespace std::complex_literals;
  const std::complex<double> alpha[] = {1.6800 + 3.7350i, -0.6803 - 0.2598i};
  const std::complex<double> rate[] = {(1.783 + 0.6318i) / sigma, (1.723 + 1.9970i) / sigma};
  std::complex<double> b[kPoles];
  double gamma = 0.0;
  for (int i = 0; i < kPoles; ++i) {
    b[i] = std::exp(-rate[i]);
    gamma += std::real(alpha[i] * (1.0 + b[i]) / (1.0 - b[i]));
  }
  const auto pole = [&](int i) {
    const auto a = alpha[i] / gamma;
    const auto r1 = a / (b[i] - 1.0);
    return Pole{narrowed(rate[i]), narrowed(a), narrowed(b[i]), narrowed(r1 * b[i] / (b[i] - 1.0)),
                narrowed(r1)};
  };
  return {{pole(0), pole(1)}};
}

void filter_lines(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                  const Recursion& recursion, Form form, cudaStream_t stream) {
  const auto kernel = form == Form::literal ? walk_lines<Literal> : walk_lines<Differences>;
  kernel<<<(lines.count + 31) / 32, 32, 0, stream>>>(d_input, d_spacing, d_output, lines,
                                                     recursion);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
