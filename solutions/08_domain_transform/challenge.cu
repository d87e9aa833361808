/// @file
/// Lab 08, challenge: the exact parallel scan. Read README.md first.
/// A step of the recursion, h -> w h + v, followed by another one is a step again. So every thread
/// composes the steps of a segment of its line, the block scans these, and each thread walks its
/// segment from the state that really enters it.
#include <cstddef>
#include <cstring>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kWarp = 32;
constexpr int kPair = 2;          // lines of a block: two pixels side by side fill a sector
constexpr int kSegment = 9;       // pixels of a thread; odd, so that segments meet all banks
constexpr int kMaxThreads = 256;  // of a block: chunks of 2304 pixels of both lines
constexpr int kMaxChunks = 57;    // 131328 pixels, more than the longest line
constexpr int kPadding = 16;      // puts a pixel's two lines into different halves of the banks
constexpr int kTile = 32;         // pixels per side that one block transposes

/// The three channels of one pole's h or v.
struct Sums {
  Complex c[kChannels];
};

/// One step of the recursion or many composed: turns h into w h + v.
struct Step {
  Complex w;
  Sums v;
};

/// a b + c in four instructions.
__device__ Complex multiply_add(Complex a, Complex b, Complex c) {
  return {c.re + a.re * b.re - a.im * b.im, c.im + a.re * b.im + a.im * b.re};
}

__device__ Sums apply(const Step& step, Sums h) {
  for (int c = 0; c < kChannels; ++c) h.c[c] = multiply_add(step.w, h.c[c], step.v.c[c]);
  return h;
}

/// `first`, then `second`.
__device__ Step compose(const Step& first, const Step& second) {
  return {second.w * first.w, apply(second, first.v)};
}

/// The same step on the way back.
__device__ Step reversed(const Step& step) {
  return {step.w, {-1.0f * step.v.c[0], -1.0f * step.v.c[1], -1.0f * step.v.c[2]}};
}

__device__ Complex shuffle(Complex value, int lane) {
  unsigned long long bits;
  memcpy(&bits, &value, sizeof bits);
  bits = __shfl_sync(~0u, bits, lane);
  memcpy(&value, &bits, sizeof bits);
  return value;
}
__device__ Step shuffle(const Step& step, int lane) {
  return {shuffle(step.w, lane),
          {shuffle(step.v.c[0], lane), shuffle(step.v.c[1], lane), shuffle(step.v.c[2], lane)}};
}

/// Composes each lane's step with those of all lanes before it: below it on the way up (direction
/// 1), above it on the way down (-1).
__device__ Step scan_warp(Step step, int direction) {
  const int lane = threadIdx.x % kWarp;
#pragma unroll
  for (int offset = 1; offset < kWarp; offset *= 2) {
    const int from = lane - direction * offset;
    const Step before = shuffle(step, from);
    if (from >= 0 && from < kWarp) step = compose(before, step);
  }
  return step;
}

using Totals = Step[2][kMaxThreads / kWarp];

/// The same for a block: turns both ways' steps into those of all threads before this one, and
/// leaves in totals[way][n] those of all warps up to n.
__device__ void scan_block(Step (&ways)[2], Totals& totals) {
  const Step identity = {{1.0f, 0.0f}, {}};
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp, warps = blockDim.x / kWarp;
#pragma unroll
  for (int way = 0; way < 2; ++way) {
    const int direction = way == 0 ? 1 : -1, from = lane - direction;
    const Step scanned = scan_warp(ways[way], direction);
    if (lane == (way == 0 ? kWarp - 1 : 0)) totals[way][warp] = scanned;
    const Step before = shuffle(scanned, from);
    ways[way] = from < 0 || from >= kWarp ? identity : before;
  }
  __syncthreads();
  for (int way = warp; way < 2; way += warps) {
    const Step total = lane < warps ? totals[way][lane] : identity;
    const Step scanned = scan_warp(total, way == 0 ? 1 : -1);
    if (lane < warps) totals[way][lane] = scanned;
  }
  __syncthreads();
  if (warp > 0) ways[0] = compose(totals[0][warp - 1], ways[0]);
  if (warp + 1 < warps) ways[1] = compose(totals[1][warp + 1], ways[1]);
}

