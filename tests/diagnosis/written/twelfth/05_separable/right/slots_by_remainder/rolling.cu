/// @file
/// Lab 05, challenge, rung 2: filtered rows are kept, windows stand in registers. Read README.md.
/// A block walks down a strip of the image, kRows rows a step. In each step it filters the next
/// rows along x, once, puts them into a ring of rows in shared memory, and filters down the columns
/// of the ring. A thread has kOutputs neighbouring results, whose windows overlap: of kChunk taps
/// and kOutputs + kChunk values it makes kOutputs * kChunk products.
///
///      |       kColumns         |     f counts filtered rows, from radius above the strip on;
///      +------------------------+     n counts output rows, from the strip's top on.
///      |  f = 16 (step - lag)   |     Output n needs the rows f = n to n + taps - 1, so that
///      |        :      ring     |     step can write n = 16 (step - lag) and 15 more.
///      |  f = 16 step           | <-+
///      |  f = 16 step + 15      | <-+ filtered in this step
///      +------------------------+
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

constexpr int kRows = 16;     // that a block filters in a step
constexpr int kOutputs = 16;  // of a thread: side by side first, then one below the other
constexpr int kChunk = 8;     // taps at a time
constexpr int kWarp = 32;
constexpr int kPadding = 4;  // floats at the end of a row of shared memory, see read_row()
constexpr int kMostTaps = (kMaxTaps + kChunk - 1) / kChunk * kChunk;
constexpr int kWideTaps = 63;  // up to here a strip has kWide columns, else kNarrow
constexpr int kWide = 128, kNarrow = 64;

/// Both vectors as a kernel's argument, which lies in constant memory. Behind the last tap stand
/// zeros.
struct Weights {
  float row[kMostTaps], column[kMostTaps];
};

/// Part of the image that one block computes, and what stands around the image.
struct Strip {
  int left, top, bottom;  // bottom: the first row below it
  int width, height;      // of the image
  int radius, chunks;     // of the vectors; chunks: pieces of kChunk taps
  bool clamped;           // else the border is 0
};

/// What depends on a strip's columns: threads, and floats from one row of shared memory to the
/// next.
template <int kColumns>
struct Layout {
  static constexpr int kThreads = kColumns * kRows / kOutputs;
  static constexpr int kWarps = kThreads / kWarp;
  static constexpr int kRingPitch = kColumns + kPadding;
  /// A staged row has the pixels of kColumns windows.
  __host__ __device__ static int staged_pitch(int chunks) {
    return kColumns + chunks * kChunk + kPadding;
  }
};

/// Steps between the filtering of a row and the first output that does without it.
__host__ __device__ int lag_of(int radius) {
  return (2 * radius + kRows - 1) / kRows;
}

/// Rows of the ring: those of the step at hand and of `lag` steps before it.
__host__ __device__ int ring_rows(int radius) {
  return kRows * (lag_of(radius) + 1);
}

/// Reads rows first, first + 1 ... of the image into shared memory, from `radius` columns left of
/// the strip on, with the border settled. Each warp takes kRows / kWarps rows, its lanes
/// neighbouring pixels.
template <int kColumns>
__device__ void stage(float* staged, const float* __restrict__ input, const Strip& strip,
                      int first) {
  constexpr int kWarps = Layout<kColumns>::kWarps;
  const int lane = threadIdx.x % kWarp, warp = threadIdx.x / kWarp;
  const int pitch = Layout<kColumns>::staged_pitch(strip.chunks);
  int row[kRows / kWarps];  // where it begins in the image; -1 for a row of zeros
#pragma unroll
  for (int q = 0; q < kRows / kWarps; ++q) {
    const int y = first + warp + q * kWarps;
    const int nearest = min(max(y, 0), strip.height - 1);
    row[q] = strip.clamped || y == nearest ? nearest * strip.width : -1;
  }
  for (int k = lane; k < pitch - kPadding; k += kWarp) {
    const int x = strip.left - strip.radius + k;
    const int nearest = min(max(x, 0), strip.width - 1);
    const bool counts = strip.clamped || x == nearest;
#pragma unroll
    for (int q = 0; q < kRows / kWarps; ++q) {
      staged[(warp + q * kWarps) * pitch + k] =
          counts && row[q] >= 0 ? input[row[q] + nearest] : 0.0f;
    }
  }
}

