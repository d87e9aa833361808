/// @file
/// Lab 07, challenge, rung 2: the causal pass and the backward pass from one read. Read README.md
/// first. The backward state t at a border between parts depends on the pixels to both sides. What
/// depends on those to the left is end * s, where s is the causal state there. The rest, t - end *
/// s, is a sum of pixels to the right: it has weights of its own, and a scan of its own.
///
///               x: lines of the pass ->         Both passes go along columns, so that neighbouring
///            +----+----+----+----+--            threads have neighbouring pixels. The result is
///      t = 0 | i  |    |    |    |              stored transposed, so that the next call filters
///            | |  |    |    |    |              along the rows of the image.
///            | v  |    |    |    |
///            +----+----+----+----+--            t   a part, from above
///      t = 1 |    |    |    |    |              i   a pixel of a part, from above
///            |    |    |    |    |              k   one of the six numbers of a part: 0 to 2 enter
///            +----+----+----+----+--                it from above, 3 to 5 from below
///
/// Sum k of part t of line x stands at sums[(6 * t + k) * lines + x]; the scans put the state that
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

/// One pass between two pixels, as in rung 1: (u / p, w, d / e1).
struct State {
  float u, w, d;
};

/// All that the kernels know of sigma.
struct Plan {
  float keep, p, e1, e2;       // keep = 1 - p
  float causal[3][kPart];      // what the state that leaves a part below gets from pixel i
  float anticausal[3][kPart];  // the same above
  float advance[3][3];         // what becomes of a state over a part of zeros
  float end[3][3];             // the backward state that a causal state causes
};

__device__ inline State times(const float (&matrix)[3][3], const State& s) {
  return {matrix[0][0] * s.u + matrix[0][1] * s.w + matrix[0][2] * s.d,
          matrix[1][0] * s.u + matrix[1][1] * s.w + matrix[1][2] * s.d,
          matrix[2][0] * s.u + matrix[2][1] * s.w + matrix[2][2] * s.d};
}

__device__ inline State plus(const State& a, const State& b) {
  return {a.u + b.u, a.w + b.w, a.d + b.d};
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

/// Loads part blockIdx.y of column x. All loads are on their way before the first value is used.
__device__ inline void load_part(float (&v)[kPart], const Plane& plane, int x) {
  const float* const column = plane.image + min(x, plane.lines - 1);
#pragma unroll
  for (int i = 0; i < kPart; ++i)
    v[i] = column[min(int(blockIdx.y) * kPart + i, plane.rows - 1) * plane.lines];
}

/// The six sums of each part.
__global__ void sum_parts(const Plane plane, float* __restrict__ sums, const Plan plan) {
  const int x = blockIdx.x * kPart + threadIdx.x;
  float v[kPart];
  load_part(v, plane, x);
  if (x >= plane.lines) return;
  // TODO(lab07): weigh the pixels with both kinds of weights (about 11 lines)
  // END TODO
}

/// Makes states of the sums of line x: a scan from above (blockIdx.y = 0) and one from below.
__global__ void scan_parts(float* sums, const Plane plane, const Plan plan) {
  const int x = blockIdx.x * kThreads + threadIdx.x, parts = parts_of(plane.rows);
  const bool up = blockIdx.y == 1;
  if (x >= plane.lines) return;
  // Settled on the first or last pixel. From below: less what the causal state there causes.
  // TODO(lab07): the scan of rung 1, from above or from below (about 21 lines)
  // END TODO
}

/// One step of either pass; returns the value.
__device__ inline float step(State& s, float sample, const Plan& plan) {
  s.u = plan.keep * s.u + sample;
  s.d = plan.e2 * s.d + (plan.p * s.u - s.w);
  s.w += plan.e1 * s.d;
  return s.w;
}

/// Filters all parts, there and back, and stores them transposed: pixel (x, y) at output[x * rows +
/// y].
///
///        me: x ->               me: y ->
///      +---------+            +---------+
///      | i       |  tile      |         |   a thread writes column `me` of the tile on its way and
///      | |       |   ->       |  <----  |   then stores pixel `me` of each of its lines
///      +---------+            +---------+
__global__ void filter_parts(const Plane plane, float* __restrict__ output,
                             const float* __restrict__ states, const Plan plan) {
  __shared__ float tile[kPart][kPart + 1];
  const int me = threadIdx.x, left = blockIdx.x * kPart, x = left + me;
  const float* const from = states + 6 * blockIdx.y * plane.lines + min(x, plane.lines - 1);
  float v[kPart], entering[6];
  load_part(v, plane, x);
#pragma unroll
  for (int k = 0; k < 6; ++k) entering[k] = from[k * plane.lines];
  // TODO(lab07): there, then over the end back, which writes the tile (about 6 lines)
  // END TODO
  __syncthreads();
  const int y = blockIdx.y * kPart + me;
  for (int n = 0; n < kPart && left + n < plane.lines; ++n) {
    if (y < plane.rows) output[(left + n) * plane.rows + y] = tile[n][me];
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

HostState times(const double (&matrix)[3][3], const HostState& s) {
  return {matrix[0][0] * s.u + matrix[0][1] * s.w + matrix[0][2] * s.d,
          matrix[1][0] * s.u + matrix[1][1] * s.w + matrix[1][2] * s.d,
          matrix[2][0] * s.u + matrix[2][1] * s.w + matrix[2][2] * s.d};
}

/// Weights and matrices in double precision, from the numbers that the kernels have.
Plan make_plan(const Coefficients& c) {
  Plan plan{};
  plan.keep = float(1 - c.p);
  plan.p = 1 - plan.keep;
  plan.e1 = float(c.e1);
  plan.e2 = float(c.e2);
  const double unit[3] = {1 / double(plan.p), 1, 1 / double(plan.e1)};
  double end[3][3];
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) {
      end[row][k] = c.end_cascade[row][k] * unit[row] / unit[k];
      plan.end[row][k] = float(end[row][k]);
    }
  }
  // What a step makes of a pixel of 1 or of a state, and what further steps on zeros leave of it:
  // TODO(lab07): `advance` as in rung 1; both kinds of weights from an impulse (about 19 lines)
  // END TODO
  return plan;
}

/// Both passes along the columns of `plane`; the result is transposed.
void filter_columns(const Plane& plane, float* d_output, float* d_sums, const Plan& plan,
                    cudaStream_t stream) {
  const dim3 grid(parts_of(plane.lines), parts_of(plane.rows));
  const dim3 lines((plane.lines + kThreads - 1) / kThreads, 2);
  sum_parts<<<grid, kPart, 0, stream>>>(plane, d_sums, plan);
  KIT_CHECK(cudaGetLastError());
  scan_parts<<<lines, kThreads, 0, stream>>>(d_sums, plane, plan);
  KIT_CHECK(cudaGetLastError());
  filter_parts<<<grid, kPart, 0, stream>>>(plane, d_output, d_sums, plan);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

std::size_t both_ways_workspace(int width, int height) {
  const std::size_t sums = std::max(std::size_t(6) * parts_of(width) * height,
                                    std::size_t(6) * parts_of(height) * width);
  return std::size_t(width) * height + sums;
}

void filter_both_ways(const float* d_input, float* d_output, int width, int height,
                      const Coefficients& coefficients, float* d_workspace, cudaStream_t stream) {
  const Plan plan = make_plan(coefficients);
  float* const d_turned = d_workspace;
  float* const d_sums = d_turned + std::size_t(width) * height;
  filter_columns({d_input, width, height}, d_turned, d_sums, plan, stream);
  filter_columns({d_turned, height, width}, d_output, d_sums, plan, stream);
}

}  // namespace lab07
