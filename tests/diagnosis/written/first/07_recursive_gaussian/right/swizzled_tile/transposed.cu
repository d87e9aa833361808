/// @file
/// Lab 07, stage transposed: a flat block of 256 threads, a tile without padding in dynamic shared
/// memory, its columns turned by their row against bank conflicts; and a column filter that asks for
/// the next 16 pixels before it works on these.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr unsigned kLog = 5, kSide = 1u << kLog, kWorkers = 256;
constexpr int kBatch = 16;

struct Cascade {
  float p, e1, e2;
  float3 end[3];
};

__global__ void turn_over(const float* __restrict__ source, float* __restrict__ target,
                          unsigned width, unsigned height, unsigned tiles_across) {
  extern __shared__ float tile[];
  const unsigned left = blockIdx.x % tiles_across << kLog;
  const unsigned top = blockIdx.x / tiles_across << kLog;
  const unsigned lane = threadIdx.x & (kSide - 1);
  for (unsigned row = threadIdx.x >> kLog; row < kSide; row += kWorkers >> kLog) {
    if (left + lane < width && top + row < height) {
      tile[row << kLog | (lane ^ row)] = source[(top + row) * width + left + lane];
    }
  }
  __syncthreads();
  for (unsigned row = threadIdx.x >> kLog; row < kSide; row += kWorkers >> kLog) {
    if (top + lane < height && left + row < width) {
      target[(left + row) * height + top + lane] = tile[lane << kLog | (row ^ lane)];
    }
  }
}

/// One thread, one column, one direction: `first` is where it begins, `step` where it goes.
template <typename Step>
__device__ void walk(float* first, int step, int count, Step filter) {
  float now[kBatch], next[kBatch];
#pragma unroll
  for (int i = 0; i < kBatch; ++i) next[i] = i < count ? first[i * step] : 0.0f;
  for (; count > 0; count -= kBatch, first += kBatch * step) {
#pragma unroll
    for (int i = 0; i < kBatch; ++i) now[i] = next[i];
#pragma unroll
    for (int i = 0; i < kBatch; ++i) {
      if (kBatch + i < count) next[i] = first[(kBatch + i) * step];
    }
#pragma unroll
    for (int i = 0; i < kBatch; ++i) {
      if (i < count) first[i * step] = filter(now[i]);
    }
  }
}

__global__ void filter_columns(float* image, int width, int height, Cascade f) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width) return;
  float* const top = image + x;
  float* const bottom = top + (height - 1) * width;
  const float last = *bottom;
  float3 s = make_float3(*top, *top, 0.0f);
  const auto step = [&s, &f](float sample) {
    s.x += f.p * (sample - s.x);
    s.z = f.e1 * (s.x - s.y) + f.e2 * s.z;
    return s.y += s.z;
  };
  walk(top, width, height, step);
  const auto dot = [](float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; };
  const float3 off = make_float3(s.x - last, s.y - last, s.z);
  s = make_float3(last + dot(f.end[0], off), last + dot(f.end[1], off), dot(f.end[2], off));
  walk(bottom, -width, height, step);
}

}  // namespace

void filter_transposed(const float* d_input, float* d_output, int width, int height,
                       const Coefficients& coefficients, float* d_workspace, int lines_per_block,
                       cudaStream_t stream) {
  Cascade f{float(coefficients.p), float(coefficients.e1), float(coefficients.e2), {}};
  for (int row = 0; row < 3; ++row) {
    const auto& r = coefficients.end_cascade[row];
    f.end[row] = make_float3(float(r[0]), float(r[1]), float(r[2]));
  }
  const auto tiles = [](unsigned n) { return (n + kSide - 1) >> kLog; };
  const auto turn = [&](const float* d_from, float* d_to, int w, int h) {
    turn_over<<<tiles(w) * tiles(h), kWorkers, kSide * kSide * sizeof(float), stream>>>(
        d_from, d_to, w, h, tiles(w));
    KIT_CHECK(cudaGetLastError());
  };
  const auto filter = [&](float* d_image, int w, int h) {
    filter_columns<<<(w + lines_per_block - 1) / lines_per_block, lines_per_block, 0, stream>>>(
        d_image, w, h, f);
    KIT_CHECK(cudaGetLastError());
  };
  turn(d_input, d_workspace, width, height);
  filter(d_workspace, height, width);
  turn(d_workspace, d_output, height, width);
  filter(d_output, width, height);
}

}  // namespace lab07