/// A thread's part of one line, for one pole.
struct Segment {
  const float* slopes;  // to each pixel from the one before, in shared memory, by planes
  int plane;
  Complex gain, power[kSegment];

  /// The step to pixel j.
  __device__ Step step(int j) const {
    const Complex q = gain * (power[j] - Complex{1.0f, 0.0f});
    return {power[j], {slopes[j] * q, slopes[plane + j] * q, slopes[2 * plane + j] * q}};
  }
  /// All steps, composed in either order.
  __device__ void compose_all(Step (&ways)[2]) const {
    ways[0] = ways[1] = {{1.0f, 0.0f}, {}};
#pragma unroll
    for (int j = 0; j < kSegment; ++j) {
      const Step next = step(j);
      ways[0] = compose(ways[0], next);
      ways[1] = compose(reversed(next), ways[1]);
    }
  }
  /// Adds to each pixel's result what the states that enter make of it.
  __device__ void walk(Sums causal, Sums anticausal, float (&result)[kSegment][kChannels]) const {
#pragma unroll
    for (int j = 0; j < kSegment; ++j) {
      causal = apply(step(j), causal);
      for (int c = 0; c < kChannels; ++c) result[j][c] += causal.c[c].re;
    }
#pragma unroll
    for (int j = kSegment - 1; j >= 0; --j) {
      for (int c = 0; c < kChannels; ++c) result[j][c] += anticausal.c[c].re;
      anticausal = apply(reversed(step(j)), anticausal);
    }
  }
};

/// Where a block works: a pair of lines, chunk n of them.
struct Chunk {
  Lines lines;
  int first_line, first, length;

  /// Place in the image; beyond its ends a line repeats its last pixel: steps of difference 0,
  /// which leave h = 0.
  __device__ int place(int line, int k) const {
    return min(first_line + line, lines.count - 1) * lines.line_step +
           min(max(first + k, 0), lines.length - 1) * lines.pixel_step;
  }
  /// What a thread copies as its j-th pixel of 2 * kSegment: in rows neighbouring threads have
  /// neighbouring pixels of a line, in columns every two have the same pixel of both lines.
  __device__ int line(int j) const {
    return lines.pixel_step == 1 ? j / kSegment : int(threadIdx.x % kPair);
  }
  __device__ int pixel(int j) const {
    return lines.pixel_step == 1 ? int(j % kSegment * blockDim.x + threadIdx.x)
                                 : int((j * blockDim.x + threadIdx.x) / kPair);
  }
};

__device__ void load(const Chunk& chunk, const float4* __restrict__ input, float* planes,
                     int plane) {
#pragma unroll
  for (int half = 0; half < kPair; ++half) {
    float4 loaded[kSegment];  // all on their way before the first one is stored
#pragma unroll
    for (int n = 0; n < kSegment; ++n) {
      const int j = half * kSegment + n;
      loaded[n] = input[chunk.place(chunk.line(j), chunk.pixel(j))];
    }
#pragma unroll
    for (int n = 0; n < kSegment; ++n) {
      const int j = half * kSegment + n;
      float* const pixel = planes + chunk.line(j) * kChannels * plane + chunk.pixel(j);
      pixel[0] = loaded[n].x;
      pixel[plane] = loaded[n].y;
      pixel[2 * plane] = loaded[n].z;
    }
  }
}

__device__ void store(const Chunk& chunk, float4* __restrict__ output, const float* planes,
                      int plane) {
#pragma unroll
  for (int j = 0; j < kPair * kSegment; ++j) {
    const int line = chunk.line(j), k = chunk.pixel(j);
    const float* const pixel = planes + line * kChannels * plane + k;
    if (chunk.first_line + line < chunk.lines.count && chunk.first + k < chunk.lines.length) {
      output[chunk.place(line, k)] = make_float4(pixel[0], pixel[plane], pixel[2 * plane], 0.0f);
    }
  }
}

