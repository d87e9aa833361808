/// @file
/// Lab 07, challenge, rung 3: rows and columns from one read. Read README.md first.
/// The states along y of an image that is filtered along x are the states along y of the image as
/// it is, filtered along x: filters along x and y may be exchanged. So one kernel sums the parts of
/// both directions, and one filters them: the image is read twice and written once.
///
///      x = kPart * part + me
///     +--------+--------+-----      part  parts along x: tiles from the left, `across` of them
///     | tile   |        |           t     parts along y: tiles from the top, `down` of them
///     | i rows |        |   t = 0   me    threadIdx.x: a column of the tile, then a row of it
///     +--------+--------+-----      i     pixel of a part, from 0 to kPart - 1
///     |        |        |   t = 1   k     one of the six sums or states of a part: 0 to 2 come
///     |        |        |                 from the left (above), 3 to 5 from the right (below)
///
/// Two images of sums, which the scans turn into states, in place:
///   - `columns`: line 6 * t + k has sum k of the parts t of all columns, x from 0 to width - 1;
///   - `rows`: along x, sum k of part `part` of line l stands at [(6 * part + k) * pitch + l]. Line
///     l < height is row l of the image; line height + l is line l of `columns`.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr int kPart = 64;           // pixels of a part; a tile has kPart of them in both directions
constexpr int kLines = 32;          // lines of a block of the scan
constexpr int kGroups = 8;          // threads that share one of them
constexpr int kPartsPerGroup = 16;  // parts that each of these takes
constexpr int kRound = (kPart - 1) / 3;  // tiles whose states along y fill a tile, and one line

/// The causal pass or the backward pass between two pixels: (u / p, w, d / e1) of the cascade form,
/// which takes four multiply-adds a step.
struct State {
  float u, w, d;
};

/// All that the kernels know of sigma, as in rung 2.
struct Plan {
  float keep, p, e1, e2;
  float causal[3][kPart];      // what the state that leaves to the right gets from each pixel
  float anticausal[3][kPart];  // the same to the left
  float advance[3][3];         // what becomes of a state over a part of zeros
  float leap[3][3];            // over kPartsPerGroup of them
  float end[3][3];             // the backward state that a causal state causes
};

__host__ __device__ inline State times(const float (&matrix)[3][3], const State& s) {
  return {matrix[0][0] * s.u + matrix[0][1] * s.w + matrix[0][2] * s.d,
          matrix[1][0] * s.u + matrix[1][1] * s.w + matrix[1][2] * s.d,
          matrix[2][0] * s.u + matrix[2][1] * s.w + matrix[2][2] * s.d};
}

__host__ __device__ inline State plus(const State& a, const State& b) {
  return {a.u + b.u, a.w + b.w, a.d + b.d};
}

/// Before the first pixel of a line whose first pixel is x (from the left), or behind its last one,
/// less what the causal state there causes (from the right).
__device__ inline State start(const Plan& plan, float x, bool right) {
  const State s{x / plan.p, x, 0};
  return right ? plus(s, times(plan.end, {-s.u, -s.w, 0})) : s;
}

/// Distance of neighbouring lines of sums, in floats: whole 128-byte lines, since accesses that
/// straddle two of them take a quarter longer.
__host__ __device__ inline int pitch_of(int floats) {
  return (floats + 31) / 32 * 32;
}

__host__ __device__ inline int parts_of(int length) {
  return (length + kPart - 1) / kPart;
}

/// Loads a column of pixels, the first `at` it; beyond `more` further rows the last one again. All
/// loads are on their way before the first value is used: with fewer the memory waits for the
/// threads.
__device__ inline void load_rows(float (&v)[kPart], const float* at, int pitch, int more) {
#pragma unroll
  for (int i = 0; i < kPart; ++i) {
    v[i] = *at;
    at += i < more ? pitch : 0;
  }
}

/// The three states that stand `stride` floats apart.
__device__ inline State load_state(const float* at, int stride) {
  return {at[0], at[stride], at[2 * stride]};
}

/// Both passes over one part, in place, with the states that enter it from either side.
__device__ inline void filter_part(float (&v)[kPart], State s, const State& right,
                                   const Plan& plan) {
  // TODO(lab07): both passes, as in rung 2 (about 13 lines)
  // END TODO
}

/// Filters the rows of a tile, one by each thread; before and after it other threads use them.
__device__ inline void filter_row(float (&row)[kPart + 1], const State& left, const State& right,
                                  const Plan& plan) {
  float v[kPart];
#pragma unroll
  for (int i = 0; i < kPart; ++i) v[i] = row[i];
  filter_part(v, left, right, plan);
#pragma unroll
  for (int i = 0; i < kPart; ++i) row[i] = v[i];
}

