// Form and direction are template parameters; a step is a struct with the four factors of formula 4.
#include <cmath>
#include <complex>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

__device__ float channel(const float4& pixel, int c) {
  return c == 0 ? pixel.x : c == 1 ? pixel.y : pixel.z;
}

template <Form kForm, bool kCausal>
struct Walker {
  const Recursion& recursion;
  State state;

  __device__ Walker(const Recursion& r, const float4& first) : recursion(r), state{} {
    if constexpr (kForm == Form::literal) {
      for (int i = 0; i < kPoles; ++i) {
        Complex factor = r.pole[i].r1;  // -(1 - b)^-1 a
        if (!kCausal) factor = factor * r.pole[i].b;
        for (int c = 0; c < kChannels; ++c) state.h[i][c] = -channel(first, c) * factor;
      }
    }
  }

  __device__ void step(float delta, const float4& from, const float4& to) {
    if constexpr (kForm == Form::h) {
      advance(state, recursion, delta, from, to);
    } else {
      for (int i = 0; i < kPoles; ++i) {
        const Pole& p = recursion.pole[i];
        const Complex w = power(p.rate, delta);
        const Complex common = 1.0f / delta * (p.gain * (w - Complex{1.0f, 0.0f}));
        // What f(k) and f(j) are multiplied with, a f or a b^delta f included.
        Complex of_to = common - p.r1 * p.b;
        Complex of_from = p.r1 * w - common;
        if (kCausal) {
          of_to = of_to + p.a;
        } else {
          of_from = of_from + p.a * w;
        }
        for (int c = 0; c < kChannels; ++c) {
          state.h[i][c] =
              w * state.h[i][c] + channel(to, c) * of_to + channel(from, c) * of_from;
        }
      }
    }
  }
};

template <Form kForm>
__global__ void walk_both_ways(const float4* __restrict__ input, const float* __restrict__ spacing,
                               float4* output, Lines lines, Recursion recursion) {
  for (int line = blockIdx.x * blockDim.x + threadIdx.x; line < lines.count;
       line += gridDim.x * blockDim.x) {
    const int begin = line * lines.line_step;
    const int stop = begin + (lines.length - 1) * lines.pixel_step;  // the last pixel

    Walker<kForm, false> back(recursion, input[stop]);
    output[stop] = add_real({}, back.state);
    for (int at = stop; at != begin;) {
      const int next = at - lines.pixel_step;
      back.step(spacing[at], input[at], input[next]);
      at = next;
      output[at] = add_real({}, back.state);
    }

    Walker<kForm, true> out(recursion, input[begin]);
    for (int at = begin;; at += lines.pixel_step) {
      if (at != begin) {
        out.step(spacing[at], input[at - lines.pixel_step], input[at]);
      }
      float4 sum = add_real(output[at], out.state);
      if (kForm == Form::h) {
        const float4 own = input[at];
        sum = {sum.x + own.x, sum.y + own.y, sum.z + own.z, 0.0f};
      }
      output[at] = sum;
      if (at == stop) break;
    }
  }
}

}  // namespace

double sigma_of_iteration(double sigma_s, int iteration, int iterations) {
  // ldexp(x, n) = x 2^n
  return std::ldexp(sigma_s, iterations - iteration) *
         std::sqrt(3.0 / (std::ldexp(1.0, 2 * iterations) - 1.0));
}

Recursion make_recursion(double sigma) {
  struct Numbers {
    std::complex<double> alpha, lambda;
  };
  constexpr Numbers kDeriche[kPoles] = {{{1.6800, 3.7350}, {1.783, 0.6318}},
                                        {{-0.6803, -0.2598}, {1.723, 1.9970}}};
  const auto base = [sigma](const Numbers& n) { return std::exp(-n.lambda / sigma); };
  double gamma = 0.0;
  for (const Numbers& n : kDeriche) {
    gamma += std::real(n.alpha * (1.0 + base(n)) / (1.0 - base(n)));
  }
  const auto narrow = [](std::complex<double> z) {
    return Complex{static_cast<float>(z.real()), static_cast<float>(z.imag())};
  };
  Recursion result{};
  Pole* pole = result.pole;
  for (const Numbers& n : kDeriche) {
    const auto b = base(n), a = n.alpha / gamma, r1 = a / (b - 1.0);
    *pole++ = {narrow(n.lambda / sigma), narrow(a), narrow(b), narrow(r1 * b / (b - 1.0)),
               narrow(r1)};
  }
  return result;
}

void filter_lines(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                  const Recursion& recursion, Form form, cudaStream_t stream) {
  const auto kernel = form == Form::h ? walk_both_ways<Form::h> : walk_both_ways<Form::literal>;
  kernel<<<(lines.count + 31) / 32, 32, 0, stream>>>(d_input, d_spacing, d_output, lines,
                                                     recursion);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
