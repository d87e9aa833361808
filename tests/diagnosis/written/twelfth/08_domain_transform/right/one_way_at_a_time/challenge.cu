/// @file
/// Lab 08, challenge: the exact parallel scan. Read README.md first.
///
/// Between its pixels a line is straight, so all that happens to it are *bends*: at pixel k the
/// slope behind the pixel minus the slope before it. Written with bends d, the h-form has real
/// inputs, and they are the same for both poles and both ways:
///
///     before(k) = w(k) before(k-1) + d(k)         the bends up to pixel k, faded by the way
///     after(k)  = w(k+1) after(k+1) + d(k)        the bends from pixel k on
///     output(k) = f(k) + Re sum over the poles of gain * (before(k) + after(k) - d(k))
///
/// A block filters 8 lines, one chunk of them after another. Thread t has a segment of one line:
///
///                            chunk n                           chunk n + 1
///     line 0 | thread 0 | thread  8 | ... | thread 248 || thread 0 | thread  8 | ...
///     line 1 | thread 1 | thread  9 | ... | thread 249 || thread 1 | thread  9 | ...
///       ...                                                          each 8 pixels long
///     line 7 | thread 7 | thread 15 | ... | thread 255 || thread 7 | thread 15 | ...
///
/// Names:
///     delta, w   distance from the pixel before, and b^delta for a pole
///     sum        what a segment's own bends add up to at the end where a state leaves it
///     weight     what is left of a state that crosses the segment
///     step       weight and sum: turns the state that enters into weight * state + sum
///     way        0 from left to right (before), 1 from right to left (after)
///     chain      the steps of one way, state and line, one segment after another
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kLines = 8;      // of a block
constexpr int kSegment = 8;    // pixels of a thread
constexpr int kThreads = 256;  // of a block
constexpr int kBlocks = 2;     // of a multiprocessor: 128 registers a thread
constexpr int kAhead = 4;      // segments that a chain loads at once

constexpr int kSegments = kThreads / kLines;  // of a line in a chunk
constexpr int kChunk = kSegments * kSegment;  // pixels of a line in shared memory
constexpr int kPitch = (kChunk + 2) | 1;      // a neighbour at each end; odd, for the banks
constexpr int kStates = kPoles * kChannels;   // of a line, each way
constexpr int kPlane = kThreads + kLines;     // puts two states into different banks
constexpr int kOneWay = kStates * kLines;     // chains of a block in one way
static_assert(2 * kOneWay <= kThreads && kSegments % kAhead == 0);
static_assert(kChunk == kThreads);  // in rows a thread copies one pixel of each line

/// What a pass over all rows or all columns works on. Every pass needs the distances, which come
/// from the 8-bit guide; so its bytes travel along as the bits of w, and no pass reads it again.
struct Pass {
  const unsigned* guide;  // of the first pass, whose pixels it is
  const float4* input;    // of all others
  float4* output;
  bool last;            // w of the output has to be 0
  Complex* from_right;  // [block][chunk][chain to the left]: what enters each chunk but the last
  Lines lines;
  float ratio_squared;  // (sigma_s / sigma_r)^2
  Recursion recursion;
};

struct Shared {
  float4 pixel[kLines * kPitch];
  Complex sum[2][kStates][kPlane];  // of each thread's segment; later the state that enters it
  Complex weight[kPoles][kPlane];
};
constexpr int kSharedBytes = int(sizeof(Shared));
static_assert(kSharedBytes <= 65536);  // what every GPU of the kit has

/// Signed, so that the compiler may add up constant parts of an index.
__device__ int thread() {
  return int(threadIdx.x);
}