/// Adds pixel i of a part, with its weights, to the part's six sums.
__device__ inline void add(float (&sums)[6], const Plan& plan, int i, float value) {
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    sums[k] += plan.causal[k][i] * value;
    sums[3 + k] += plan.anticausal[k][i] * value;
  }
}

/// The sums of a tile's columns and rows, from one read. Pixels beyond the image are the nearest.
///
///           me ->
///         +---------+
///      i  |         |  each thread loads column `me`, and sums it on the way: six numbers,
///      |  | pixels  |  which it stores as six more rows below the tile;
///      v  |         |
///         +---------+  then each thread sums row `me`, and the first six one of these six rows:
///         | 6 sums  |  the sums along x of the columns' sums
///         +---------+
__global__ void __launch_bounds__(kPart)
    sum_parts(const float* __restrict__ image, int width, int height, float* __restrict__ rows,
              float* __restrict__ columns, const Plan plan) {
  __shared__ float tile[kPart + 6][kPart + 1];
  const int me = threadIdx.x, x = blockIdx.x * kPart + me, top = blockIdx.y * kPart;
  const int lines = height + 6 * gridDim.y, first = 6 * blockIdx.y;  // in `columns`
  float v[kPart], of_column[6] = {};
  load_rows(v, image + top * width + min(x, width - 1), width, height - 1 - top);
  // TODO(lab07): sum column `me` on its way into the tile, then rows (about 18 lines)
  // END TODO
}

/// Turns the sums of each line of `rows` into the states that enter its parts: a scan from the left
/// (blockIdx.y = 0) and one from the right. threadIdx.x is the line and threadIdx.y a group of
/// neighbouring parts. In each round, `s` is the state that enters its first group.
__global__ void scan_rows(float* rows, const float* __restrict__ image,
                          const float* __restrict__ columns, int width, int height,
                          const Plan plan) {
  __shared__ State reached[kGroups][kLines];
  const int parts = parts_of(width), lines = height + 6 * parts_of(height);
  const int me = blockIdx.x * kLines + threadIdx.x, group = threadIdx.y;
  const bool right = blockIdx.y == 1, inside = me < lines;
  const int line = min(me, lines - 1), pitch = pitch_of(lines);
  const float* const from =
      line < height ? image + line * width : columns + (line - height) * pitch_of(width);
  State s = start(plan, from[right ? width - 1 : 0], right);
  // Of the part that comes `t`-th on the way: part t, or part parts - 1 - t and its k from 3 on.
  const auto at = [&](int t) {
    return rows + (right ? 6 * (parts - t) - 3 : 6 * t) * pitch + line;
  };
  for (int done = 0; done < parts; done += kGroups * kPartsPerGroup) {
    State part[kPartsPerGroup], sum{0, 0, 0}, mine{0, 0, 0};
    const int begin = done + group * kPartsPerGroup;
#pragma unroll
    for (int i = 0; i < kPartsPerGroup; ++i) {
      part[i] = begin + i < parts ? load_state(at(begin + i), pitch) : State{0, 0, 0};
    }
#pragma unroll
    for (int i = 0; i < kPartsPerGroup; ++i) sum = plus(times(plan.advance, sum), part[i]);
    reached[group][threadIdx.x] = sum;
    __syncthreads();
    for (int earlier = 0; earlier < kGroups; ++earlier) {
      if (earlier == group) mine = s;
      s = plus(times(plan.leap, s), reached[earlier][threadIdx.x]);
    }
    __syncthreads();  // the next round writes `reached` again
#pragma unroll
    for (int i = 0; i < kPartsPerGroup; ++i) {
      if (inside && begin + i < parts) {
        float* const to = at(begin + i);
        to[0] = mine.u;
        to[pitch] = mine.w;
        to[2 * pitch] = mine.d;
      }
      mine = plus(times(plan.advance, mine), part[i]);
    }
  }
}

