/// @file
/// Lab 07, challenge, rung 1: lines in parts that are filtered at the same time. Read README.md
/// first. What a part adds to the state that leaves it is a sum of its pixels with fixed weights.
/// So a pass is three kernels: sums of all parts, a scan that makes states of them, and the
/// recursion in all parts from the right states.
///
///               x: lines of the pass ->       Every pass goes along columns, so that
///            +----+----+----+----+--          neighbouring threads have neighbouring pixels. The
///      t = 0 | i  |    |    |    |            backward pass stores its image transposed: the next
///            | |  |    |    |    |            pass along columns goes along the image's rows.
///            | v  |    |    |    |
///            +----+----+----+----+--          t   a part, counted on the way of the pass: from
///      t = 1 |    |    |    |    |                above, or in the backward pass from below
///            |    |    |    |    |            i   a pixel of a part, counted on the way
///            +----+----+----+----+--          k   one of the three numbers of a state
///
/// Sum k of part t of line x stands at sums[(3 * t + k) * lines + x]; the scan puts the state that
/// enters the part in its place.
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr int kPart = 64;      // pixels of a line in one part; a block has as many lines
constexpr int kAhead = 16;     // parts whose sums a thread of the scan loads at a time
constexpr int kThreads = 128;  // of a block of the scan

/// One pass between two pixels: (u / p, w, d / e1) of the cascade form, which takes four
/// multiply-adds a step.
struct State {
  float u, w, d;
};

/// All that the kernels know of sigma.
struct Plan {
  float keep, p, e1, e2;    // keep = 1 - p
  float weights[3][kPart];  // what the state that leaves a part gets from pixel i
  float advance[3][3];      // what becomes of a state over a part of zeros
  float end[3][3];          // as Coefficients::end_cascade
};

__device__ inline State times(const float (&matrix)[3][3], const State& s) {
  return {matrix[0][0] * s.u + matrix[0][1] * s.w + matrix[0][2] * s.d,
          matrix[1][0] * s.u + matrix[1][1] * s.w + matrix[1][2] * s.d,
          matrix[2][0] * s.u + matrix[2][1] * s.w + matrix[2][2] * s.d};
}

__device__ inline State plus(const State& a, const State& b) {
  return {a.u + b.u, a.w + b.w, a.d + b.d};
}

/// The state on a line that has been x for ever.
__device__ inline State settled(const Plan& plan, float x) {
  return {x / plan.p, x, 0};
}

__host__ __device__ inline int parts_of(int length) {
  return (length + kPart - 1) / kPart;
}

/// The image of a pass: `lines` columns of `rows` pixels. The last row is repeated until the parts
/// are whole, as the exact boundary has it.
struct Plane {
  const float* image;
  int lines, rows;
};

/// Row of the pixel that comes `n`-th on the way.
template <bool kBack>
__device__ inline int row_of(int n, int rows) {
  return kBack ? parts_of(rows) * kPart - 1 - n : n;
}

/// Loads part blockIdx.y of column x. All loads are on their way before the first value is used.
template <bool kBack>
__device__ inline void load_part(float (&v)[kPart], const Plane& plane, int x) {
  const float* const column = plane.image + min(x, plane.lines - 1);
#pragma unroll
  for (int i = 0; i < kPart; ++i) {
    const int y = row_of<kBack>(blockIdx.y * kPart + i, plane.rows);
    v[i] = column[min(y, plane.rows - 1) * plane.lines];
  }
}

/// The three sums of each part.
template <bool kBack>
__global__ void sum_parts(const Plane plane, float* __restrict__ sums, const Plan plan) {
  const int x = blockIdx.x * kPart + threadIdx.x;
  float v[kPart];
  load_part<kBack>(v, plane, x);
  if (x >= plane.lines) return;
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    float sum = 0;
#pragma unroll
    for (int i = 0; i < kPart; ++i) sum += plan.weights[k][i] * v[i];
    sums[(3 * blockIdx.y + k) * plane.lines + x] = sum;
  }
}

