/// @file
/// Lab 07, stage transposed: a warp per row of a tile; the next pixels are on their way while the
/// present ones are filtered.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr int kSide = 32;
constexpr int kWarps = 4;
constexpr int kBatch = 8;

struct Numbers {
  float p, e1, e2;
  float3 end_u, end_w, end_d;  // rows of the matrix
};

__global__ void exchange_axes(const float* __restrict__ from, float* __restrict__ to, int columns,
                              int rows) {
  __shared__ float cells[kSide * (kSide + 1)];
  const int lane = threadIdx.x % kSide, warp = threadIdx.x / kSide;
  const int left = kSide * blockIdx.x, top = kSide * blockIdx.y;
  const int in_rows = min(kSide, rows - top), in_columns = min(kSide, columns - left);

  if (lane < in_columns) {
    const float* at = from + (top + warp) * columns + left + lane;
    for (int r = warp; r < in_rows; r += kWarps) {
      cells[lane * (kSide + 1) + r] = *at;
      at += kWarps * columns;
    }
  }
  __syncthreads();
  if (lane < in_rows) {
    for (int r = warp; r < in_columns; r += kWarps) {
      to[(left + r) * rows + top + lane] = cells[r * (kSide + 1) + lane];
    }
  }
}

/// From `at` on `count` pixels, `stride` apart, in place. Two batches of registers in turn.
__device__ void travel(float* at, int stride, int count, const Numbers& n, float3& s) {
  float coming[kBatch];
#pragma unroll
  for (int k = 0; k < kBatch; ++k) coming[k] = k < count ? at[k * stride] : 0.0f;
  for (int done = 0; done < count; done += kBatch) {
    float present[kBatch];
#pragma unroll
    for (int k = 0; k < kBatch; ++k) present[k] = coming[k];
#pragma unroll
    for (int k = 0; k < kBatch; ++k) {
      const int later = done + kBatch + k;
      if (later < count) coming[k] = at[later * stride];
    }
#pragma unroll
    for (int k = 0; k < kBatch; ++k) {
      if (done + k < count) {
        s.x += n.p * (present[k] - s.x);
        s.z = n.e1 * (s.x - s.y) + n.e2 * s.z;
        s.y += s.z;
        at[(done + k) * stride] = s.y;
      }
    }
  }
}

__device__ float dot(const float3& a, const float3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__global__ void down_and_up(float* image, int columns, int rows, Numbers n) {
  const int column = blockDim.x * blockIdx.x + threadIdx.x;
  if (column < columns) {
    float* const first = image + column;
    float* const last = first + (rows - 1) * columns;
    const float x = *last;
    float3 s = make_float3(*first, *first, 0.0f);
    travel(first, columns, rows, n, s);
    const float3 away = make_float3(s.x - x, s.y - x, s.z);
    s = make_float3(x + dot(n.end_u, away), x + dot(n.end_w, away), dot(n.end_d, away));
    travel(last, -columns, rows, n, s);
  }
}

}  // namespace

void filter_transposed(const float* d_input, float* d_output, int width, int height,
                       const Coefficients& coefficients, float* d_workspace, int lines_per_block,
                       cudaStream_t stream) {
  const auto row = [&coefficients](int r) {
    const double(&m)[3] = coefficients.end_cascade[r];
    return make_float3(float(m[0]), float(m[1]), float(m[2]));
  };
  const Numbers numbers = {float(coefficients.p), float(coefficients.e1), float(coefficients.e2),
                           row(0), row(1), row(2)};
  const auto up = [](int a, int b) { return unsigned(a / b + (a % b != 0)); };
  const auto turn = [&](const float* from, float* to, int columns, int rows) {
    exchange_axes<<<dim3(up(columns, kSide), up(rows, kSide)), kSide * kWarps, 0, stream>>>(
        from, to, columns, rows);
    KIT_CHECK(cudaGetLastError());
  };
  const auto filter = [&](float* image, int columns, int rows) {
    down_and_up<<<up(columns, lines_per_block), lines_per_block, 0, stream>>>(image, columns, rows,
                                                                              numbers);
    KIT_CHECK(cudaGetLastError());
  };
  turn(d_input, d_workspace, width, height);
  filter(d_workspace, height, width);
  turn(d_workspace, d_output, height, width);
  filter(d_output, width, height);
}

}  // namespace lab07