/// a b + c in four instructions.
__device__ Complex multiply_add(Complex a, Complex b, Complex c) {
  return {c.re + a.re * b.re - a.im * b.im, c.im + a.re * b.im + a.im * b.re};
}
/// The same for a real c.
__device__ Complex multiply_add(Complex a, Complex b, float c) {
  return {c + a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
/// a b + c for a real a, in two.
__device__ Complex multiply_add(float a, Complex b, Complex c) {
  return {c.re + a * b.re, c.im + a * b.im};
}

/// What a thread copies of a chunk, so that neighbours copy neighbours: in rows pixel t of every
/// line, in columns its own segment. 16 threads copy the pixels at the chunk's two ends as well.
template <bool along_rows, bool from_guide>
struct Copy {
  float4 pixel[kSegment], end;

  static __device__ int line(int j) {
    return int(blockIdx.x) * kLines + (along_rows ? j : thread() % kLines);
  }
  static __device__ int in_chunk(int j) {
    return along_rows ? thread() : thread() / kLines * kSegment + j;
  }
  static __device__ int place(const Lines& lines, int line, int k) {
    return along_rows ? line * lines.length + k : k * lines.count + line;
  }
  /// Beyond its ends a line repeats its last pixel: no slope, no bend, nothing to take care of.
  static __device__ float4 load(const Pass& pass, int line, int k) {
    line = min(line, pass.lines.count - 1), k = min(max(k, 0), pass.lines.length - 1);
    const int from = place(pass.lines, line, k);
    if (!from_guide) return pass.input[from];
    return {0.0f, 0.0f, 0.0f, __uint_as_float(pass.guide[from] & 0xffffffu)};
  }
  static __device__ float4 with_colour(float4 pixel) {
    if (!from_guide) return pixel;
    constexpr float kLevel = 1.0f / 255.0f;
    const unsigned bytes = __float_as_uint(pixel.w);
    return {kLevel * float(bytes & 255u), kLevel * float(bytes >> 8 & 255u),
            kLevel * float(bytes >> 16), pixel.w};
  }

  __device__ void load(const Pass& pass, int chunk) {
    for (int j = 0; j < kSegment; ++j) {
      pixel[j] = load(pass, line(j), chunk * kChunk + in_chunk(j));
    }
    end = {};
    if (thread() < 2 * kLines) {
      end = load(pass, int(blockIdx.x) * kLines + thread() / 2,
                 thread() % 2 == 0 ? chunk * kChunk - 1 : (chunk + 1) * kChunk);
    }
  }
  __device__ void put(Shared& shared) const {
    for (int j = 0; j < kSegment; ++j) *at(shared, j) = with_colour(pixel[j]);
    if (thread() < 2 * kLines) {
      float4* const line = shared.pixel + thread() / 2 * kPitch;
      line[thread() % 2 * (kChunk + 1)] = with_colour(end);
    }
  }
  /// The thread's pixel j in shared memory.
  static __device__ float4* at(Shared& shared, int j) {
    return along_rows ? shared.pixel + 1 + thread() + j * kPitch
                      : shared.pixel + thread() % kLines * kPitch + 1 + in_chunk(0) + j;
  }
};

/// A thread's pixels as the recursion sees them.
struct Segment {
  float delta[kSegment];
  float bend[kSegment][kChannels];
};

/// Takes the segment that begins at `pixel` from shared memory, with its neighbours.
__device__ Segment measure(const float4* pixel, float ratio_squared) {
  Segment segment = {};
  float4 before = pixel[-1];
#pragma unroll
  for (int j = 0; j <= kSegment; ++j) {
    const float4 here = pixel[j];
    const unsigned a = __float_as_uint(before.w), b = __float_as_uint(here.w);
    int apart = 0;
#pragma unroll
    for (int shift = 0; shift < 24; shift += 8) {
      const int difference = int(b >> shift & 255u) - int(a >> shift & 255u);
      apart += difference * difference;
    }
    const float way = sqrtf(1.0f + ratio_squared * float(apart)), inverse = 1.0f / way;
    const float slope[kChannels] = {(here.x - before.x) * inverse, (here.y - before.y) * inverse,
                                    (here.z - before.z) * inverse};
    // A slope is the end of one bend and the beginning of the next.
    if (j < kSegment) {
      segment.delta[j] = way;
      for (int c = 0; c < kChannels; ++c) segment.bend[j][c] = -slope[c];
    }
    if (j > 0) {
      for (int c = 0; c < kChannels; ++c) segment.bend[j - 1][c] += slope[c];
    }
    before = here;
  }
  return segment;
}

/// The segment's step from right to left alone. Invariant: w is what the way to the segment's left
/// neighbour leaves of a bend at pixel j, in closed form: b^(sum of the distances).
__device__ void sum_after(const Segment& segment, const Recursion& recursion, Shared& shared) {
#pragma unroll
  for (int i = 0; i < kPoles; ++i) {
    Complex w = {}, sum[kChannels] = {};
    float distance = 0.0f;
#pragma unroll
    for (int j = 0; j < kSegment; ++j) {
      distance += segment.delta[j];
      w = power(recursion.pole[i].rate, distance);
      for (int c = 0; c < kChannels; ++c) sum[c] = multiply_add(segment.bend[j][c], w, sum[c]);
    }
    shared.weight[i][thread()] = w;
    for (int c = 0; c < kChannels; ++c) shared.sum[1][i * kChannels + c][thread()] = sum[c];
  }
}

using Powers = Complex[kPoles][kSegment];

/// The segment's steps both ways. Invariant: `left` is what reaches the left neighbour of a bend at
/// pixel j, `right` what reaches the last pixel of a bend at pixel k.
__device__ void sum_both(const Segment& segment, const Powers& powers, Shared& shared) {
#pragma unroll
  for (int i = 0; i < kPoles; ++i) {
    // Horner's rule: a state that starts with 0 walks through the segment, once each way.
    Complex weight = {1.0f, 0.0f};
#pragma unroll
    for (int j = 0; j < kSegment; ++j) weight = weight * powers[i][j];
    shared.weight[i][thread()] = weight;
    for (int c = 0; c < kChannels; ++c) {
      Complex there = {}, back = {};
#pragma unroll
      for (int j = 0; j < kSegment; ++j) {
        there = multiply_add(powers[i][j], there, segment.bend[j][c]);
        const int k = kSegment - 1 - j;
        back.re += segment.bend[k][c];
        back = powers[i][k] * back;
      }
      shared.sum[0][i * kChannels + c][thread()] = there;
      shared.sum[1][i * kChannels + c][thread()] = back;
    }
  }
}

/// Takes the state of this thread's chain through the chunk. Each sum gives way to the state that
/// enters its segment; what leaves the last segment is returned.
__device__ Complex follow_chain(Shared& shared, Complex state) {
  const int line = thread() % kLines, number = thread() / kLines % kStates;
  const int way = thread() / (kLines * kStates);
  Complex* const sums = shared.sum[way][number];
  const Complex* const weights = shared.weight[number / kChannels];
  const int next = way == 0 ? kLines : -kLines;
  int at = way == 0 ? line : kThreads - kLines + line;
#pragma unroll 1
  for (int n = 0; n < kSegments; n += kAhead, at += kAhead * next) {
    Complex sum[kAhead], weight[kAhead];  // all on their way before the first step needs one
#pragma unroll
    for (int k = 0; k < kAhead; ++k)
      sum[k] = sums[at + k * next], weight[k] = weights[at + k * next];
#pragma unroll
    for (int k = 0; k < kAhead; ++k) {
      sums[at + k * next] = state;
      state = multiply_add(weight[k], state, sum[k]);
    }
  }
  return state;
}

/// Walks through the segment, there and back, from the states that really enter it.
__device__ void walk(const Segment& segment, const Powers& powers, const Recursion& recursion,
                     const Shared& shared, float (&result)[kSegment][kChannels]) {
#pragma unroll
  for (int i = 0; i < kPoles; ++i) {
    const Complex gain = recursion.pole[i].gain;
#pragma unroll
    for (int c = 0; c < kChannels; ++c) {
      Complex state = shared.sum[0][i * kChannels + c][thread()];
#pragma unroll
      for (int j = 0; j < kSegment; ++j) {
        state = multiply_add(powers[i][j], state, segment.bend[j][c]);
        result[j][c] = result[j][c] + gain.re * state.re - gain.im * state.im;
      }
      Complex back = shared.sum[1][i * kChannels + c][thread()];  // has come to the last pixel
#pragma unroll
      for (int n = 0; n < kSegment; ++n) {
        const int j = kSegment - 1 - n;
        back.re += segment.bend[j][c];
        result[j][c] += (gain * back).re;
        back = powers[i][j] * back;
      }
    }
  }
}

template <bool along_rows, bool from_guide>
__global__ void __launch_bounds__(kThreads, kBlocks) filter_chunks(Pass pass) {
  extern __shared__ float4 memory[];
  Shared& shared = *reinterpret_cast<Shared*>(memory);
  const int chunks = (pass.lines.length + kChunk - 1) / kChunk;
  float4* const mine = shared.pixel + thread() % kLines * kPitch + 1 + thread() / kLines * kSegment;
  const bool has_chain = thread() < 2 * kOneWay, to_left = thread() >= kOneWay;
  Complex* const from_right =
      pass.from_right + std::size_t(blockIdx.x) * chunks * kOneWay + thread() % kOneWay;
  Complex state = {};  // of this thread's chain
  Copy<along_rows, from_guide> copy;

  // First from the last chunk to the second, to learn what enters each chunk from the right.
  copy.load(pass, chunks - 1);
  for (int n = chunks - 1; n > 0; --n) {
    copy.put(shared);
    __syncthreads();
    copy.load(pass, n - 1);  // is on its way while this chunk is summed
    sum_after(measure(mine, pass.ratio_squared), pass.recursion, shared);
    __syncthreads();
    if (has_chain && to_left) {
      state = follow_chain(shared, state);
      from_right[(n - 1) * kOneWay] = state;
    }
  }

  // Then from the first to the last. Invariant: a state to the right has seen all chunks before n.
  for (int n = 0; n < chunks; ++n) {
    copy.put(shared);
    __syncthreads();
    const Segment segment = measure(mine, pass.ratio_squared);
    Powers powers;
    for (int i = 0; i < kPoles; ++i) {
      for (int j = 0; j < kSegment; ++j) {
        powers[i][j] = power(pass.recursion.pole[i].rate, segment.delta[j]);
      }
    }
    sum_both(segment, powers, shared);
    if (has_chain && to_left) {
      state = n + 1 < chunks ? from_right[n * kOneWay] : Complex{};
    }
    __syncthreads();
    if (has_chain) state = follow_chain(shared, state);
    __syncthreads();

    float result[kSegment][kChannels];
    const float gain = pass.recursion.pole[0].gain.re + pass.recursion.pole[1].gain.re;
    for (int j = 0; j < kSegment; ++j) {
      result[j][0] = mine[j].x - gain * segment.bend[j][0];
      result[j][1] = mine[j].y - gain * segment.bend[j][1];
      result[j][2] = mine[j].z - gain * segment.bend[j][2];
    }
    walk(segment, powers, pass.recursion, shared, result);
    if (n + 1 < chunks) copy.load(pass, n + 1);  // while this chunk is stored
    for (int j = 0; j < kSegment; ++j) {
      mine[j] = {result[j][0], result[j][1], result[j][2], pass.last ? 0.0f : mine[j].w};
    }
    if (along_rows) __syncthreads();  // the thread stores what others have filtered
    for (int j = 0; j < kSegment; ++j) {
      const int line = copy.line(j), k = n * kChunk + copy.in_chunk(j);
      const float4 pixel = *copy.at(shared, j);
      if (line < pass.lines.count && k < pass.lines.length) {
        pass.output[copy.place(pass.lines, line, k)] = pixel;
      }
    }
    if (along_rows) __syncthreads();  // nobody needs this chunk's pixels any more
  }
}

template <bool along_rows, bool from_guide>
void filter(const Pass& pass, cudaStream_t stream) {
  KIT_CHECK(cudaFuncSetAttribute(filter_chunks<along_rows, from_guide>,
                                 cudaFuncAttributeMaxDynamicSharedMemorySize, kSharedBytes));
  const int blocks = (pass.lines.count + kLines - 1) / kLines;
  filter_chunks<along_rows, from_guide><<<blocks, kThreads, kSharedBytes, stream>>>(pass);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void edge_aware_scan(const uchar4* d_image, float4* d_output, int width, int height, float sigma_s,
                     float sigma_r, int iterations, void* d_workspace, cudaStream_t stream) {
  const std::size_t pixels = std::size_t(width) * height;
  float4* const d_rows = static_cast<float4*>(d_workspace);  // after the rows of an iteration
  Complex* const d_from_right = reinterpret_cast<Complex*>(d_rows + pixels);
  const float ratio = sigma_s / sigma_r;
  for (int n = 1; n <= iterations; ++n) {
    const Recursion recursion = make_recursion(sigma_of_iteration(sigma_s, n, iterations));
    Pass along = {};
    along.from_right = d_from_right;
    along.ratio_squared = ratio * ratio;
    along.recursion = recursion;
    Pass down = along;
    along.input = d_output, along.output = d_rows, along.lines = rows(width, height);
    down.input = d_rows, down.output = d_output, down.lines = columns(width, height);
    down.last = n + 1 > iterations;
    if (n > 1) {
      filter<true, false>(along, stream);
    } else {
      along.guide = reinterpret_cast<const unsigned*>(d_image);
      filter<true, true>(along, stream);
    }
    filter<false, false>(down, stream);
  }
}

}  // namespace lab08
