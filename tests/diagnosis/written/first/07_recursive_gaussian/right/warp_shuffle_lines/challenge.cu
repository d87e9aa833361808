/// @file
/// Lab 07, challenge: a warp a line, 32 parts of equal length. The sums of the parts never leave the
/// registers: the scan goes by shuffles, with A^part to the powers 1, 2, 4, 8, 16 from the host. One
/// kernel a direction, no workspace.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace shuffled {

constexpr int kWarp = 32;
constexpr int kRounds = 5;
constexpr int kLinesOfBlock = 4;
constexpr unsigned kAll = 0xffffffffu;

struct Matrix {
  float m[9];
  __device__ float3 operator*(const float3& s) const {
    return make_float3(m[0] * s.x + m[1] * s.y + m[2] * s.z, m[3] * s.x + m[4] * s.y + m[5] * s.z,
                       m[6] * s.x + m[7] * s.y + m[8] * s.z);
  }
};

struct Filter {
  float p, e1, e2;
  Matrix end;
  Matrix jump[kRounds];  // over 1, 2, 4, 8, 16 parts

  __device__ float step(float3& s, float sample) const {
    s.x += p * (sample - s.x);
    s.z = e1 * (s.x - s.y) + e2 * s.z;
    return s.y += s.z;
  }
};

__device__ float3 sum(const float3& a, const float3& b) {
  return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}

__device__ float3 take(const float3& s, int lane) {
  return make_float3(__shfl_sync(kAll, s.x, lane), __shfl_sync(kAll, s.y, lane),
                     __shfl_sync(kAll, s.z, lane));
}

/// From each lane's sum the state that enters its part; `rank` counts lanes on the way, `way` is +1
/// or -1. The lane of rank 0 keeps `first`; its sum must contain it.
__device__ float3 scan(float3 own, const float3& first, int rank, int way, const Filter& filter) {
  const int lane = threadIdx.x;
#pragma unroll
  for (int round = 0; round < kRounds; ++round) {
    const int distance = 1 << round;
    const float3 earlier = take(own, (lane - way * distance) & (kWarp - 1));
    if (rank >= distance) own = sum(filter.jump[round] * earlier, own);
  }
  const float3 entering = take(own, (lane - way) & (kWarp - 1));
  return rank > 0 ? entering : first;
}

/// Block (32, kLinesOfBlock). May work in place.
__global__ void filter_lines(const float* input, float* output, int lines, int length,
                             int line_step, int step, int part, Filter filter) {
  const int line = blockIdx.x * blockDim.y + threadIdx.y;
  if (line >= lines) return;  // a whole warp
  input += line * line_step;
  output += line * line_step;
  const int lane = threadIdx.x;
  const int begin = min(lane * part, length);
  const int end = min(begin + part, length);
  const int owner = (length - 1) / part;  // the lane of the last pixel; lanes after it have nothing
  const float last = input[(length - 1) * step];
  const float3 zero = make_float3(0.0f, 0.0f, 0.0f);

  const float3 border = make_float3(input[0], input[0], 0.0f);
  float3 s = lane == 0 ? border : zero;
  for (int k = begin; k < end; ++k) filter.step(s, input[k * step]);
  s = scan(s, border, lane, 1, filter);
  __syncwarp();  // in place: all have read `last` and the border
  for (int k = begin; k < end; ++k) output[k * step] = filter.step(s, input[k * step]);

  s = take(s, owner);
  float3 turned = filter.end * make_float3(s.x - last, s.y - last, s.z);
  turned.x += last;
  turned.y += last;

  s = lane == owner ? turned : zero;
  for (int k = end - 1; k >= begin; --k) filter.step(s, output[k * step]);
  s = scan(s, turned, owner - lane, -1, filter);
  for (int k = end - 1; k >= begin; --k) output[k * step] = filter.step(s, output[k * step]);
}

void multiply(const double (&a)[3][3], const double (&b)[3][3], double (&product)[3][3]) {
  double result[3][3] = {};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      for (int k = 0; k < 3; ++k) result[i][j] += a[i][k] * b[k][j];
    }
  }
  for (int i = 0; i < 9; ++i) product[i / 3][i % 3] = result[i / 3][i % 3];
}

Filter make_filter(const Coefficients& c, int part) {
  Filter filter{float(c.p), float(c.e1), float(c.e2), {}, {}};
  const double r = 1 - c.p;
  double square[3][3] = {{r, 0, 0}, {c.e1 * r, 1 - c.e1, c.e2}, {c.e1 * r, -c.e1, c.e2}};
  double power[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int n = part; n > 0; n /= 2) {
    if (n % 2 == 1) multiply(square, power, power);
    multiply(square, square, square);
  }
  for (Matrix& jump : filter.jump) {
    for (int i = 0; i < 9; ++i) jump.m[i] = float(power[i / 3][i % 3]);
    multiply(power, power, power);
  }
  for (int i = 0; i < 9; ++i) filter.end.m[i] = float(c.end_cascade[i / 3][i % 3]);
  return filter;
}

void launch(const float* d_input, float* d_output, int lines, int length, int line_step, int step,
            const Coefficients& coefficients, cudaStream_t stream) {
  const int part = (length + kWarp - 1) / kWarp;
  const dim3 block(kWarp, kLinesOfBlock);
  filter_lines<<<(lines + kLinesOfBlock - 1) / kLinesOfBlock, block, 0, stream>>>(
      d_input, d_output, lines, length, line_step, step, part, make_filter(coefficients, part));
  KIT_CHECK(cudaGetLastError());
}

}  // namespace shuffled

std::size_t parallel_workspace(int, int) {
  return 0;
}

void filter_parallel(const float* d_input, float* d_output, int width, int height,
                     const Coefficients& coefficients, float*, cudaStream_t stream) {
  shuffled::launch(d_input, d_output, height, width, width, 1, coefficients, stream);
  shuffled::launch(d_output, d_output, width, height, 1, width, coefficients, stream);
}

}  // namespace lab07
