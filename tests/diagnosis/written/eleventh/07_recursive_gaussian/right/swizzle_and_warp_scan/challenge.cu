/// Lab 07, challenge: parts of 32 pixels; a warp scans the states of a line with shuffles.
#include <cooperative_groups.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

namespace lab07 {
namespace {

constexpr int kPart = 32;
constexpr int kThreads = 128;
constexpr int kLanes = 32;
constexpr int kLevels = 5;  // 2^5 lanes

struct Vec3 {
  float u, w, d;
};
__device__ Vec3 operator+(Vec3 a, Vec3 b) { return {a.u + b.u, a.w + b.w, a.d + b.d}; }

struct Mat3 {
  float m[9];
};
__device__ Vec3 operator*(const Mat3& a, Vec3 v) {
  return {a.m[0] * v.u + a.m[1] * v.w + a.m[2] * v.d, a.m[3] * v.u + a.m[4] * v.w + a.m[5] * v.d,
          a.m[6] * v.u + a.m[7] * v.w + a.m[8] * v.d};
}

/// Level n: what kPart * 2^n steps without input make of a state.
struct Powers {
  Mat3 level[kLevels];
};

struct Filter {
  float p, e1, e2;
  Mat3 end;
  __device__ float step(Vec3& s, float in) const {
    s.u += p * (in - s.u);
    s.d = e1 * (s.u - s.w) + e2 * s.d;
    return s.w += s.d;
  }
};

struct Axis {
  int lines, length, line_step, step;
  __host__ __device__ int parts() const { return (length + kPart - 1) / kPart; }
};

/// States, one component after another, neighbouring lines side by side.
struct States {
  float* base;
  int lines;
  __device__ Vec3 get(int part, int line) const {
    const float* at = base + 3 * part * lines + line;
    return {at[0], at[lines], at[2 * lines]};
  }
  __device__ void set(int part, int line, Vec3 s) const {
    float* at = base + 3 * part * lines + line;
    at[0] = s.u;
    at[lines] = s.w;
    at[2 * lines] = s.d;
  }
};

/// The part of a line that a thread has.
struct Piece {
  int line, part, begin, stop;
  bool valid;
  __device__ explicit Piece(const Axis& a) {
    const int n = blockIdx.x * blockDim.x + threadIdx.x;
    part = n / a.lines;
    line = n - part * a.lines;
    valid = part < a.parts();
    begin = part * kPart;
    stop = min(begin + kPart, a.length);
  }
};

__global__ void summarise(const float* in, States states, Axis a, Filter f) {
  const Piece piece(a);
  if (!piece.valid) return;
  const float* const line = in + piece.line * a.line_step;
  Vec3 s{0.0f, 0.0f, 0.0f};
  if (piece.part == 0) s.u = s.w = line[0];
  for (int k = piece.begin; k < piece.stop; ++k) f.step(s, line[k * a.step]);
  states.set(piece.part, piece.line, s);
}

/// One warp for each line, 32 parts at a time.
template <bool kForward>
__global__ void warp_scan(States states, Axis a, Powers powers) {
  const auto warp = cg::tiled_partition<kLanes>(cg::this_thread_block());
  const int line = blockIdx.x * (kThreads / kLanes) + threadIdx.x / kLanes;
  if (line >= a.lines) return;  // the whole warp
  const int lane = warp.thread_rank();
  const int parts = a.parts();
  Vec3 carry{0.0f, 0.0f, 0.0f};
  for (int base = 0; base < parts; base += kLanes) {
    const int k = base + lane;
    const int part = kForward ? k : parts - 1 - k;
    Vec3 s{0.0f, 0.0f, 0.0f};
    if (k < parts) s = states.get(part, line);
    if (lane == 0) s = s + powers.level[0] * carry;
#pragma unroll
    for (int n = 0; n < kLevels; ++n) {
      const Vec3 before{warp.shfl_up(s.u, 1 << n), warp.shfl_up(s.w, 1 << n),
                        warp.shfl_up(s.d, 1 << n)};
      if (lane >= (1 << n)) s = powers.level[n] * before + s;
    }
    if (k < parts) states.set(part, line, s);
    carry = Vec3{warp.shfl(s.u, kLanes - 1), warp.shfl(s.w, kLanes - 1),
                 warp.shfl(s.d, kLanes - 1)};
  }
}

__global__ void go_there(const float* in, float* w, States states, States back, States turned,
                         Axis a, Filter f) {
  const Piece piece(a);
  if (!piece.valid) return;
  const float* const line = in + piece.line * a.line_step;
  float* const own = w + piece.line * a.line_step;
  Vec3 s{line[0], line[0], 0.0f};
  if (piece.part > 0) s = states.get(piece.part - 1, piece.line);
  for (int k = piece.begin; k < piece.stop; ++k) own[k * a.step] = f.step(s, line[k * a.step]);

  Vec3 t{0.0f, 0.0f, 0.0f};
  if (piece.part + 1 == a.parts()) {
    const float x = line[(a.length - 1) * a.step];
    t = f.end * Vec3{s.u - x, s.w - x, s.d} + Vec3{x, x, 0.0f};
    turned.set(0, piece.line, t);
  }
  for (int k = piece.stop; k-- > piece.begin;) f.step(t, own[k * a.step]);
  back.set(piece.part, piece.line, t);
}

__global__ void come_back(float* out, const float* w, States back, States turned, Axis a,
                          Filter f) {
  const Piece piece(a);
  if (!piece.valid) return;
  const float* const own = w + piece.line * a.line_step;
  float* const result = out + piece.line * a.line_step;
  Vec3 t = piece.part + 1 == a.parts() ? turned.get(0, piece.line)
                                       : back.get(piece.part + 1, piece.line);
  for (int k = piece.stop; k-- > piece.begin;) result[k * a.step] = f.step(t, own[k * a.step]);
}

using HostMatrix = std::array<std::array<double, 3>, 3>;

HostMatrix squared(const HostMatrix& a) {
  HostMatrix r{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) r[i][j] += a[i][k] * a[k][j];
  return r;
}

/// One step of the cascade form without input, as a matrix on (u, w, d).
HostMatrix one_step(const Coefficients& c) {
  const double left = 1 - c.p;
  return {{{left, 0, 0}, {c.e1 * left, 1 - c.e1, c.e2}, {c.e1 * left, -c.e1, c.e2}}};
}

Mat3 to_device(const HostMatrix& a) {
  Mat3 r;
  for (int n = 0; n < 9; ++n) r.m[n] = static_cast<float>(a[n / 3][n % 3]);
  return r;
}

Axis along_x(int width, int height) { return {height, width, width, 1}; }
Axis along_y(int width, int height) { return {width, height, 1, width}; }

std::size_t floats_of_states(int width, int height) {
  const Axis x = along_x(width, height), y = along_y(width, height);
  return 3 * std::max(std::size_t(x.lines) * x.parts(), std::size_t(y.lines) * y.parts());
}

}  // namespace

std::size_t parallel_workspace(int width, int height) {
  const std::size_t image = std::size_t(width) * height;
  return 2 * image + 2 * floats_of_states(width, height) + 3 * std::size_t(std::max(width, height));
}

void filter_parallel(const float* d_input, float* d_output, int width, int height,
                     const Coefficients& coefficients, float* d_workspace, cudaStream_t stream) {
  Filter f{float(coefficients.p), float(coefficients.e1), float(coefficients.e2), {}};
  for (int n = 0; n < 9; ++n) f.end.m[n] = float(coefficients.end_cascade[n / 3][n % 3]);

  HostMatrix a = one_step(coefficients);
  for (int n = 1; n < kPart; n *= 2) a = squared(a);
  Powers powers;
  for (Mat3& level : powers.level) {
    level = to_device(a);
    a = squared(a);
  }

  const std::size_t image = std::size_t(width) * height;
  const std::size_t state = floats_of_states(width, height);
  float* const w = d_workspace;
  float* const between = w + image;

  const auto run = [&](const float* from, float* to, const Axis& axis) {
    const States states{between + image, axis.lines};
    const States back{states.base + state, axis.lines};
    const States turned{back.base + state, axis.lines};
    const int blocks = (axis.lines * axis.parts() + kThreads - 1) / kThreads;
    const int warps = kThreads / kLanes;
    const int scan_blocks = (axis.lines + warps - 1) / warps;
    summarise<<<blocks, kThreads, 0, stream>>>(from, states, axis, f);
    KIT_CHECK(cudaGetLastError());
    warp_scan<true><<<scan_blocks, kThreads, 0, stream>>>(states, axis, powers);
    KIT_CHECK(cudaGetLastError());
    go_there<<<blocks, kThreads, 0, stream>>>(from, w, states, back, turned, axis, f);
    KIT_CHECK(cudaGetLastError());
    warp_scan<false><<<scan_blocks, kThreads, 0, stream>>>(back, axis, powers);
    KIT_CHECK(cudaGetLastError());
    come_back<<<blocks, kThreads, 0, stream>>>(to, w, back, turned, axis, f);
    KIT_CHECK(cudaGetLastError());
  };
  run(d_input, between, along_x(width, height));
  run(between, d_output, along_y(width, height));
}

}  // namespace lab07