/// Turns the sums in `columns` into the states that enter the tiles along y of the image that is
/// filtered along x. A block has kPart columns and one direction: downwards (blockIdx.y = 0, k from
/// 0 to 2) or upwards. In a round it takes kRound tiles in that direction:
///
///            me ->
///          +---------+
///     n    | 3 sums  |  tile 0 on the way    each thread filters line `me` along x,
///     |    | 3 sums  |  tile 1                then scans column `me`: before tile t it has the
///     v    |   :     |   :                    state s that enters that tile
///          +---------+
///          | pixels  |  the image's first or last row, where s begins
///          +---------+
__global__ void __launch_bounds__(kPart)
    filter_states(const float* __restrict__ image, const float* __restrict__ rows, float* columns,
                  int width, int height, const Plan plan) {
  __shared__ float tile[kPart][kPart + 1];
  const int me = threadIdx.x, x = blockIdx.x * kPart + me, down = parts_of(height);
  const int pitch = pitch_of(width), row_pitch = pitch_of(height + 6 * down);
  const bool up = blockIdx.y == 1;
  const int end_row = up ? height - 1 : 0;
  // The line of `columns` that has line n of the tiles on the way; behind the last tile its own.
  const auto line_of = [&](int n) {
    const int t = min(n / 3, down - 1);
    return up ? 6 * (down - t) - 3 + n % 3 : 6 * t + n % 3;
  };
  State s{};
  for (int done = 0; done < down; done += kRound) {
    // TODO(lab07): load the lines, filter them along x, then scan down column `me` (about 25 lines)
    // END TODO
  }
}

/// Filters a tile along its rows and then along its columns: a thread has column `me`, then row
/// `me`, then column `me` again, and the tile in shared memory turns one into the other.
__global__ void __launch_bounds__(kPart)
    filter_parts(const float* __restrict__ image, float* __restrict__ output, int width, int height,
                 const float* __restrict__ rows, const float* __restrict__ columns,
                 const Plan plan) {
  __shared__ float tile[kPart][kPart + 1];
  const int me = threadIdx.x, x = blockIdx.x * kPart + me, top = blockIdx.y * kPart;
  const int pitch = pitch_of(width), row_pitch = pitch_of(height + 6 * gridDim.y);
  const float* const row = rows + 6 * blockIdx.x * row_pitch + min(top + me, height - 1);
  const float* const column = columns + 6 * blockIdx.y * pitch + min(x, width - 1);
  const State left = load_state(row, row_pitch), right = load_state(row + 3 * row_pitch, row_pitch);
  const State above = load_state(column, pitch), below = load_state(column + 3 * pitch, pitch);
  float v[kPart];
  load_rows(v, image + top * width + min(x, width - 1), width, height - 1 - top);
  // TODO(lab07): the tile, its rows, its columns (about 8 lines)
  // END TODO
  if (x >= width) return;
#pragma unroll
  for (int i = 0; i < kPart; ++i) {
    if (top + i < height) output[(top + i) * width + x] = v[i];
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

Plan make_plan(const Coefficients& c) {
  Plan plan{};
  plan.keep = float(1 - c.p);
  plan.p = 1 - plan.keep;
  plan.e1 = float(c.e1);
  plan.e2 = float(c.e2);
  const double unit[3] = {1 / double(plan.p), 1, 1 / double(plan.e1)};
  // TODO(lab07): weights and matrices, as in rung 2 (about 34 lines)
  // END TODO
  return plan;
}

}  // namespace

std::size_t parallel_workspace(int width, int height) {
  const std::size_t across = parts_of(width), states = std::size_t(6) * parts_of(height);
  return states * pitch_of(width) + 6 * across * pitch_of(height + int(states));
}

void filter_parallel(const float* d_input, float* d_output, int width, int height,
                     const Coefficients& coefficients, float* d_workspace, cudaStream_t stream) {
  const Plan plan = make_plan(coefficients);
  const int across = parts_of(width), down = parts_of(height), lines = height + 6 * down;
  float* const d_columns = d_workspace;
  float* const d_rows = d_columns + std::size_t(6) * down * pitch_of(width);
  const dim3 tiles(across, down), directions((lines + kLines - 1) / kLines, 2);
  sum_parts<<<tiles, kPart, 0, stream>>>(d_input, width, height, d_rows, d_columns, plan);
  KIT_CHECK(cudaGetLastError());
  scan_rows<<<directions, dim3(kLines, kGroups), 0, stream>>>(d_rows, d_input, d_columns, width,
                                                              height, plan);
  KIT_CHECK(cudaGetLastError());
  filter_states<<<dim3(across, 2), kPart, 0, stream>>>(d_input, d_rows, d_columns, width, height,
                                                       plan);
  KIT_CHECK(cudaGetLastError());
  filter_parts<<<tiles, kPart, 0, stream>>>(d_input, d_output, width, height, d_rows, d_columns,
                                            plan);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab07