/// Takes a thread's pixels of line l from shared memory to `result`, their spacings to `delta`, and
/// leaves their slopes in shared memory.
__device__ void prepare(const Chunk& chunk, const float4* __restrict__ input,
                        const float* __restrict__ spacing, int l, float* mine, int plane,
                        float (&delta)[kSegment], float (&result)[kSegment][kChannels]) {
  const int first = chunk.first + threadIdx.x * kSegment, last = chunk.lines.length - 1;
  spacing += std::size_t(min(chunk.first_line + l, chunk.lines.count - 1)) * chunk.lines.length;
  const float4 pixel = input[chunk.place(l, -1)];  // of use to thread 0 only
  float before[kChannels] = {pixel.x, pixel.y, pixel.z};
  for (int c = 0; c < kChannels; ++c) {
    if (threadIdx.x > 0) before[c] = mine[c * plane - 1];
    for (int j = 0; j < kSegment; ++j) result[j][c] = mine[c * plane + j];
  }
  __syncthreads();  // everybody has the pixel before its own
#pragma unroll
  for (int j = 0; j < kSegment; ++j) {
    delta[j] = spacing[min(first + j, last)];
    for (int c = 0; c < kChannels; ++c) {
      const float from = j > 0 ? result[j - 1][c] : before[c];
      mine[c * plane + j] = __fdividef(result[j][c] - from, delta[j]);
    }
  }
}

/// Block n filters lines 2n and 2n + 1, whose spacings are contiguous, chunk by chunk: first from
/// the last to the second, to learn what enters each chunk from the right; then from the first on.
/// A line of one chunk is read once.
__global__ void __launch_bounds__(kMaxThreads, 2)
    scan_lines(const float4* __restrict__ input, const float* __restrict__ spacing,
               float4* __restrict__ output, Lines lines, Recursion recursion) {
  extern __shared__ float planes[];  // [line][channel][pixel]
  __shared__ Totals totals[kPoles];
  __shared__ Sums from_left[2][kPair][kPoles], from_right[kMaxChunks][kPair][kPoles];

  const int length = blockDim.x * kSegment, chunks = (lines.length + length - 1) / length;
  const int plane = length + kPadding, first = threadIdx.x * kSegment;
  if (threadIdx.x < kPair * kPoles) {
    from_left[0][threadIdx.x / kPoles][threadIdx.x % kPoles] = {};
    from_right[chunks - 1][threadIdx.x / kPoles][threadIdx.x % kPoles] = {};
  }
  for (int turn = 1 - chunks; turn < chunks; ++turn) {
    const int n = abs(turn);
    const Chunk chunk = {lines, int(blockIdx.x) * kPair, n * length, length};
    __syncthreads();  // nobody needs the last chunk's pixels
    load(chunk, input, planes, plane);
    __syncthreads();
#pragma unroll 1
    for (int l = 0; l < kPair; ++l) {
      float* const mine = planes + l * kChannels * plane + first;
      float result[kSegment][kChannels], delta[kSegment];
      prepare(chunk, input, spacing, l, mine, plane, delta, result);
      Segment segment = {mine, plane, {}, {}};
#pragma unroll 1
      for (int i = 0; i < kPoles; ++i) {
        segment.gain = recursion.pole[i].gain;
        for (int j = 0; j < kSegment; ++j) {
          segment.power[j] = power(recursion.pole[i].rate, delta[j]);
        }
        Step ways[2];
        segment.compose_all(ways);
        scan_block(ways, totals[i]);
        const Sums right = from_right[n][l][i];
        if (turn < 0) {
          const Sums next = apply(totals[i][1][0], right);
          if (threadIdx.x == 0) from_right[n - 1][l][i] = next;
          continue;
        }
        const Sums left = from_left[n % 2][l][i];
        segment.walk(apply(ways[0], left), apply(ways[1], right), result);
        const Sums next = apply(totals[i][0][blockDim.x / kWarp - 1], left);
        if (threadIdx.x == 0) from_left[(n + 1) % 2][l][i] = next;
      }
      for (int j = 0; j < kSegment; ++j) {
        for (int c = 0; c < kChannels; ++c) mine[c * plane + j] = result[j][c];
      }
    }
    __syncthreads();
    if (turn >= 0) store(chunk, output, planes, plane);
  }
}

