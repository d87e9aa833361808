/// @file
/// Lab 07, challenge: a warp for each line, a part for each lane, the states by shuffles.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr int kLanes = 32;
constexpr int kLinesPerBlock = 4;
constexpr int kLevels = 5;  // 2^5 lanes
constexpr unsigned kAll = 0xffffffffu;

struct State {
  float u, w, d;
};

struct Matrix {
  float m[3][3];
};

struct Constants {
  float p, e1, e2;
  Matrix end;
  Matrix power[kLevels];  // what a part, 2, 4, 8 and 16 parts without input make of a state
};

__device__ void step(const Constants& c, State& s, float sample) {
  s.u += c.p * (sample - s.u);
  s.d = c.e1 * (s.u - s.w) + c.e2 * s.d;
  s.w += s.d;
}

/// offset + a * s.
__device__ State plus(const State& offset, const Matrix& a, const State& s) {
  return {offset.u + a.m[0][0] * s.u + a.m[0][1] * s.w + a.m[0][2] * s.d,
          offset.w + a.m[1][0] * s.u + a.m[1][1] * s.w + a.m[1][2] * s.d,
          offset.d + a.m[2][0] * s.u + a.m[2][1] * s.w + a.m[2][2] * s.d};
}

__device__ State from_lane(const State& s, int lane) {
  return {__shfl_sync(kAll, s.u, lane), __shfl_sync(kAll, s.w, lane),
          __shfl_sync(kAll, s.d, lane)};
}

/// threadIdx.x is the part, threadIdx.y the line in the block. May work in place: a lane reads and
/// writes no pixel but its own.
__global__ void filter_lines(const float* input, float* output, float* scratch, int lines,
                             int length, int line_step, int pixel_step, int part_length,
                             Constants c) {
  const int line = blockIdx.x * kLinesPerBlock + threadIdx.y;
  if (line >= lines) return;  // all lanes of a warp together
  const int lane = threadIdx.x;
  const int parts = (length + part_length - 1) / part_length;
  const int begin = min(lane * part_length, length);
  const int end = min(begin + part_length, length);
  const int base = line * line_step;

  // What the part adds to the state that leaves it to the right.
  State s{0, 0, 0};
  if (lane == 0) s.u = s.w = input[base];
  const State settled = s;
  for (int k = begin; k < end; ++k) step(c, s, input[base + k * pixel_step]);
#pragma unroll
  for (int level = 0; level < kLevels; ++level) {
    const int distance = 1 << level;
    const State other = from_lane(s, max(lane - distance, 0));
    if (lane >= distance) s = plus(s, c.power[level], other);
  }
  s = from_lane(s, max(lane - 1, 0));
  if (lane == 0) s = settled;
  float sample = 0.0f;
  for (int k = begin; k < end; ++k) {
    sample = input[base + k * pixel_step];
    step(c, s, sample);
    scratch[base + k * pixel_step] = s.w;
  }

  // The same to the left; the last part begins with the state in which the line turns.
  State t{0, 0, 0};
  if (lane == parts - 1)
    t = plus(State{sample, sample, 0}, c.end, State{s.u - sample, s.w - sample, s.d});
  const State turned = t;
  for (int k = end; k-- > begin;) step(c, t, scratch[base + k * pixel_step]);
#pragma unroll
  for (int level = 0; level < kLevels; ++level) {
    const int distance = 1 << level;
    const State other = from_lane(t, min(lane + distance, kLanes - 1));
    if (lane + distance < parts) t = plus(t, c.power[level], other);
  }
  t = from_lane(t, min(lane + 1, kLanes - 1));
  if (lane == parts - 1) t = turned;
  for (int k = end; k-- > begin;) {
    step(c, t, scratch[base + k * pixel_step]);
    output[base + k * pixel_step] = t.w;
  }
}

struct Wide {
  double m[3][3];
};

Wide product(const Wide& a, const Wide& b) {
  Wide result{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) result.m[i][j] += a.m[i][k] * b.m[k][j];
    }
  }
  return result;
}

Matrix narrow(const double (&m)[3][3]) {
  Matrix result{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) result.m[i][j] = float(m[i][j]);
  }
  return result;
}

Constants constants_for(const Coefficients& c, int part_length) {
  Constants result{};
  result.p = float(c.p);
  result.e1 = float(c.e1);
  result.e2 = float(c.e2);
  result.end = narrow(c.end_cascade);

  const double keep = 1 - c.p;
  Wide square{{{keep, 0, 0}, {c.e1 * keep, 1 - c.e1, c.e2}, {c.e1 * keep, -c.e1, c.e2}}};
  Wide power{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (int left = part_length; left > 0; left /= 2) {
    if (left % 2 == 1) power = product(power, square);
    square = product(square, square);
  }
  for (Matrix& level : result.power) {
    level = narrow(power.m);
    power = product(power, power);
  }
  return result;
}

}  // namespace

std::size_t parallel_workspace(int width, int height) { return std::size_t(width) * height; }

void filter_parallel(const float* d_input, float* d_output, int width, int height,
                     const Coefficients& coefficients, float* d_workspace, cudaStream_t stream) {
  const dim3 block(kLanes, kLinesPerBlock);
  const auto filter = [&](const float* source, int lines, int length, int line_step, int step) {
    const int part_length = (length + kLanes - 1) / kLanes;
    filter_lines<<<(lines + kLinesPerBlock - 1) / kLinesPerBlock, block, 0, stream>>>(
        source, d_output, d_workspace, lines, length, line_step, step, part_length,
        constants_for(coefficients, part_length));
    KIT_CHECK(cudaGetLastError());
  };
  filter(d_input, height, width, width, 1);
  filter(d_output, width, height, 1, width);
}

}  // namespace lab07
