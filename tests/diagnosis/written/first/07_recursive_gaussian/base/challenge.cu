/// @file
/// Lab 07, challenge: lines in parts of 64 pixels, filtered at once, exactly. Every pass over the
/// lines is three kernels: what each part adds to the state, the states at the starts of the parts,
/// and the filter from there. A backward pass is the same with the line read from its other end.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace parallel {

constexpr int kPart = 64;      // pixels
constexpr int kThreads = 64;   // per block

struct State {
  float u, w, d;
};

struct Filter {
  float p, e1, e2;
  float end[3][3];
  float power[3][3];  // what kPart steps on silence do to a state

  __device__ float step(State& s, float sample) const {
    s.u += p * (sample - s.u);
    s.d = e1 * (s.u - s.w) + e2 * s.d;
    return s.w += s.d;
  }
};

/// Lines to walk: pixel k of line l, counted in the direction of the walk.
struct Walk {
  int lines, length, line_step, step;
  bool backward;
  __device__ int at(int line, int k) const {
    return line * line_step + (backward ? length - 1 - k : k) * step;
  }
};

__device__ State multiply(const float (&m)[3][3], State s) {
  return {m[0][0] * s.u + m[0][1] * s.w + m[0][2] * s.d,
          m[1][0] * s.u + m[1][1] * s.w + m[1][2] * s.d,
          m[2][0] * s.u + m[2][1] * s.w + m[2][2] * s.d};
}

/// The state that each full part leaves if it is entered with zeros.
__global__ void sum_parts(const float* image, State* states, Walk walk, Filter filter) {
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  const int part = blockIdx.y;
  if (line >= walk.lines) return;
  State s{0.0f, 0.0f, 0.0f};
  const int begin = part * kPart;
  const int end = min(begin + kPart, walk.length);
  for (int k = begin; k < end; ++k) filter.step(s, image[walk.at(line, k)]);
  states[part * walk.lines + line] = s;
}

/// Replaces every sum by the state that enters its part. The first state is given by the border, or
/// on the way back by the state `turns`.
__global__ void scan_parts(const float* image, State* states, const State* turns, int parts,
                           Walk walk, Filter filter) {
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= walk.lines) return;
  State s;
  if (walk.backward) {
    s = turns[line];
  } else {
    const float border = image[walk.at(line, 0)];
    s = {border, border, 0.0f};
  }
  for (int part = 0; part < parts; ++part) {
    State& here = states[part * walk.lines + line];
    const State sum = here;
    here = s;
    s = multiply(filter.power, s);
    s = {s.u + sum.u, s.w + sum.w, s.d + sum.d};
  }
}

/// Filters each part from the state that enters it; at the end of the causal walk turns round.
__global__ void filter_parts(const float* image, float* output, const State* states, State* turns,
                             Walk walk, Filter filter) {
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  const int part = blockIdx.y;
  if (line >= walk.lines) return;
  State s = states[part * walk.lines + line];
  const int begin = part * kPart;
  const int end = min(begin + kPart, walk.length);
  float sample = 0.0f;
  for (int k = begin; k < end; ++k) {
    const int place = walk.at(line, k);
    sample = image[place];
    output[place] = filter.step(s, sample);
  }
  if (end == walk.length && !walk.backward) {
    const State t = multiply(filter.end, {s.u - sample, s.w - sample, s.d});
    turns[line] = {sample + t.u, sample + t.w, t.d};
  }
}

int parts_of(int length) {
  return (length + kPart - 1) / kPart;
}

/// Both passes over all lines.
void filter_lines(const float* d_input, float* d_output, Walk walk, const Filter& filter,
                  State* d_turns, State* d_states, cudaStream_t stream) {
  const int parts = parts_of(walk.length);
  const int blocks = (walk.lines + kThreads - 1) / kThreads;
  const dim3 grid(blocks, parts);
  const float* d_from = d_input;
  for (const bool backward : {false, true}) {
    walk.backward = backward;
    sum_parts<<<grid, kThreads, 0, stream>>>(d_from, d_states, walk, filter);
    KIT_CHECK(cudaGetLastError());
    scan_parts<<<blocks, kThreads, 0, stream>>>(d_from, d_states, d_turns, parts, walk, filter);
    KIT_CHECK(cudaGetLastError());
    filter_parts<<<grid, kThreads, 0, stream>>>(d_from, d_output, d_states, d_turns, walk, filter);
    KIT_CHECK(cudaGetLastError());
    d_from = d_output;
  }
}

}  // namespace parallel

std::size_t parallel_workspace(int width, int height) {
  const std::size_t w = width, h = height;
  const std::size_t longer = w > h ? w : h;
  const std::size_t rows = h * parallel::parts_of(width);
  const std::size_t columns = w * parallel::parts_of(height);
  return 3 * (longer + (rows > columns ? rows : columns));
}

void filter_parallel(const float* d_input, float* d_output, int width, int height,
                     const Coefficients& coefficients, float* d_workspace, cudaStream_t stream) {
  const Coefficients& c = coefficients;
  parallel::Filter filter{float(c.p), float(c.e1), float(c.e2), {}, {}};
  for (int column = 0; column < 3; ++column) {
    double s[3] = {0.0, 0.0, 0.0};
    s[column] = 1.0;
    for (int k = 0; k < parallel::kPart; ++k) {
      s[0] -= c.p * s[0];
      s[2] = c.e1 * (s[0] - s[1]) + c.e2 * s[2];
      s[1] += s[2];
    }
    for (int row = 0; row < 3; ++row) {
      filter.power[row][column] = float(s[row]);
      filter.end[row][column] = float(c.end_cascade[row][column]);
    }
  }
  parallel::State* const d_turns = reinterpret_cast<parallel::State*>(d_workspace);
  parallel::State* const d_states = d_turns + (width > height ? width : height);
  parallel::filter_lines(d_input, d_output, {height, width, width, 1, false}, filter, d_turns,
                         d_states, stream);
  parallel::filter_lines(d_output, d_output, {width, height, 1, width, false}, filter, d_turns,
                         d_states, stream);
}

}  // namespace lab07
