/// @file
/// Lab 08, challenge, rung 2: one kernel a pass, whose lines pass through shared memory. README.md
/// first. Rung 1 reads each pixel four times from global memory, in rows a line apart, and its
/// kernels hand states over through global memory too. Here one block does all three parts: it
/// keeps a *chunk* of 8 lines in shared memory, composes and walks there, and goes on to the next
/// chunk. Thread t has a segment of one line:
///
///                             chunk n                            chunk n + 1
///             +----------+----------+-----+------------++----------+----------+----
///     line 0  | thread 0 | thread 8 | ... | thread 120 || thread 0 | thread 8 | ...
///     line 1  | thread 1 | thread 9 | ... | thread 121 || thread 1 | thread 9 | ...
///       ...                                                       each 8 pixels long
///     line 7  | thread 7 | thread 15| ... | thread 127 || thread 7 | thread 15| ...
///             +----------+----------+-----+------------++----------+----------+----
///
/// A state from the left comes to a chunk in a register of the thread that follows its chain. One
/// from the right must be known before the chunk is walked: so the block first goes from the last
/// chunk to the second, composes alone, and notes what enters each chunk from the right.
///
/// Names:
///     n          a chunk: the gaps [128 n, 128 n + 128) of a line; gap k is before pixel k
///     j          a pixel of a thread's segment
///     way        0 from left to right (causal), 1 from right to left (anticausal)
///     i, c       a pole and a channel; i * kChannels + c numbers a line's states
///     chain      the steps of one line, way, pole and channel, one segment after another
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kLines = 8;      // of a block
constexpr int kSegment = 8;    // pixels of a thread
constexpr int kThreads = 128;  // of a block

constexpr int kSegments = kThreads / kLines;  // of a line in a chunk
constexpr int kChunk = kSegments * kSegment;  // pixels of a line in shared memory
constexpr int kPitch = (kChunk + 1) | 1;      // a neighbour at the left; odd, for the banks
constexpr int kStates = kPoles * kChannels;   // of a line, each way
constexpr int kPlane = kThreads + kLines;     // puts two states into different banks
constexpr int kOneWay = kStates * kLines;     // chains of a block in one way
static_assert(2 * kOneWay <= kThreads);

/// A pass over all rows or all columns.
struct Pass {
  const float4* input;
  const float* spacing;
  float4* output;
  Complex* from_right;  // [block][chunk][chain to the left]: what enters each chunk but the last
  Lines lines;
  Recursion recursion;
};

struct Shared {
  float4 pixel[kLines * kPitch];    // w is the spacing
  Complex sum[2][kStates][kPlane];  // of each thread's segment; later the state that enters it
  Complex weight[kPoles][kPlane];
};

/// Calls copy(line, k) for all pixels of a chunk, counted from its corner. Neighbouring threads get
/// neighbours in the image, as in Algorithm A: along a line in rows, across in columns.
template <typename Copy>
__device__ void for_each_pixel(const Lines& lines, Copy copy) {
  const bool along = lines.pixel_step == 1;
  for (int m = threadIdx.x; m < kLines * kChunk; m += kThreads) {
    copy(along ? m / kChunk : m % kLines, along ? m % kChunk : m / kLines);
  }
}

/// The pixel and its spacing. Beyond its ends a line goes on with its last pixel: such gaps have no
/// difference and add nothing.
__device__ float4 load_pixel(const Pass& pass, int line, int k) {
  line = min(line, pass.lines.count - 1), k = min(max(k, 0), pass.lines.length - 1);
  const int place = line * pass.lines.line_step + k * pass.lines.pixel_step;
  float4 pixel = pass.input[place];
  pixel.w = pass.spacing[place];
  return pixel;
}

/// Brings chunk n into shared memory, with the pixel before it.
__device__ void load_chunk(Shared& shared, const Pass& pass, int n) {
  const int first_line = blockIdx.x * kLines;
  for_each_pixel(pass.lines, [&](int line, int k) {
    shared.pixel[line * kPitch + 1 + k] = load_pixel(pass, first_line + line, n * kChunk + k);
  });
  const int line = threadIdx.x;
  if (line < kLines) {
    shared.pixel[line * kPitch] = load_pixel(pass, first_line + line, n * kChunk - 1);
  }
}

/// Stores what a chunk's pixels have become, as far as the image goes.
__device__ void store_chunk(const Shared& shared, const Pass& pass, int n) {
  for_each_pixel(pass.lines, [&](int line, int k) {
    const int y = blockIdx.x * kLines + line, x = n * kChunk + k;
    if (y < pass.lines.count && x < pass.lines.length) {
      pass.output[y * pass.lines.line_step + x * pass.lines.pixel_step] =
          shared.pixel[line * kPitch + 1 + k];
    }
  });
}