/// Adds the products of kChunk taps to all of a thread's sums. `window` begins with the value that
/// the first tap takes for the first output.
__device__ void add_chunk(float (&sum)[kOutputs], const float (&window)[kOutputs + kChunk],
                          const float* weights) {
  float weight[kChunk];
#pragma unroll
  for (int i = 0; i < kChunk; ++i) weight[i] = weights[i];
#pragma unroll
  for (int n = 0; n < kOutputs; ++n) {
    float own = sum[n];
#pragma unroll
    for (int i = 0; i < kChunk; ++i) own = fmaf(window[n + i], weight[i], own);
    sum[n] = own;
  }
}

/// Makes room for kChunk values behind those that the next chunk of taps needs again.
__device__ void move_on(float (&window)[kOutputs + kChunk]) {
#pragma unroll
  for (int n = 0; n < kOutputs; ++n) window[n] = window[n + kChunk];
}

/// kChunk values side by side, 16 bytes at a time. Lanes read different rows: the pitch is an odd
/// multiple of four banks, so that eight lanes together reach all banks once.
__device__ void read_row(float* values, const float* from) {
#pragma unroll
  for (int n = 0; n < kChunk; n += 4) {
    const float4 four = *reinterpret_cast<const float4*>(from + n);
    values[n] = four.x, values[n + 1] = four.y, values[n + 2] = four.z, values[n + 3] = four.w;
  }
}

/// kChunk values one below the other.
template <int kPitch>
__device__ void read_column(float* values, const float* from) {
#pragma unroll
  for (int n = 0; n < kChunk; ++n) values[n] = from[n * kPitch];
}

/// First pass: kOutputs neighbouring values of one staged row, into the same row of the ring.
__device__ void filter_row(float* ring_row, const float* staged_row, int chunks,
                           const float* weights) {
  float sum[kOutputs] = {}, window[kOutputs + kChunk];
  read_row(window, staged_row);
  read_row(window + kChunk, staged_row + kChunk);
  const float* from = staged_row + kOutputs;
  int left = chunks;
  do {
    read_row(window + kOutputs, from);
    add_chunk(sum, window, weights);
    move_on(window);
    from += kChunk;
    weights += kChunk;
  } while (--left > 0);
#pragma unroll
  for (int n = 0; n < kOutputs; n += 4) {
    float4 four;
    four.x = sum[n], four.y = sum[n + 1], four.z = sum[n + 2], four.w = sum[n + 3];
    reinterpret_cast<float4*>(ring_row)[n / 4] = four;
  }
}

/// Second pass: kOutputs values of one column, from row n of the strip on. Their windows begin with
/// the row `oldest` of the ring, a multiple of kRows, and go on at its beginning behind its end.
template <int kPitch>
__device__ void filter_column(float* __restrict__ output, const float* ring_column,
                              const Strip& strip, int column, int n, int oldest,
                              const float* weights) {
  const int pieces = ring_rows(strip.radius) / kChunk;  // of kChunk rows in the ring
  float sum[kOutputs] = {}, window[kOutputs + kChunk];
  const auto piece = [&](int number) {  // counted from the oldest row on
    return ring_column + (oldest / kChunk + number) % pieces * kChunk * kPitch;
  };
  constexpr int kFirst = kOutputs / kChunk;
#pragma unroll
  for (int p = 0; p < kFirst; ++p) read_column<kPitch>(window + p * kChunk, piece(p));
  for (int c = 0; c < strip.chunks; ++c) {
    read_column<kPitch>(window + kOutputs, piece(kFirst + c));
    add_chunk(sum, window, weights + c * kChunk);
    move_on(window);
  }
  const int x = strip.left + column, top = strip.top + n;
  const int rows = x < strip.width ? min(kOutputs, strip.bottom - top) : 0;
#pragma unroll
  for (int k = 0; k < kOutputs; ++k) {
    if (k < rows) output[(top + k) * strip.width + x] = sum[k];
  }
}

