/// @file
/// Lab 07, challenge: a warp for each line, a part for each lane, the scan in shuffles. No kernel
/// keeps a state in memory; the workspace is the image between rows and columns.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr int kLanes = 32;
constexpr int kWarps = 4;
constexpr int kLevels = 5;
constexpr unsigned kAll = 0xffffffffu;

struct Matrix {
  float m[3][3];
};

struct Job {
  float p, e1, e2;
  Matrix end;
  Matrix power[kLevels];  // what 1, 2, 4, 8, 16 whole parts without input make of a state
  int lines, length, line_step, step;
  int each;  // pixels of a part
};

struct State {
  float u, w, d;
};

__device__ State operator+(State a, State b) { return {a.u + b.u, a.w + b.w, a.d + b.d}; }
__device__ State operator*(const Matrix& a, State s) {
  return {a.m[0][0] * s.u + a.m[0][1] * s.w + a.m[0][2] * s.d,
          a.m[1][0] * s.u + a.m[1][1] * s.w + a.m[1][2] * s.d,
          a.m[2][0] * s.u + a.m[2][1] * s.w + a.m[2][2] * s.d};
}
__device__ float advance(const Job& job, State& s, float sample) {
  s.u += job.p * (sample - s.u);
  s.d = job.e1 * (s.u - s.w) + job.e2 * s.d;
  return s.w += s.d;
}

__device__ State from_left(State s, int distance) {
  return {__shfl_up_sync(kAll, s.u, distance), __shfl_up_sync(kAll, s.w, distance),
          __shfl_up_sync(kAll, s.d, distance)};
}
__device__ State from_right(State s, int distance) {
  return {__shfl_down_sync(kAll, s.u, distance), __shfl_down_sync(kAll, s.w, distance),
          __shfl_down_sync(kAll, s.d, distance)};
}

__global__ void __launch_bounds__(kLanes* kWarps) filter_line(const float* input, float* output,
                                                              Job job) {
  const int lane = threadIdx.x;
  const int line = blockIdx.x * kWarps + threadIdx.y;
  if (line >= job.lines) return;  // the whole warp: threadIdx.x is the lane
  const float* in = input + line * job.line_step;
  float* out = output + line * job.line_step;
  const int begin = min(lane * job.each, job.length);
  const int stop = min(begin + job.each, job.length);
  const bool is_last = begin < job.length && stop == job.length;

  State sum = lane == 0 ? State{in[0], in[0], 0.0f} : State{0.0f, 0.0f, 0.0f};
  for (int k = begin; k < stop; ++k) advance(job, sum, in[k * job.step]);
  // Lanes without a whole part have no part after them, so what they hand on is never used.
  for (int level = 0; level < kLevels; ++level) {
    const State other = from_left(sum, 1 << level);
    if (lane >= 1 << level) sum = sum + job.power[level] * other;
  }
  State s = from_left(sum, 1);
  if (lane == 0) s = State{in[0], in[0], 0.0f};
  for (int k = begin; k < stop; ++k) out[k * job.step] = advance(job, s, in[k * job.step]);

  State turned{0.0f, 0.0f, 0.0f};
  if (is_last) {
    const float x = in[(job.length - 1) * job.step];
    turned = State{x, x, 0.0f} + job.end * State{s.u - x, s.w - x, s.d};
  }
  sum = turned;
  for (int k = stop - 1; k >= begin; --k) advance(job, sum, out[k * job.step]);
  for (int level = 0; level < kLevels; ++level) {
    const State other = from_right(sum, 1 << level);
    if (lane + (1 << level) < kLanes) sum = sum + job.power[level] * other;
  }
  State t = from_right(sum, 1);
  if (is_last) t = turned;
  for (int k = stop - 1; k >= begin; --k) out[k * job.step] = advance(job, t, out[k * job.step]);
}

using Exact = double[3][3];

void square(Exact& a) {
  Exact result{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) result[i][j] += a[i][k] * a[k][j];
    }
  }
  for (int i = 0; i < 9; ++i) a[i / 3][i % 3] = result[i / 3][i % 3];
}

void fill_powers(const Coefficients& c, int each, Job& job) {
  Exact power;
  for (int column = 0; column < 3; ++column) {
    double u = column == 0, w = column == 1, d = column == 2;
    for (int n = 0; n < each; ++n) {
      u *= 1.0 - c.p;
      d = c.e1 * (u - w) + c.e2 * d;
      w += d;
    }
    power[0][column] = u;
    power[1][column] = w;
    power[2][column] = d;
  }
  for (Matrix& level : job.power) {
    for (int i = 0; i < 9; ++i) level.m[i / 3][i % 3] = float(power[i / 3][i % 3]);
    square(power);
  }
}

}  // namespace

std::size_t parallel_workspace(int width, int height) { return std::size_t(width) * height; }

void filter_parallel(const float* d_input, float* d_output, int width, int height,
                     const Coefficients& coefficients, float* d_workspace, cudaStream_t stream) {
  Job job{};
  job.p = float(coefficients.p);
  job.e1 = float(coefficients.e1);
  job.e2 = float(coefficients.e2);
  for (int i = 0; i < 9; ++i) job.end.m[i / 3][i % 3] = float(coefficients.end_cascade[i / 3][i % 3]);
  const auto run = [&](const float* from, float* to, int lines, int length, int line_step,
                       int step) {
    job.lines = lines;
    job.length = length;
    job.line_step = line_step;
    job.step = step;
    job.each = (length + kLanes - 1) / kLanes;
    fill_powers(coefficients, job.each, job);
    filter_line<<<(lines + kWarps - 1) / kWarps, dim3(kLanes, kWarps), 0, stream>>>(from, to, job);
    KIT_CHECK(cudaGetLastError());
  };
  run(d_input, d_workspace, height, width, width, 1);
  run(d_workspace, d_output, width, height, 1, width);
}

}  // namespace lab07
