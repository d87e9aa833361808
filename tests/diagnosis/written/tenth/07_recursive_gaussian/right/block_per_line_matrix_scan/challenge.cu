/// @file
/// Lab 07, challenge: a block has one line, each of its threads a part of it. The states between
/// the parts come from a Hillis-Steele scan in shared memory. All parts have the same length (the
/// last may be short, but nobody needs its sum), so a step of the scan over a distance of 2^j parts
/// multiplies with the matrix A^(2^j), which the host computes in double precision.
#include <array>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr int kLevels = 7;
constexpr int kParts = 1 << kLevels;  // threads of a block

struct Mat3 {
  float m[3][3];
  __device__ float3 operator*(float3 s) const {
    return make_float3(m[0][0] * s.x + m[0][1] * s.y + m[0][2] * s.z,
                       m[1][0] * s.x + m[1][1] * s.y + m[1][2] * s.z,
                       m[2][0] * s.x + m[2][1] * s.y + m[2][2] * s.z);
  }
};

struct Plan {
  float p, e1, e2;
  int length, each, line_step, step;
  Mat3 end;
  Mat3 jump[kLevels];  // what each * 2^j steps on zeros do to a state

  __device__ void advance(float3& s, float x) const {
    s.x += p * (x - s.x);
    s.z = e1 * (s.x - s.y) + e2 * s.z;
    s.y += s.z;
  }
};

__device__ float3 operator+(float3 a, float3 b) {
  return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}

/// One pass: pixel k on the way is first[k * step]. `entry` is the state before pixel 0. Returns the
/// state after this thread's part.
__device__ float3 pass(const Plan& plan, const float* from, float* to, int step, float3 entry,
                       float3* sums) {
  const int part = threadIdx.x;
  const int begin = min(part * plan.each, plan.length);
  const int end = min(begin + plan.each, plan.length);

  // Part 0 starts from the true state, all others from zeros.
  float3 sum = part == 0 ? entry : make_float3(0.0f, 0.0f, 0.0f);
  for (int k = begin; k < end; ++k) plan.advance(sum, from[k * step]);
  sums[part] = sum;
  __syncthreads();
#pragma unroll
  for (int level = 0; level < kLevels; ++level) {
    const int distance = 1 << level;
    float3 other = make_float3(0.0f, 0.0f, 0.0f);
    if (part >= distance) other = sums[part - distance];
    __syncthreads();
    if (part >= distance) {
      sum = plan.jump[level] * other + sum;
      sums[part] = sum;
    }
    __syncthreads();
  }

  float3 state = part == 0 ? entry : sums[part - 1];
  for (int k = begin; k < end; ++k) {
    plan.advance(state, from[k * step]);
    to[k * step] = state.y;
  }
  return state;
}

__global__ void filter_line(const float* input, float* output, Plan plan) {
  __shared__ float3 sums[kParts];
  __shared__ float3 turn;
  const float* const in = input + blockIdx.x * plan.line_step;
  float* const out = output + blockIdx.x * plan.line_step;
  const float first = in[0];
  const float last = in[(plan.length - 1) * plan.step];
  __syncthreads();  // in place: everybody has both before anybody stores

  const float3 s = pass(plan, in, out, plan.step, make_float3(first, first, 0.0f), sums);
  if (threadIdx.x == (plan.length - 1) / plan.each) {
    turn = plan.end * make_float3(s.x - last, s.y - last, s.z) + make_float3(last, last, 0.0f);
  }
  __syncthreads();  // `turn`, and w of the whole line
  float* const back = out + (plan.length - 1) * plan.step;
  pass(plan, back, back, -plan.step, turn, sums);
}

using Double3x3 = std::array<std::array<double, 3>, 3>;

Double3x3 product(const Double3x3& a, const Double3x3& b) {
  Double3x3 c{};
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) c[i][j] += a[i][k] * b[k][j];
  return c;
}

Plan make_plan(const Coefficients& c, int length, int line_step, int step) {
  Plan plan{float(c.p), float(c.e1), float(c.e2), length, (length + kParts - 1) / kParts,
            line_step,  step,        {},          {}};
  Double3x3 power{};
  for (int column = 0; column < 3; ++column) {
    std::array<double, 3> s{};
    s[column] = 1.0;
    for (int k = 0; k < plan.each; ++k) {
      s[0] -= c.p * s[0];
      s[2] = c.e1 * (s[0] - s[1]) + c.e2 * s[2];
      s[1] += s[2];
    }
    for (int row = 0; row < 3; ++row) power[row][column] = s[row];
  }
  for (int level = 0; level < kLevels; ++level) {
    for (int i = 0; i < 9; ++i) plan.jump[level].m[i / 3][i % 3] = float(power[i / 3][i % 3]);
    power = product(power, power);
  }
  for (int i = 0; i < 9; ++i) plan.end.m[i / 3][i % 3] = float(c.end_cascade[i / 3][i % 3]);
  return plan;
}

}  // namespace

std::size_t parallel_workspace(int, int) {
  return 0;  // all that passes between the parts is in shared memory
}

void filter_parallel(const float* d_input, float* d_output, int width, int height,
                     const Coefficients& coefficients, float*, cudaStream_t stream) {
  const Plan across = make_plan(coefficients, width, width, 1);
  filter_line<<<height, kParts, 0, stream>>>(d_input, d_output, across);
  KIT_CHECK(cudaGetLastError());
  const Plan down = make_plan(coefficients, height, 1, width);
  filter_line<<<width, kParts, 0, stream>>>(d_output, d_output, down);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab07