/// One block computes a strip. Dynamic shared memory: the ring, then the staged rows. Before each
/// step the ring holds the filtered rows of the `lag` steps before it.
template <int kColumns>
__global__ void __launch_bounds__(Layout<kColumns>::kThreads)
    filter_strip(const float* __restrict__ input, float* __restrict__ output, Strip strip,
                 int strip_height, const __grid_constant__ Weights weights) {
  using L = Layout<kColumns>;
  extern __shared__ __align__(16) float memory[];
  strip.left = blockIdx.x * kColumns;
  strip.top = blockIdx.y * strip_height;
  strip.bottom = min(strip.top + strip_height, strip.height);
  const int lag = lag_of(strip.radius), rows = ring_rows(strip.radius);
  float* const ring = memory;
  float* const staged = memory + rows * L::kRingPitch;

  const int row = threadIdx.x % kRows, x = threadIdx.x / kRows * kOutputs;  // in the first pass
  const int column = threadIdx.x;                                           // in the second one
  const int steps = (strip.bottom - strip.top + kRows - 1) / kRows + lag;
  for (int step = 0, slot = 0; step < steps; ++step) {  // slot: the step's first row of the ring
    stage<kColumns>(staged, input, strip, strip.top - strip.radius + step * kRows);
    __syncthreads();  // the rows are there, and nobody reads the ring's oldest ones any more
    slot = step % (lag + 1) * kRows;
    float* const to = ring + (slot + row) * L::kRingPitch + x;
    const float* const from = staged + row * L::staged_pitch(strip.chunks) + x;
    filter_row(to, from, strip.chunks, weights.row);
    __syncthreads();
    const int first_output = (step - lag) * kRows, oldest = (step + 1) % (lag + 1) * kRows;
    if (first_output >= 0) {
      filter_column<L::kRingPitch>(output, ring + column, strip, column, first_output, oldest,
                                   weights.column);
    }
  }
}

/// Rows of a strip, a multiple of kRows, so that the grid fills the card once; but not so few that
/// most of the filtered rows would belong to the neighbours.
int choose_strip_height(const Strip& strip, int across, int blocks_of_a_multiprocessor) {
  int device = 0, multiprocessors = 0;
  KIT_CHECK(cudaGetDevice(&device));
  KIT_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  const int at_once = blocks_of_a_multiprocessor * multiprocessors;
  const int strips = std::max(1, at_once / across);  // one above the other
  const int rows = std::max((strip.height + strips - 1) / strips, 2 * strip.radius);
  return std::max(1, (rows + kRows - 1) / kRows) * kRows;
}

template <int kColumns>
void launch(const float* d_input, float* d_output, const Strip& strip, const Weights& weights,
            cudaStream_t stream) {
  using L = Layout<kColumns>;
  const int floats =
      ring_rows(strip.radius) * L::kRingPitch + kRows * L::staged_pitch(strip.chunks);
  const int bytes = int(sizeof(float)) * floats;
  // For many taps it is more than the 48 KiB that a block has without asking, and below the 64 KiB
  // that every card has.
  KIT_CHECK(cudaFuncSetAttribute(filter_strip<kColumns>,
                                 cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
  int blocks = 0;
  KIT_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, filter_strip<kColumns>,
                                                          L::kThreads, bytes));
  const int across = (strip.width + kColumns - 1) / kColumns;
  const int strip_height = choose_strip_height(strip, across, blocks);
  const dim3 grid(across, (strip.height + strip_height - 1) / strip_height);
  filter_strip<kColumns>
      <<<grid, L::kThreads, bytes, stream>>>(d_input, d_output, strip, strip_height, weights);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void separable_rolling(const float* d_input, float* d_output, int width, int height,
                       const float* row_weights, const float* column_weights, int taps,
                       kit::Border border, cudaStream_t stream) {
  Weights weights = {};
  std::copy_n(row_weights, taps, weights.row);
  std::copy_n(column_weights, taps, weights.column);
  Strip strip = {};
  strip.width = width, strip.height = height;
  strip.radius = taps / 2, strip.chunks = (taps + kChunk - 1) / kChunk;
  strip.clamped = border == kit::Border::clamp;
  const auto launcher = taps <= kWideTaps ? launch<kWide> : launch<kNarrow>;
  launcher(d_input, d_output, strip, weights, stream);
}

}  // namespace lab05