/// The steps of the thread's segment, which begins at `pixel`, as rung 1 composes them; the way
/// from the left only if it is wanted.
__device__ void compose(Shared& shared, const float4* pixel, const Recursion& recursion,
                        bool from_left) {
  State sum[2] = {};
  float distance = 0.0f;
  for (int j = kSegment - 1; j >= 0; --j) {
    advance(sum[1], recursion, pixel[j].w, pixel[j], pixel[j - 1]);
    distance += pixel[j].w;
  }
  for (int j = 0; from_left && j < kSegment; ++j) {
    advance(sum[0], recursion, pixel[j].w, pixel[j - 1], pixel[j]);
  }
  for (int i = 0; i < kPoles; ++i) {
    shared.weight[i][threadIdx.x] = power(recursion.pole[i].rate, distance);
    for (int c = 0; c < kChannels; ++c) {
      if (from_left) shared.sum[0][i * kChannels + c][threadIdx.x] = sum[0].h[i][c];
      shared.sum[1][i * kChannels + c][threadIdx.x] = sum[1].h[i][c];
    }
  }
}

/// Takes the state of this thread's chain through the chunk, as rung 1 does through a line. Each
/// sum gives way to the state that enters its segment; what leaves the last segment is returned.
__device__ Complex follow_chain(Shared& shared, Complex state) {
  const int line = threadIdx.x % kLines, number = threadIdx.x / kLines % kStates;
  const int way = threadIdx.x / kOneWay;
  for (int m = 0; m < kSegments; ++m) {
    const int segment = (way == 0 ? m : kSegments - 1 - m) * kLines + line;  // whose thread it is
    const Complex sum = shared.sum[way][number][segment];
    shared.sum[way][number][segment] = state;
    state = shared.weight[number / kChannels][segment] * state + sum;
  }
  return state;
}

/// The state that enters the thread's segment.
__device__ State entering(const Shared& shared, int way) {
  State state;
  for (int i = 0; i < kPoles; ++i) {
    for (int c = 0; c < kChannels; ++c) {
      state.h[i][c] = shared.sum[way][i * kChannels + c][threadIdx.x];
    }
  }
  return state;
}

/// Walks through the segment, there and back, from the states that really enter it.
__device__ void walk(const Shared& shared, const float4* pixel, const Recursion& recursion,
                     float4 (&result)[kSegment]) {
  State state = entering(shared, 0);
  for (int j = 0; j < kSegment; ++j) {
    advance(state, recursion, pixel[j].w, pixel[j - 1], pixel[j]);
    result[j] = add_real(pixel[j], state);
  }
  state = entering(shared, 1);  // has come to the last pixel
  for (int j = kSegment - 1; j >= 0; --j) {
    result[j] = add_real(result[j], state);
    advance(state, recursion, pixel[j].w, pixel[j], pixel[j - 1]);
  }
}

__global__ void __launch_bounds__(kThreads) filter_chunks(Pass pass) {
  __shared__ Shared shared;
  const int thread = threadIdx.x;
  const int chunks = (pass.lines.length + kChunk - 1) / kChunk;
  float4* const mine = shared.pixel + thread % kLines * kPitch + 1 + thread / kLines * kSegment;
  const bool has_chain = thread < 2 * kOneWay, to_left = has_chain && thread >= kOneWay;
  Complex* const from_right =
      pass.from_right + std::size_t(blockIdx.x) * chunks * kOneWay + thread % kOneWay;
  Complex state = {};  // of this thread's chain

  // From the last chunk to the second. Invariant: `state` of a chain to the left has crossed all
  // chunks behind chunk n.
  // TODO(lab08): load and compose each chunk, follow the chains to the left, note what enters; a
  // barrier wherever a thread reads what another one wrote, or writes what another one still reads
  // (about 10 lines)
  // END TODO

  // From the first to the last. Invariant: `state` of a chain to the right has crossed all chunks
  // before chunk n.
  // TODO(lab08): load, compose, follow all chains, walk, put the results in place of the pixels,
  // store (about 17 lines)
  // END TODO
}

void filter(const Pass& pass, cudaStream_t stream) {
  const int blocks = (pass.lines.count + kLines - 1) / kLines;
  filter_chunks<<<blocks, kThreads, 0, stream>>>(pass);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void edge_aware_chunks(const uchar4* d_image, float4* d_output, int width, int height,
                       float sigma_s, float sigma_r, int iterations, void* d_workspace,
                       cudaStream_t stream) {
  const std::size_t pixels = std::size_t(width) * height;
  float4* const d_pixels = static_cast<float4*>(d_workspace);
  float4* const d_rows = d_pixels + pixels;  // after the rows of an iteration
  float* const d_row_spacing = reinterpret_cast<float*>(d_rows + pixels);
  float* const d_column_spacing = d_row_spacing + pixels;
  Complex* const d_from_right = reinterpret_cast<Complex*>(d_column_spacing + pixels);
  transform(d_image, d_pixels, d_row_spacing, d_column_spacing, width, height, sigma_s, sigma_r,
            stream);
  for (int n = 1; n <= iterations; ++n) {
    Pass pass = {n == 1 ? d_pixels : d_output,
                 d_row_spacing,
                 d_rows,
                 d_from_right,
                 rows(width, height),
                 make_recursion(sigma_of_iteration(sigma_s, n, iterations))};
    filter(pass, stream);
    pass.input = d_rows, pass.spacing = d_column_spacing, pass.output = d_output;
    pass.lines = columns(width, height);
    filter(pass, stream);
  }
}

}  // namespace lab08