/// output(y, x) = input(x, y), by tiles in shared memory.
__global__ void transpose(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height) {
  __shared__ float tile[kTile][kTile + 1];
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile;
  for (int j = threadIdx.y; j < kTile && y + j < height; j += blockDim.y) {
    if (x < width) tile[j][threadIdx.x] = input[(y + j) * width + x];
  }
  __syncthreads();
  x = blockIdx.x * kTile, y = blockIdx.y * kTile + threadIdx.x;
  for (int j = threadIdx.y; j < kTile && x + j < width; j += blockDim.y) {
    if (y < height) output[(x + j) * height + y] = tile[threadIdx.x][j];
  }
}

int divide_up(int a, int b) {
  return (a + b - 1) / b;
}

void filter(const float4* d_input, const float* d_spacing, float4* d_output, const Lines& lines,
            const Recursion& recursion, cudaStream_t stream) {
  if (lines.length == 1) {  // lines of one pixel stay as they are
    KIT_CHECK(cudaMemcpyAsync(d_output, d_input, lines.count * sizeof(float4),
                              cudaMemcpyDeviceToDevice, stream));
    return;
  }
  // Chunks of equal length, in whole warps.
  const int segments = divide_up(lines.length, kSegment);
  const int each = divide_up(segments, divide_up(segments, kMaxThreads));
  const int threads = divide_up(each, kWarp) * kWarp;
  const int plane = threads * kSegment + kPadding;
  const int shared_bytes = int(sizeof(float)) * kPair * kChannels * plane;
  KIT_CHECK(
      cudaFuncSetAttribute(scan_lines, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes));
  scan_lines<<<divide_up(lines.count, kPair), threads, shared_bytes, stream>>>(
      d_input, d_spacing, d_output, lines, recursion);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void edge_aware_scan(const uchar4* d_image, float4* d_output, int width, int height, float sigma_s,
                     float sigma_r, int iterations, void* d_workspace, cudaStream_t stream) {
  const std::size_t pixels = std::size_t(width) * height;
  float4* const d_pixels = static_cast<float4*>(d_workspace);
  float4* const d_rows = d_pixels + pixels;  // after the rows of an iteration
  float* const d_row_spacing = reinterpret_cast<float*>(d_rows + pixels);
  float* const d_column_spacing = d_row_spacing + pixels;  // transposed
  // The output's memory is free until the first columns are stored.
  float* const d_untransposed = reinterpret_cast<float*>(d_output);
  transform(d_image, d_pixels, d_row_spacing, d_untransposed, width, height, sigma_s, sigma_r,
            stream);
  const dim3 grid(divide_up(width, kTile), divide_up(height, kTile)), block(kTile, 8);
  transpose<<<grid, block, 0, stream>>>(d_untransposed, d_column_spacing, width, height);
  KIT_CHECK(cudaGetLastError());
  const float4* d_input = d_pixels;
  for (int iteration = 1; iteration <= iterations; ++iteration) {
    const Recursion recursion = make_recursion(sigma_of_iteration(sigma_s, iteration, iterations));
    filter(d_input, d_row_spacing, d_rows, rows(width, height), recursion, stream);
    filter(d_rows, d_column_spacing, d_output, columns(width, height), recursion, stream);
    d_input = d_output;
  }
}

}  // namespace lab08
