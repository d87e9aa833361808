/// @file
/// Lab 07, challenge: parts of 64 pixels; the states lie in three planes, the direction is a
/// template parameter, and a block has 32 lines of four parts.
#include <algorithm>
#include <cstddef>
#include <initializer_list>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace parallel {

constexpr int kPart = 64;
constexpr int kLinesOfBlock = 32;
constexpr int kPartsOfBlock = 4;

struct Matrix {
  float m[3][3];
};

struct State {
  float u, w, d;
  friend __device__ State operator+(State a, State b) {
    return {a.u + b.u, a.w + b.w, a.d + b.d};
  }
  friend __device__ State operator*(const Matrix& a, State s) {
    return {a.m[0][0] * s.u + a.m[0][1] * s.w + a.m[0][2] * s.d,
            a.m[1][0] * s.u + a.m[1][1] * s.w + a.m[1][2] * s.d,
            a.m[2][0] * s.u + a.m[2][1] * s.w + a.m[2][2] * s.d};
  }
};

/// States with all u together, then all w, then all d.
struct Planes {
  float* values;
  int size;
  __device__ State load(int n) const {
    return {values[n], values[n + size], values[n + 2 * size]};
  }
  __device__ void store(int n, State s) const {
    values[n] = s.u;
    values[n + size] = s.w;
    values[n + 2 * size] = s.d;
  }
};

struct Filter {
  float p, e1, e2;
  __device__ float operator()(State& s, float sample) const {
    s.u += p * (sample - s.u);
    s.d = e1 * (s.u - s.w) + e2 * s.d;
    return s.w += s.d;
  }
};

struct Lines {
  int count, length, line_step, step, parts;
  template <bool kBackward>
  __device__ int at(int line, int k) const {
    return line * line_step + (kBackward ? length - 1 - k : k) * step;
  }
};

/// Calls body(line, part, first pixel, end) for this thread's part, if it has one.
template <typename Body>
__device__ void for_my_part(const Lines& lines, Body body) {
  const int line = blockIdx.x * kLinesOfBlock + threadIdx.x;
  const int part = blockIdx.y * kPartsOfBlock + threadIdx.y;
  if (line >= lines.count || part >= lines.parts) return;
  body(line, part, part * kPart, min((part + 1) * kPart, lines.length));
}

template <bool kBackward>
__global__ void sum_parts(const float* image, Lines lines, Filter filter, Planes states) {
  for_my_part(lines, [&](int line, int part, int begin, int end) {
    State s{0.0f, 0.0f, 0.0f};
    for (int k = begin; k < end; ++k) filter(s, image[lines.at<kBackward>(line, k)]);
    states.store(part * lines.count + line, s);
  });
}

template <bool kBackward>
__global__ void scan_parts(const float* image, Lines lines, Matrix power, Planes states,
                           Planes turns) {
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= lines.count) return;
  State s;
  if (kBackward) {
    s = turns.load(line);
  } else {
    s.u = s.w = image[lines.at<kBackward>(line, 0)];
    s.d = 0.0f;
  }
  for (int n = line; n < lines.parts * lines.count; n += lines.count) {
    const State sum = states.load(n);
    states.store(n, s);
    s = power * s + sum;
  }
}

template <bool kBackward>
__global__ void filter_parts(const float* image, float* output, Lines lines, Filter filter,
                             Matrix turn, Planes states, Planes turns) {
  for_my_part(lines, [&](int line, int part, int begin, int end) {
    State s = states.load(part * lines.count + line);
    float sample = 0.0f;
    for (int k = begin; k < end; ++k) {
      const int at = lines.at<kBackward>(line, k);
      sample = image[at];
      output[at] = filter(s, sample);
    }
    if (!kBackward && end == lines.length) {
      const State settled{sample, sample, 0.0f};
      turns.store(line, settled + turn * State{s.u - sample, s.w - sample, s.d});
    }
  });
}

int parts_of(int length) {
  return (length + kPart - 1) / kPart;
}

struct Job {
  Lines lines;
  Filter filter;
  Matrix power, turn;
  Planes states, turns;
  cudaStream_t stream;

  template <bool kBackward>
  void pass(const float* d_from, float* d_to) const {
    const dim3 block(kLinesOfBlock, kPartsOfBlock);
    const dim3 grid((lines.count + kLinesOfBlock - 1) / kLinesOfBlock,
                    (lines.parts + kPartsOfBlock - 1) / kPartsOfBlock);
    sum_parts<kBackward><<<grid, block, 0, stream>>>(d_from, lines, filter, states);
    KIT_CHECK(cudaGetLastError());
    scan_parts<kBackward>
        <<<grid.x, kLinesOfBlock, 0, stream>>>(d_from, lines, power, states, turns);
    KIT_CHECK(cudaGetLastError());
    filter_parts<kBackward>
        <<<grid, block, 0, stream>>>(d_from, d_to, lines, filter, turn, states, turns);
    KIT_CHECK(cudaGetLastError());
  }
};

}  // namespace parallel

std::size_t parallel_workspace(int width, int height) {
  const std::size_t rows = std::size_t(height) * (parallel::parts_of(width) + 1);
  const std::size_t columns = std::size_t(width) * (parallel::parts_of(height) + 1);
  return 3 * std::max(rows, columns);
}

void filter_parallel(const float* d_input, float* d_output, int width, int height,
                     const Coefficients& coefficients, float* d_workspace, cudaStream_t stream) {
  using namespace parallel;
  const Coefficients& c = coefficients;
  Matrix power, turn;
  for (int column = 0; column < 3; ++column) {
    double u = column == 0, w = column == 1, d = column == 2;
    for (int k = 0; k < kPart; ++k) {
      u += c.p * (0.0 - u);
      d = c.e1 * (u - w) + c.e2 * d;
      w += d;
    }
    power.m[0][column] = float(u);
    power.m[1][column] = float(w);
    power.m[2][column] = float(d);
    for (int row = 0; row < 3; ++row) turn.m[row][column] = float(c.end_cascade[row][column]);
  }
  const Filter filter{float(c.p), float(c.e1), float(c.e2)};
  const float* d_from = d_input;
  for (const Lines& lines : {Lines{height, width, width, 1, parts_of(width)},
                             Lines{width, height, 1, width, parts_of(height)}}) {
    // The turning states of this direction's lines, then the states of their parts.
    const Planes turns{d_workspace, lines.count};
    const Planes states{d_workspace + 3 * std::size_t(lines.count), lines.count * lines.parts};
    const Job job{lines, filter, power, turn, states, turns, stream};
    job.pass<false>(d_from, d_output);
    job.pass<true>(d_output, d_output);
    d_from = d_output;
  }
}

}  // namespace lab07
