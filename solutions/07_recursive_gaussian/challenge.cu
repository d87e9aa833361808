/// @file
/// Lab 07, challenge: lines in parts of 64 pixels, filtered at once, exactly. Read README.md first.
/// Three ideas: what a part adds to the state that leaves it is a sum of its pixels with fixed
/// weights; the states that enter the parts are the scan of those sums; and the states along y of
/// an image filtered along x are the states of the unfiltered image, filtered along x.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr int kPart = 64;   // pixels of a line in one part
constexpr int kAcross = 2;  // tiles of 64x64 pixels side by side that a block works on
constexpr int kThreads = kAcross * kPart;
constexpr int kLines = 32;          // lines of a block of the scan
constexpr int kGroups = 8;          // threads that share one of them
constexpr int kPartsPerGroup = 16;  // parts that each of these takes

/// The causal pass or the backward pass between two pixels: (u / p, w, d / e1) of the cascade form,
/// which takes four multiply-adds a step.
struct State {
  float u, w, d;
};

/// All that the kernels know of sigma. The states to the right of a part are kept less what the
/// causal state at that place causes there, end * state; so each direction has sums of its own.
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

/// Distance of the sums of one part from those of the next, in floats: whole 128-byte lines, since
/// accesses that straddle two of them take a quarter longer.
__host__ __device__ inline int pitch_of(int lines) {
  return (lines + 31) / 32 * 32;
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

/// Both passes over one part, in place, with the states that enter it from either side: six floats,
/// `stride` apart.
__device__ void filter_part(float (&v)[kPart], const float* states, std::size_t stride,
                            const Plan& plan) {
  State s{states[0], states[stride], states[2 * stride]};
  const State right{states[3 * stride], states[4 * stride], states[5 * stride]};
#pragma unroll
  for (int i = 0; i < kPart; ++i) {
    s.u = plan.keep * s.u + v[i];
    s.d = plan.e2 * s.d + (plan.p * s.u - s.w);
    v[i] = s.w += plan.e1 * s.d;
  }
  s = plus(right, times(plan.end, s));
#pragma unroll
  for (int i = kPart - 1; i >= 0; --i) {
    s.u = plan.keep * s.u + v[i];
    s.d = plan.e2 * s.d + (plan.p * s.u - s.w);
    v[i] = s.w += plan.e1 * s.d;
  }
}

/// Adds pixel i of a part, with its weights, to the part's six sums.
__device__ inline void add(float (&sums)[6], const Plan& plan, int i, float value) {
#pragma unroll
  for (int k = 0; k < 3; ++k) {
    sums[k] += plan.causal[k][i] * value;
    sums[3 + k] += plan.anticausal[k][i] * value;
  }
}

/// The sums of the parts of a tile of 64x64 pixels: of its rows, and if kColumns of its columns.
/// Pixels beyond the image are the nearest ones. With n = pitch_of(lines), sum k of part t of line
/// l stands at sums[(6 * t + k) * n + l].
template <bool kColumns>
__global__ void sum_parts(const float* __restrict__ image, int width, int height, int pitch,
                          float* __restrict__ rows, float* __restrict__ columns, const Plan plan) {
  __shared__ float tiles[kAcross][kPart][kPart + 1];
  const int x = blockIdx.x * kThreads + threadIdx.x, top = blockIdx.y * kPart;
  const int part = x / kPart, me = threadIdx.x % kPart;
  auto& tile = tiles[threadIdx.x / kPart];
  float v[kPart], sums[6] = {};
  load_rows(v, image + top * pitch + min(x, width - 1), pitch, height - 1 - top);
#pragma unroll
  for (int i = 0; i < kPart; ++i) {
    tile[i][me] = v[i];
    if (kColumns) add(sums, plan, i, v[i]);
  }
  if (kColumns && x < width) {
    for (int k = 0; k < 6; ++k) columns[(6 * blockIdx.y + k) * pitch_of(width) + x] = sums[k];
  }
  __syncthreads();
  for (float& sum : sums) sum = 0;
#pragma unroll
  for (int i = 0; i < kPart; ++i) add(sums, plan, i, tile[me][i]);
  if (top + me < height && part * kPart < width) {
    for (int k = 0; k < 6; ++k) rows[(6 * part + k) * pitch_of(height) + top + me] = sums[k];
  }
}

/// Turns the sums of each line into the states that enter its parts: a scan from the left
/// (blockIdx.y = 0) and one from the right. threadIdx.x is the line and threadIdx.y a group of
/// neighbouring parts. `first` and `last` hold the lines' end pixels, `stride` apart.
__global__ void scan_parts(float* sums, int parts, int lines, const float* __restrict__ first,
                           const float* __restrict__ last, int stride, const Plan plan) {
  __shared__ State reached[kGroups][kLines];
  const int me = blockIdx.x * kLines + threadIdx.x, group = threadIdx.y;
  const bool right = blockIdx.y == 1, inside = me < lines;
  const int line = min(me, lines - 1), pitch = pitch_of(lines);
  const float x = (right ? last : first)[line * stride];
  State s{x / plan.p, x, 0};
  if (right) s = plus(s, times(plan.end, {-s.u, -s.w, 0}));
  // Of the part that comes `t`-th on the way.
  const auto at = [&](int t) {
    return sums + (right ? 6 * (parts - t) - 3 : 6 * t) * pitch + line;
  };
  for (int done = 0; done < parts; done += kGroups * kPartsPerGroup) {
    State part[kPartsPerGroup], sum{0, 0, 0}, mine{0, 0, 0};
    const int begin = done + group * kPartsPerGroup;
#pragma unroll
    for (int i = 0; i < kPartsPerGroup; ++i) {
      const bool there = begin + i < parts;
      const float* from = at(begin + i);
      part[i] = there ? State{from[0], from[pitch], from[2 * pitch]} : State{0, 0, 0};
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

/// Filters a tile along its rows and then, if kColumns, along its columns. May work in place.
template <bool kColumns>
__global__ void filter_parts(const float* image, float* output, int width, int height, int pitch,
                             const float* __restrict__ rows, const float* __restrict__ columns,
                             const Plan plan) {
  __shared__ float tiles[kAcross][kPart][kPart + 1];
  const int x = blockIdx.x * kThreads + threadIdx.x, top = blockIdx.y * kPart;
  const int part = min(x, width - 1) / kPart, me = threadIdx.x % kPart;
  auto& tile = tiles[threadIdx.x / kPart];
  float v[kPart];
  load_rows(v, image + top * pitch + min(x, width - 1), pitch, height - 1 - top);
#pragma unroll
  for (int i = 0; i < kPart; ++i) tile[i][me] = v[i];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kPart; ++i) v[i] = tile[me][i];
  const int row_pitch = pitch_of(height), column_pitch = pitch_of(width);
  filter_part(v, rows + 6 * part * row_pitch + min(top + me, height - 1), row_pitch, plan);
#pragma unroll
  for (int i = 0; i < kPart; ++i) tile[me][i] = v[i];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < kPart; ++i) v[i] = tile[i][me];
  if (kColumns) {
    const float* const states = columns + 6 * blockIdx.y * column_pitch + min(x, width - 1);
    filter_part(v, states, column_pitch, plan);
  }
  if (x >= width) return;
#pragma unroll
  for (int i = 0; i < kPart; ++i) {
    if (top + i < height) output[(top + i) * pitch + x] = v[i];
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
  double end[3][3];
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column) {
      end[row][column] = c.end_cascade[row][column] * unit[row] / unit[column];
      plan.end[row][column] = float(end[row][column]);
    }
  }
  HostState causal = HostState{0, 0, 0}.step(plan, 1);
  const auto start = [&](const double(&row)[3]) {
    return row[0] * causal.u + row[1] * causal.w + row[2] * causal.d;
  };
  HostState anticausal =
      HostState{start(end[0]), start(end[1]), start(end[2])}.step(plan, causal.w);
  for (int i = 0; i < kPart; ++i) {
    const double right[3] = {causal.u, causal.w, causal.d};
    const double left[3] = {anticausal.u, anticausal.w, anticausal.d};
    for (int k = 0; k < 3; ++k) {
      plan.causal[k][kPart - 1 - i] = float(right[k]);
      plan.anticausal[k][i] = float(left[k]);
    }
    causal = causal.step(plan, 0);
    anticausal = anticausal.step(plan, 0);
  }
  for (int k = 0; k < 3; ++k) {
    HostState s{double(k == 0), double(k == 1), double(k == 2)};
    for (int i = 1; i <= kPartsPerGroup * kPart; ++i) {
      s = s.step(plan, 0);
      if (i != kPart && i != kPartsPerGroup * kPart) continue;
      auto& matrix = i == kPart ? plan.advance : plan.leap;
      matrix[0][k] = float(s.u);
      matrix[1][k] = float(s.w);
      matrix[2][k] = float(s.d);
    }
  }
  return plan;
}

int parts_of(int length) {
  return (length + kPart - 1) / kPart;
}

}  // namespace