/// Makes states of the sums of line x. The causal pass leaves the state behind the last part in
/// `behind`; the backward pass starts from it. `input` is the image before both passes.
template <bool kBack>
__global__ void scan_parts(float* sums, State* behind, const Plane input, const Plan plan) {
  const int x = blockIdx.x * kThreads + threadIdx.x, parts = parts_of(input.rows);
  if (x >= input.lines) return;
  State s = settled(plan, input.image[(kBack ? input.rows - 1 : 0) * input.lines + x]);
  if (kBack) {
    const State from = behind[x];
    s = plus(s, times(plan.end, {from.u - s.u, from.w - s.w, from.d - s.d}));
  }
  // From part to part:
  for (int t = 0; t < parts; t += kAhead) {
    float sum[kAhead][3];
#pragma unroll
    for (int n = 0; n < kAhead; ++n) {
      for (int k = 0; k < 3; ++k)
        sum[n][k] = sums[(3 * min(t + n, parts - 1) + k) * input.lines + x];
    }
    // Before part t + n, s is the state that enters it.
#pragma unroll
    for (int n = 0; n < kAhead && t + n < parts; ++n) {
      float* const to = sums + 3 * (t + n) * input.lines + x;
      to[0] = s.u;
      to[input.lines] = s.w;
      to[2 * input.lines] = s.d;
      s = plus(times(plan.advance, s), {sum[n][0], sum[n][1], sum[n][2]});
    }
  }
  if (!kBack) behind[x] = s;
}

/// Filters all parts, from the states that enter them. The causal pass stores whole parts, so that
/// the backward pass finds what stands behind the end; the backward pass stores the image,
/// transposed: pixel (x, y) at output[x * rows + y].
///
///        me: x ->               me: y ->
///      +---------+            +---------+
///      | i       |  tile      |         |   a thread writes column `me` of the tile on its way and
///      | |       |   ->       |  <----  |   then stores pixel `me` of each of its lines
///      +---------+            +---------+
template <bool kBack>
__global__ void filter_parts(const Plane plane, float* __restrict__ output, int rows,
                             const float* __restrict__ states, const Plan plan) {
  __shared__ float tile[kBack ? kPart : 1][kPart + 1];
  const int me = threadIdx.x, left = blockIdx.x * kPart, x = left + me;
  const float* const from = states + 3 * blockIdx.y * plane.lines + min(x, plane.lines - 1);
  float v[kPart];
  load_part<kBack>(v, plane, x);
  State s{from[0], from[plane.lines], from[2 * plane.lines]};
  // Before pixel i, s is the state that enters it.
#pragma unroll
  for (int i = 0; i < kPart; ++i) {
    s.u = plan.keep * s.u + v[i];
    s.d = plan.e2 * s.d + (plan.p * s.u - s.w);
    s.w += plan.e1 * s.d;
    v[i] = s.w;
  }
  if constexpr (kBack) {
#pragma unroll
    for (int i = 0; i < kPart; ++i) tile[me][kPart - 1 - i] = v[i];
    __syncthreads();
    const int y = row_of<true>(blockIdx.y * kPart + kPart - 1, plane.rows) + me;
    for (int n = 0; n < kPart && left + n < plane.lines; ++n) {
      if (y < rows) output[(left + n) * rows + y] = tile[n][me];
    }
  } else if (x < plane.lines) {
#pragma unroll
    for (int i = 0; i < kPart; ++i) output[(blockIdx.y * kPart + i) * plane.lines + x] = v[i];
  }
}

struct HostState {
  double u, w, d;
  HostState step(const Plan& plan, double x) const {
    const double next_u = plan.keep * u + x;
    const double next_d = plan.e2 * d + (plan.p * next_u - w);
    return {next_u, w + plan.e1 * next_d, next_d};
  }
};

