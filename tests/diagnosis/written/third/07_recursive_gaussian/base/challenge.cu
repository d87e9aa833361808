/// @file
/// Lab 07, challenge: lines in parts of 64 pixels, filtered at once, exactly.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr int kPart = 64;      // pixels of a part
constexpr int kThreads = 128;  // threads of a block

struct Matrix {
  float m[3][3];
};

struct State {
  float u, w, d;
};

struct Cascade {
  float p, e1, e2;
  __device__ float step(State& s, float sample) const {
    s.u += p * (sample - s.u);
    s.d = e1 * (s.u - s.w) + e2 * s.d;
    return s.w += s.d;
  }
};

/// All lines of one direction: line l begins at l * line_step, its pixels are `step` apart.
struct Lines {
  int lines, length, line_step, step, parts;
};

__device__ State times(const Matrix& a, const State& s) {
  return {a.m[0][0] * s.u + a.m[0][1] * s.w + a.m[0][2] * s.d,
          a.m[1][0] * s.u + a.m[1][1] * s.w + a.m[1][2] * s.d,
          a.m[2][0] * s.u + a.m[2][1] * s.w + a.m[2][2] * s.d};
}

__device__ State load(const float* states, int index) {
  return {states[3 * index], states[3 * index + 1], states[3 * index + 2]};
}

__device__ void store(float* states, int index, const State& s) {
  states[3 * index] = s.u;
  states[3 * index + 1] = s.w;
  states[3 * index + 2] = s.d;
}

/// What each part adds to the state that leaves it to the right. The first part starts settled.
__global__ void sum_parts(const float* input, float* states, Lines g, Cascade filter) {
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= g.lines * g.parts) return;
  const int line = index % g.lines;
  const int part = index / g.lines;
  const float* in = input + line * g.line_step;
  State s{0, 0, 0};
  if (part == 0) s = State{in[0], in[0], 0};
  const int begin = part * kPart;
  const int end = min(begin + kPart, g.length);
  for (int k = begin; k < end; ++k) filter.step(s, in[k * g.step]);
  store(states, index, s);
}

/// From what the parts add to the states that leave them, along the line or against it.
__global__ void scan(float* states, Lines g, Matrix power, bool forward) {
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= g.lines) return;
  const int first = forward ? 0 : g.parts - 1;
  const int sign = forward ? 1 : -1;
  State s = load(states, first * g.lines + line);
  for (int k = 1; k < g.parts; ++k) {
    const int index = (first + sign * k) * g.lines + line;
    const State carried = times(power, s);
    const State own = load(states, index);
    s = State{carried.u + own.u, carried.w + own.w, carried.d + own.d};
    store(states, index, s);
  }
}

/// The causal pass over each part, and what the part adds to the backward pass's state.
__global__ void causal(const float* input, float* w, float* states, float* back, Lines g,
                       Cascade filter, Matrix end) {
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= g.lines * g.parts) return;
  const int line = index % g.lines;
  const int part = index / g.lines;
  const float* in = input + line * g.line_step;
  float* own = w + line * g.line_step;
  State s = part == 0 ? State{in[0], in[0], 0} : load(states, index - g.lines);
  const int begin = part * kPart;
  const int stop = min(begin + kPart, g.length);
  for (int k = begin; k < stop; ++k) own[k * g.step] = filter.step(s, in[k * g.step]);

  State t{0, 0, 0};
  if (part == g.parts - 1) {
    const float x = in[(g.length - 1) * g.step];
    t = times(end, State{s.u - x, s.w - x, s.d});
    t.u += x;
    t.w += x;
    store(states, index, t);  // nobody needs the causal state that leaves the last part
  }
  for (int k = stop - 1; k >= begin; --k) filter.step(t, own[k * g.step]);
  store(back, index, t);
}

/// The backward pass over each part.
__global__ void backward(float* output, const float* w, const float* states, const float* back,
                         Lines g, Cascade filter) {
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index >= g.lines * g.parts) return;
  const int line = index % g.lines;
  const int part = index / g.lines;
  const float* own = w + line * g.line_step;
  const int begin = part * kPart;
  const int stop = min(begin + kPart, g.length);
  State t = part == g.parts - 1 ? load(states, index) : load(back, index + g.lines);
  for (int k = stop - 1; k >= begin; --k) {
    output[line * g.line_step + k * g.step] = filter.step(t, own[k * g.step]);
  }
}

int parts_of(int length) { return (length + kPart - 1) / kPart; }

/// Floats of the states of one pass: three for each part of each line.
std::size_t state_floats(int width, int height) {
  const std::size_t rows = std::size_t(3) * height * parts_of(width);
  const std::size_t columns = std::size_t(3) * width * parts_of(height);
  return rows > columns ? rows : columns;
}

/// What kPart steps without input make of a state.
Matrix power_of(const Coefficients& c) {
  Matrix result{};
  for (int k = 0; k < 3; ++k) {
    double u = k == 0, w = k == 1, d = k == 2;
    for (int n = 0; n < kPart; ++n) {
      u -= c.p * u;
      d = c.e1 * (u - w) + c.e2 * d;
      w += d;
    }
    result.m[0][k] = float(u);
    result.m[1][k] = float(w);
    result.m[2][k] = float(d);
  }
  return result;
}

int blocks_for(int threads) { return (threads + kThreads - 1) / kThreads; }

}  // namespace

std::size_t parallel_workspace(int width, int height) {
  return std::size_t(2) * width * height + 2 * state_floats(width, height);
}

void filter_parallel(const float* d_input, float* d_output, int width, int height,
                     const Coefficients& coefficients, float* d_workspace, cudaStream_t stream) {
  const Cascade filter{float(coefficients.p), float(coefficients.e1), float(coefficients.e2)};
  const Matrix power = power_of(coefficients);
  Matrix end{};
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) end.m[row][k] = float(coefficients.end_cascade[row][k]);
  }
  float* w = d_workspace;
  float* between = w + std::size_t(width) * height;
  float* states = between + std::size_t(width) * height;
  float* back = states + state_floats(width, height);

  const Lines rows{height, width, width, 1, parts_of(width)};
  const Lines columns{width, height, 1, width, parts_of(height)};
  for (int pass = 0; pass < 2; ++pass) {
    const Lines& g = pass == 0 ? rows : columns;
    const float* source = pass == 0 ? d_input : between;
    float* target = pass == 0 ? between : d_output;
    const int all = blocks_for(g.lines * g.parts);
    sum_parts<<<all, kThreads, 0, stream>>>(source, states, g, filter);
    KIT_CHECK(cudaGetLastError());
    scan<<<blocks_for(g.lines), kThreads, 0, stream>>>(states, g, power, true);
    KIT_CHECK(cudaGetLastError());
    causal<<<all, kThreads, 0, stream>>>(source, w, states, back, g, filter, end);
    KIT_CHECK(cudaGetLastError());
    scan<<<blocks_for(g.lines), kThreads, 0, stream>>>(back, g, power, false);
    KIT_CHECK(cudaGetLastError());
    backward<<<all, kThreads, 0, stream>>>(target, w, states, back, g, filter);
    KIT_CHECK(cudaGetLastError());
  }
}

}  // namespace lab07
