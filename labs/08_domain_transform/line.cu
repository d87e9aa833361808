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
  // TODO(lab08): from g[j] to g[k] = sample + w g[j] + Phi, every pole and channel (about 13 lines)
  // END TODO
}

/// The state of a line that has always had this pixel's colour.
__device__ State constant_state(const Recursion& recursion, float4 pixel, bool causal, Form form) {
  State state = {};
  if (form == Form::h) return state;
  // TODO(lab08): g of a constant line: the pixel times a / (1 - b), or a b / (1 - b) on the way
  // back (about 6 lines)
  // END TODO
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
  // TODO(lab08): store the causal part on the way out, add the anticausal one back (about 27 lines)
  // END TODO
}

}  // namespace

double sigma_of_iteration(double sigma_s, int iteration, int iterations) {
  // TODO(lab08): the formula of lab.hpp (about 1 line)
  return sigma_s;
  // END TODO
}

Recursion make_recursion(double sigma) {
  // TODO(lab08): alpha, lambda, gamma, then each pole's five constants, in double (about 15 lines)
  return Recursion();
  // END TODO
}

void filter_lines(const float4* d_input, const float* d_spacing, float4* d_output, Lines lines,
                  const Recursion& recursion, Form form, cudaStream_t stream) {
  // TODO(lab08): one thread for each line, launch, check (about 4 lines)
  // END TODO
}

}  // namespace lab08
