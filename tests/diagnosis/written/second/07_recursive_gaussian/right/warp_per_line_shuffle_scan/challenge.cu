/// @file
/// Lab 07, challenge: a warp for each line, a part for each lane; the states are scanned by
/// shuffles, and w[] is kept in the output, so that no workspace is needed.
#include <array>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr int kLanes = 32;
constexpr int kWarps = 4;  // of a block
constexpr unsigned kAll = 0xffffffffu;

struct Matrix {
  float m[3][3];
};

/// What the kernel needs: A^(P * 2^i) for parts of P pixels, and the matrix of the end.
struct Plan {
  float p, e1, e2;
  Matrix powers[5];
  Matrix end;
};

struct State {
  float u, w, d;

  __device__ float step(const Plan& plan, float sample) {
    u += plan.p * (sample - u);
    d = plan.e1 * (u - w) + plan.e2 * d;
    return w += d;
  }
  /// Adds a * s.
  __device__ void add(const Matrix& a, const State& s) {
    u += a.m[0][0] * s.u + a.m[0][1] * s.w + a.m[0][2] * s.d;
    w += a.m[1][0] * s.u + a.m[1][1] * s.w + a.m[1][2] * s.d;
    d += a.m[2][0] * s.u + a.m[2][1] * s.w + a.m[2][2] * s.d;
  }
};

__device__ State from_left(const State& s, int lanes) {
  return {__shfl_up_sync(kAll, s.u, lanes), __shfl_up_sync(kAll, s.w, lanes),
          __shfl_up_sync(kAll, s.d, lanes)};
}

__device__ State from_right(const State& s, int lanes) {
  return {__shfl_down_sync(kAll, s.u, lanes), __shfl_down_sync(kAll, s.w, lanes),
          __shfl_down_sync(kAll, s.d, lanes)};
}

/// Each lane reads and writes the pixels of its own part only, so this may work in place.
__global__ void filter_lines(const float* input, float* output, int lines, int length, int part,
                             int line_step, int step, Plan plan) {
  const int lane = threadIdx.x;
  const int line = blockIdx.x * blockDim.y + threadIdx.y;
  if (line >= lines) return;  // the whole warp
  const float* in = input + line * line_step;
  float* out = output + line * line_step;
  const int begin = min(lane * part, length);
  const int end = min(begin + part, length);
  const int last_lane = (length - 1) / part;

  // The state that leaves this part to the right; lanes behind the last part take no part.
  State sum{0, 0, 0};
  if (lane == 0) sum.u = sum.w = in[0];
  const State settled = sum;
  for (int k = begin; k < end; ++k) sum.step(plan, in[k * step]);
  for (int i = 0; i < 5; ++i) {
    const State other = from_left(sum, 1 << i);
    if (lane >= 1 << i) sum.add(plan.powers[i], other);
  }
  State state = from_left(sum, 1);
  if (lane == 0) state = settled;

  const float x = lane == last_lane ? in[(length - 1) * step] : 0.0f;
  for (int k = begin; k < end; ++k) out[k * step] = state.step(plan, in[k * step]);

  // The same from right to left. The last part knows its start, the turn; the others add theirs.
  State turn{0, 0, 0};
  if (lane == last_lane) {
    turn = State{x, x, 0};
    turn.add(plan.end, State{state.u - x, state.w - x, state.d});
  }
  sum = turn;
  for (int k = end - 1; k >= begin; --k) sum.step(plan, out[k * step]);
  for (int i = 0; i < 5; ++i) {
    const State other = from_right(sum, 1 << i);
    if (lane + (1 << i) < kLanes) sum.add(plan.powers[i], other);
  }
  state = from_right(sum, 1);
  if (lane == last_lane) state = turn;
  for (int k = end - 1; k >= begin; --k) out[k * step] = state.step(plan, out[k * step]);
}

using Square = std::array<std::array<double, 3>, 3>;

Square product(const Square& a, const Square& b) {
  Square result{};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) result[i][j] += a[i][k] * b[k][j];
    }
  }
  return result;
}

/// By squaring, recursively.
Square power(const Square& a, int exponent) {
  if (exponent == 1) return a;
  const Square half = power(a, exponent / 2);
  const Square even = product(half, half);
  return exponent % 2 == 0 ? even : product(even, a);
}

Plan make_plan(const Coefficients& c, int part) {
  // One step without input: u' = r u; d' = e1 (u' - w) + e2 d; w' = w + d'.
  const double r = 1 - c.p;
  const Square step = {{{r, 0, 0}, {c.e1 * r, 1 - c.e1, c.e2}, {c.e1 * r, -c.e1, c.e2}}};
  Plan plan{float(c.p), float(c.e1), float(c.e2), {}, {}};
  Square now = power(step, part);
  for (Matrix& target : plan.powers) {
    for (int i = 0; i < 9; ++i) target.m[i / 3][i % 3] = float(now[i / 3][i % 3]);
    now = product(now, now);
  }
  for (int i = 0; i < 9; ++i) plan.end.m[i / 3][i % 3] = float(c.end_cascade[i / 3][i % 3]);
  return plan;
}

}  // namespace

std::size_t parallel_workspace(int, int) { return 0; }

void filter_parallel(const float* d_input, float* d_output, int width, int height,
                     const Coefficients& coefficients, float*, cudaStream_t stream) {
  const auto pass = [&](const float* from, int lines, int length, int line_step, int step) {
    const int part = (length + kLanes - 1) / kLanes;
    const int blocks = (lines + kWarps - 1) / kWarps;
    filter_lines<<<blocks, dim3(kLanes, kWarps), 0, stream>>>(
        from, d_output, lines, length, part, line_step, step, make_plan(coefficients, part));
    KIT_CHECK(cudaGetLastError());
  };
  pass(d_input, height, width, width, 1);
  pass(d_output, width, height, 1, width);
}

}  // namespace lab07