/// Sums and matrix in double precision, from the numbers that the kernels have.
Plan make_plan(const Coefficients& c) {
  Plan plan{};
  plan.keep = float(1 - c.p);
  plan.p = 1 - plan.keep;
  plan.e1 = float(c.e1);
  plan.e2 = float(c.e2);
  const double unit[3] = {1 / double(plan.p), 1, 1 / double(plan.e1)};
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k)
      plan.end[row][k] = float(c.end_cascade[row][k] * unit[row] / unit[k]);
  }
  // What a step makes of a pixel of 1 or of a state, and what further steps on zeros leave of it:
  HostState s = HostState{0, 0, 0}.step(plan, 1);
  for (int i = kPart - 1; i >= 0; --i) {
    plan.weights[0][i] = float(s.u);
    plan.weights[1][i] = float(s.w);
    plan.weights[2][i] = float(s.d);
    s = s.step(plan, 0);
  }
  for (int k = 0; k < 3; ++k) {
    s = {double(k == 0), double(k == 1), double(k == 2)};
    for (int i = 0; i < kPart; ++i) s = s.step(plan, 0);
    plan.advance[0][k] = float(s.u);
    plan.advance[1][k] = float(s.w);
    plan.advance[2][k] = float(s.d);
  }
  return plan;
}

/// Floats of whole parts: the causal pass.
std::size_t whole_parts(int lines, int rows) {
  return std::size_t(lines) * parts_of(rows) * kPart;
}

/// What the kernels keep between them.
struct Workspace {
  float *w, *sums;  // the causal pass in whole parts; sums, then states
  State* behind;    // the last part, for each line
};

/// One pass along the columns of `plane`.
template <bool kBack>
void pass(const Plane& plane, float* output, const Plane& input, const Workspace& workspace,
          const Plan& plan, cudaStream_t stream) {
  const int lines = input.lines, rows = input.rows;
  const dim3 grid(parts_of(lines), parts_of(rows));
  sum_parts<kBack><<<grid, kPart, 0, stream>>>(plane, workspace.sums, plan);
  KIT_CHECK(cudaGetLastError());
  scan_parts<kBack><<<(lines + kThreads - 1) / kThreads, kThreads, 0, stream>>>(
      workspace.sums, workspace.behind, input, plan);
  KIT_CHECK(cudaGetLastError());
  filter_parts<kBack><<<grid, kPart, 0, stream>>>(plane, output, rows, workspace.sums, plan);
  KIT_CHECK(cudaGetLastError());
}

/// Both passes along the columns of `input`; the result is transposed and may take its place.
void filter_columns(const Plane& input, float* output, const Workspace& workspace, const Plan& plan,
                    cudaStream_t stream) {
  const int whole = parts_of(input.rows) * kPart;
  pass<false>(input, workspace.w, input, workspace, plan, stream);
  pass<true>({workspace.w, input.lines, whole}, output, input, workspace, plan, stream);
}

}  // namespace

std::size_t in_parts_workspace(int width, int height) {
  const std::size_t longest = std::max(width, height);
  const std::size_t whole = std::max(whole_parts(width, height), whole_parts(height, width));
  return whole + 3 * (whole / kPart) + 3 * longest;
}

void filter_in_parts(const float* d_input, float* d_output, int width, int height,
                     const Coefficients& coefficients, float* d_workspace, cudaStream_t stream) {
  const Plan plan = make_plan(coefficients);
  const std::size_t whole = std::max(whole_parts(width, height), whole_parts(height, width));
  float* const d_sums = d_workspace + whole;
  const Workspace workspace{d_workspace, d_sums,
                            reinterpret_cast<State*>(d_sums + 3 * (whole / kPart))};
  filter_columns({d_input, width, height}, d_output, workspace, plan, stream);
  filter_columns({d_output, height, width}, d_output, workspace, plan, stream);
}

}  // namespace lab07