std::size_t parallel_workspace(int width, int height) {
  const std::size_t across = parts_of(width), down = parts_of(height);
  return 6 * (across * (pitch_of(height) + pitch_of(6 * int(down))) + down * pitch_of(width));
}

void filter_parallel(const float* d_input, float* d_output, int width, int height,
                     const Coefficients& coefficients, float* d_workspace, cudaStream_t stream) {
  const Plan plan = make_plan(coefficients);
  const int across = parts_of(width), down = parts_of(height), pitch = pitch_of(width);
  const int states = 6 * down;  // the lines of states along y, an image as wide as the input
  float* const d_states = d_workspace;
  float* const d_rows = d_states + std::size_t(states) * pitch;
  float* const d_state_rows = d_rows + std::size_t(6) * across * pitch_of(height);
  const auto scan = [&](float* sums, int parts, int lines, const float* first, const float* last,
                        int stride) {
    const dim3 grid((lines + kLines - 1) / kLines, 2), block(kLines, kGroups);
    scan_parts<<<grid, block, 0, stream>>>(sums, parts, lines, first, last, stride, plan);
    KIT_CHECK(cudaGetLastError());
  };
  const int blocks = (across + kAcross - 1) / kAcross;
  const dim3 tiles(blocks, down), state_tiles(blocks, parts_of(states));
  sum_parts<true>
      <<<tiles, kThreads, 0, stream>>>(d_input, width, height, width, d_rows, d_states, plan);
  KIT_CHECK(cudaGetLastError());
  scan(d_states, down, width, d_input, d_input + (height - 1) * width, 1);
  scan(d_rows, across, height, d_input, d_input + width - 1, width);
  sum_parts<false><<<state_tiles, kThreads, 0, stream>>>(d_states, width, states, pitch,
                                                         d_state_rows, nullptr, plan);
  KIT_CHECK(cudaGetLastError());
  scan(d_state_rows, across, states, d_states, d_states + width - 1, pitch);
  filter_parts<false><<<state_tiles, kThreads, 0, stream>>>(d_states, d_states, width, states,
                                                            pitch, d_state_rows, nullptr, plan);
  KIT_CHECK(cudaGetLastError());
  filter_parts<true><<<tiles, kThreads, 0, stream>>>(d_input, d_output, width, height, width,
                                                     d_rows, d_states, plan);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab07
