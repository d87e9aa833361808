/// @file
/// Lab 06, challenge: a box filter without a table. Read README.md first.
/// A block has a strip of columns and walks down it. Each step brings one row into the windows and
/// takes another out of them, so a window's sum changes by what a part of these two rows has:
///
///      the columns of a block: 4 for each thread
///     |-------|-----------------------|-------|
///      radius     outputs of a block    radius
///              . . . . . . . . . . . .              row y - radius - 1 leaves: take it away
///              . +-----------+ . . . .
///              . |  window   | . . . .              row y
///              . +-----------+ . . . .              row y + radius enters: add it
///                ^           ^
///             left end    right end                 sums along "entering minus leaving" up to here
///
/// Invariant: when the block has done row y, sums[k] of a thread is the sum of the window around
/// the k-th of its pixels of row y (and half the count of its pixels, which rounds).
///
/// Names:
///   radius_x, radius_y  the radius, cut to what the image's size makes of it
///   change              of a pixel: the one that enters its column minus the one that leaves it
///   end                 sum of the changes of a row, from the block's first column up to one place
///   before              a thread's first end: the sum of the changes of all columns before its own
///   own column          the columns that a thread reads; they are the right ends of its outputs
#include <algorithm>
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kWholeWarp = 0xffffffffu;
constexpr int kLanes = 32;
constexpr int kPixels = 4;  // side by side in one thread, one byte of a word each
constexpr int kBatch = 4;   // rows between two barriers
constexpr int kMaxThreads = 512, kMaxWarps = kMaxThreads / kLanes;
constexpr int kBlocks = 2;          // of kMaxThreads for which a multiprocessor has registers
constexpr int kAtOnce = 8;          // rows that are under way together before the walk begins
constexpr int kFewestRows = 8;      // of a block
constexpr int kMaxRadius = 511;     // half of a block's columns are outputs then
constexpr int kMinWidth = 8;        // two words
constexpr int kMaxCount = 1 << 20;  // pixels of a window for which Reciprocal is exact

/// Division by a count: floor(n / count) = n * multiplier / 2^32 / 256^byte, for n < 256 * count.
/// multiplier = 2^(32 + 8 byte) / count, rounded up, is too large by less than one. So the result
/// is too large by less than n / 2^(32 + 8 byte), which must stay below 1 / count: enough if
/// 256 * count^2 <= 2^(32 + 8 byte).
struct Reciprocal {
  explicit Reciprocal(std::uint64_t count) {
    while (256 * count * count > std::uint64_t(1) << (32 + 8 * byte)) ++byte;
    multiplier = std::uint32_t(((std::uint64_t(1) << (32 + 8 * byte)) + count - 1) / count);
  }
  std::uint32_t multiplier;
  int byte = 0;
};

/// What the launcher tells all threads.
struct Task {
  const std::uint8_t* input;
  std::uint8_t* output;
  int width, height, radius_x, radius_y;
  int outputs, rows;                // columns and rows of a block, multiples of kPixels and kBatch
  std::uint32_t multiplier, bytes;  // of Reciprocal; which bytes of two products are means
  int half;                         // of a whole window's count
};

struct Shared {
  alignas(16) int totals[kMaxWarps][kBatch];  // changes of each warp's columns, row by row
  int2 ends[kBatch][2][kMaxThreads];          // pair q of a row's ends is at [q % 2][q / 2]
};

/// What a thread reads from a row: enough bytes to hold its four pixels.
struct Raw {
  std::uint32_t low, high;
};

/// A thread's share of the work.
struct Thread {
  int number, lane, warp;
  int x;                   // of the first output
  bool writes, whole;      // has outputs; none of their windows is cut at the left or right edge
  int first;               // where in a row it begins to read
  std::uint32_t selector;  // which of the bytes read are its pixels
  std::uint32_t keep;      // 0xff for each pixel inside the image, 0 for others
};

/// First read of a thread whose pixels begin at `column`, so that `bytes` bytes are inside a row.
__device__ void find_pixels(Thread& me, int column, int width, int bytes) {
  const int aligned = bytes > kPixels ? column & ~3 : column;
  me.first = min(max(aligned, 0), width - bytes);
  me.selector = me.keep = 0;
#pragma unroll
  for (int k = 0; k < kPixels; ++k) {
    const int place = min(max(column + k - me.first, 0), bytes - 1);
    me.selector |= unsigned(place) << 4 * k;
    if (column + k >= 0 && column + k < width) me.keep |= 0xffu << 8 * k;
  }
}

/// Reads from row `y`, or from the nearest that the image has.
template <int kChannels, bool kWords>
__device__ Raw read(const Task& task, const Thread& me, int y) {
  const int row = min(max(y, 0), task.height - 1);
  const std::uint8_t* const at =
      task.input + (row * task.width + me.first) * kChannels + blockIdx.z;
  if constexpr (kWords) {
    const auto* const words = reinterpret_cast<const std::uint32_t*>(at);
    return {words[0], words[1]};
  } else {
    std::uint32_t word = 0;
#pragma unroll
    for (int k = 0; k < kPixels; ++k) word |= std::uint32_t(at[k * kChannels]) << 8 * k;
    return {word, 0};
  }
}

/// A thread's four pixels; 0 where `keep` is 0.
__device__ std::uint32_t pixels_of(const Raw& raw, const Thread& me, std::uint32_t keep) {
  return __byte_perm(raw.low, raw.high, me.selector) & keep;
}

/// The same minus 128 each, as signed bytes. What is taken too much from a pixel that enters is
/// taken from the one that leaves as well.
__device__ int signed_pixels_of(const Raw& raw, const Thread& me, std::uint32_t keep) {
  return int(pixels_of(raw, me, keep) ^ 0x80808080u);
}

/// `sum` plus the changes of a thread's first k + 1 pixels.
__device__ int add_changes(int sum, int entering, int leaving, int k) {
  sum = __dp4a(entering, int(0x01010101u >> 8 * (kPixels - 1 - k)), sum);
  return __dp4a(leaving, int(0xffffffffu >> 8 * (kPixels - 1 - k)), sum);  // four times -1
}

__device__ int scan_warp(int value, int lane) {
#pragma unroll
  for (int step = 1; step < kLanes; step *= 2) {
    const int before = __shfl_up_sync(kWholeWarp, value, step);
    if (lane >= step) value += before;
  }
  return value;
}

/// Turns sums over a thread's own pixels and all before them in its warp into sums over all before
/// them in the block. One barrier.
__device__ void add_warps_before(int (&sums)[kBatch], Shared& shared, const Thread& me) {
  if (me.lane == kLanes - 1) {
#pragma unroll
    for (int row = 0; row < kBatch; ++row) shared.totals[me.warp][row] = sums[row];
  }
  __syncthreads();
  // Eight lanes have a row: each adds up every eighth of the warps before its own.
  constexpr int kShare = kLanes / kBatch;
  int sum = 0;
  for (int other = me.lane % kShare; other < me.warp; other += kShare) {
    sum += shared.totals[other][me.lane / kShare];
  }
#pragma unroll
  for (int step = kShare / 2; step > 0; step /= 2) sum += __shfl_xor_sync(kWholeWarp, sum, step);
#pragma unroll
  for (int row = 0; row < kBatch; ++row) {
    sums[row] += __shfl_sync(kWholeWarp, sum, row * kShare);
  }
}

/// The ends at the left of a thread's four windows: radius_x * 2 places before its own columns.
__device__ int4 left_ends(const Shared& shared, int row, const Task& task, const Thread& me) {
  const int pair = max(2 * me.number - task.radius_x, 0);
  const int2 a = shared.ends[row][pair % 2][pair / 2];
  const int2 b = shared.ends[row][(pair + 1) % 2][(pair + 1) / 2];
  return make_int4(a.x, a.y, b.x, b.y);
}

/// The sums of the windows of the row above the walk's first one, and half a count.
template <int kChannels, bool kWords>
__device__ void begin(int (&sums)[kPixels], const Task& task, Shared& shared, const Thread& me,
                      int y) {
  int columns[kPixels] = {};
  const int above = max(y - 1 - task.radius_y, 0);
  const int below = min(y - 1 + task.radius_y, task.height - 1);
  for (int first = above; first <= below; first += kAtOnce) {
    Raw raw[kAtOnce];
#pragma unroll
    for (int n = 0; n < kAtOnce; ++n) raw[n] = read<kChannels, kWords>(task, me, first + n);
#pragma unroll
    for (int n = 0; n < kAtOnce; ++n) {
      const std::uint32_t pixels = pixels_of(raw[n], me, first + n <= below ? me.keep : 0);
#pragma unroll
      for (int k = 0; k < kPixels; ++k)
        columns[k] = int(__dp4a(pixels, 1u << 8 * k, unsigned(columns[k])));
    }
  }
  // A row as any other, but with sums of many rows for its changes; the batch's others are 0.
  const int own = columns[0] + columns[1] + columns[2] + columns[3];
  int before[kBatch] = {scan_warp(own, me.lane)};
  add_warps_before(before, shared, me);
  int end = before[0] - own;
  int4 right;
  shared.ends[0][0][me.number] = make_int2(end, right.x = end + columns[0]);
  right.y = right.x + columns[1];
  right.z = right.y + columns[2];
  right.w = right.z + columns[3];
  shared.ends[0][1][me.number] = make_int2(right.y, right.z);
  __syncthreads();
  const int4 left = left_ends(shared, 0, task, me);
  sums[0] = task.half + right.x - left.x;
  sums[1] = task.half + right.y - left.y;
  sums[2] = task.half + right.z - left.z;
  sums[3] = task.half + right.w - left.w;
}

/// sum / count to the nearest level, halves up.
__device__ std::uint32_t rounded_mean(std::uint32_t sum, std::uint32_t count) {
  return (sum + count / 2) / count;
}

/// The means of a thread's four windows, a byte each.
template <bool kInside>
__device__ std::uint32_t means(const int (&sums)[kPixels], const Task& task, const Thread& me,
                               int y) {
  if (kInside && me.whole) {
    std::uint32_t products[kPixels];
#pragma unroll
    for (int k = 0; k < kPixels; ++k) products[k] = __umulhi(unsigned(sums[k]), task.multiplier);
    const std::uint32_t first = __byte_perm(products[0], products[1], task.bytes);
    return __byte_perm(first, __byte_perm(products[2], products[3], task.bytes), 0x5410);
  }
  const int rows = min(y + task.radius_y, task.height - 1) - max(y - task.radius_y, 0) + 1;
  std::uint32_t word = 0;
#pragma unroll
  for (int k = 0; k < kPixels; ++k) {
    const int x = me.x + k;
    if (x >= task.width) break;
    const int columns = min(x + task.radius_x, task.width - 1) - max(x - task.radius_x, 0) + 1;
    word |= rounded_mean(unsigned(sums[k] - task.half), unsigned(columns * rows)) << 8 * k;
  }
  return word;
}

template <int kChannels, bool kWords>
__device__ void write(const Task& task, const Thread& me, int y, std::uint32_t word) {
  std::uint8_t* const at = task.output + (y * task.width + me.x) * kChannels + blockIdx.z;
  if constexpr (kWords) {
    *reinterpret_cast<std::uint32_t*>(at) = word;
  } else {
#pragma unroll
    for (int k = 0; k < kPixels; ++k) {
      if (me.x + k < task.width) at[k * kChannels] = std::uint8_t(word >> 8 * k);
    }
  }
}

/// The rows that enter and leave in one batch.
struct Rows {
  Raw entering[kBatch], leaving[kBatch];
};

template <int kChannels, bool kWords>
__device__ void read_batch(Rows& rows, const Task& task, const Thread& me, int y) {
#pragma unroll
  for (int row = 0; row < kBatch; ++row) {
    rows.entering[row] = read<kChannels, kWords>(task, me, y + row + task.radius_y);
    rows.leaving[row] = read<kChannels, kWords>(task, me, y + row - task.radius_y - 1);
  }
}

/// Rows y to y + kBatch - 1. `rows` has what they need, and gets what the next batch needs.
/// kInside: all rows that enter and leave are inside the image.
template <int kChannels, bool kWords, bool kInside>
__device__ void step(int (&sums)[kPixels], Rows& rows, const Task& task, Shared& shared,
                     const Thread& me, int y) {
  int entering[kBatch], leaving[kBatch], own[kBatch], before[kBatch];
#pragma unroll
  for (int row = 0; row < kBatch; ++row) {
    const bool enters = kInside || y + row + task.radius_y < task.height;
    const bool leaves = kInside || y + row - task.radius_y - 1 >= 0;
    entering[row] = signed_pixels_of(rows.entering[row], me, enters ? me.keep : 0);
    leaving[row] = signed_pixels_of(rows.leaving[row], me, leaves ? me.keep : 0);
    own[row] = add_changes(0, entering[row], leaving[row], kPixels - 1);
  }
  read_batch<kChannels, kWords>(rows, task, me, y + kBatch);

  // Two rows in one scan: 32 lanes change by at most 32 * 4 * 255 < 2^15, up or down.
#pragma unroll
  for (int row = 0; row < kBatch; row += 2) {
    const int both = scan_warp(own[row] + own[row + 1] * 65536, me.lane);
    before[row] = std::int16_t(both);
    before[row + 1] = (both + 32768) >> 16;
  }
  add_warps_before(before, shared, me);
  int right[kBatch][kPixels];
#pragma unroll
  for (int row = 0; row < kBatch; ++row) {
    const int end = before[row] - own[row];
#pragma unroll
    for (int k = 0; k < kPixels - 1; ++k) {
      right[row][k] = add_changes(end, entering[row], leaving[row], k);
    }
    right[row][kPixels - 1] = before[row];
    shared.ends[row][0][me.number] = make_int2(end, right[row][0]);
    shared.ends[row][1][me.number] = make_int2(right[row][1], right[row][2]);
  }
  __syncthreads();
#pragma unroll
  for (int row = 0; row < kBatch; ++row) {
    const int4 left = left_ends(shared, row, task, me);
    sums[0] += right[row][0] - left.x;
    sums[1] += right[row][1] - left.y;
    sums[2] += right[row][2] - left.z;
    sums[3] += right[row][3] - left.w;
    if (me.writes && (kInside || y + row < task.height)) {
      write<kChannels, kWords>(task, me, y + row, means<kInside>(sums, task, me, y + row));
    }
  }
}

/// The grid's x counts strips of columns, its y parts of the walk, its z channels.
template <int kChannels, bool kWords>
__global__ void __launch_bounds__(kMaxThreads, kBlocks) walk(Task task) {
  __shared__ Shared shared;
  // The first threads only have columns to the left of the outputs.
  const int number = threadIdx.x, outputs_from = (task.radius_x + 1) / 2;
  const int x_begin = blockIdx.x * task.outputs;
  Thread me;
  me.number = number, me.lane = number % kLanes, me.warp = number / kLanes;
  me.x = x_begin + (number - outputs_from) * kPixels;
  me.writes = me.x >= x_begin && me.x < min(x_begin + task.outputs, task.width);
  me.whole = me.x >= task.radius_x && me.x + kPixels - 1 + task.radius_x < task.width;
  find_pixels(me, me.x + task.radius_x, task.width, kWords ? 2 * kPixels : kPixels);

  int y = blockIdx.y * task.rows;
  const int y_end = min(y + task.rows, task.height);
  Rows rows;
  int sums[kPixels];
  begin<kChannels, kWords>(sums, task, shared, me, y);
  read_batch<kChannels, kWords>(rows, task, me, y);
  for (; y < y_end; y += kBatch) {
    if (y > task.radius_y && y + kBatch - 1 + task.radius_y < task.height) {
      step<kChannels, kWords, true>(sums, rows, task, shared, me, y);
    } else {
      step<kChannels, kWords, false>(sums, rows, task, shared, me, y);
    }
  }
}

int parts(int size, int part) {
  return (size + part - 1) / part;
}

/// The number of threads of a block for which all blocks side by side have the fewest.
int choose_threads(int width, int radius_x) {
  int best = 0;
  std::int64_t fewest = INT64_MAX;
  for (int threads = kLanes; threads <= kMaxThreads; threads += kLanes) {
    const int outputs = kPixels * (threads - (radius_x + 1) / 2);
    if (outputs <= 0) continue;
    const std::int64_t all = std::int64_t(threads) * parts(width, outputs);
    if (all < fewest) fewest = all, best = threads;
  }
  return best;
}

template <int kChannels, bool kWords>
void launch(Task task, cudaStream_t stream) {
  const int threads = choose_threads(task.width, task.radius_x);
  task.outputs = kPixels * (threads - (task.radius_x + 1) / 2);
  // Blocks that all run at once: none is left over to run alone at the end. But each adds up
  // 2 * radius_y + 1 rows before it begins.
  int device = 0, multiprocessors = 0, blocks = 0;
  KIT_CHECK(cudaGetDevice(&device));
  KIT_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  KIT_CHECK(
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, walk<kChannels, kWords>, threads, 0));
  const int across = parts(task.width, task.outputs);
  const int down = std::max(1, blocks * multiprocessors / (across * kChannels));
  const int rows = std::max({parts(task.height, down), kFewestRows, task.radius_y / 4});
  task.rows = parts(rows, kBatch) * kBatch;
  walk<kChannels, kWords>
      <<<dim3(across, parts(task.height, task.rows), kChannels), threads, 0, stream>>>(task);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void box_sliding(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                 int channels, int radius, void* d_workspace, cudaStream_t stream) {
  // A larger radius finds nothing more.
  const int radius_x = std::min(radius, width - 1), radius_y = std::min(radius, height - 1);
  const std::int64_t count = (2 * std::int64_t(radius_x) + 1) * (2 * std::int64_t(radius_y) + 1);
  if (width < kMinWidth || radius_x > kMaxRadius || count > kMaxCount) {
    return box_filter(d_input, d_output, width, height, channels, radius, d_workspace, stream);
  }
  if (count == 1) {
    const std::size_t bytes = std::size_t(width) * height * channels;
    return KIT_CHECK(cudaMemcpyAsync(d_output, d_input, bytes, cudaMemcpyDeviceToDevice, stream));
  }
  const Reciprocal reciprocal(count);
  Task task{d_input, d_output,      width, height, radius_x, radius_y, 0, 0, reciprocal.multiplier,
            0,       int(count / 2)};
  task.bytes = unsigned(reciprocal.byte | (kPixels + reciprocal.byte) << 4);
  const auto address = reinterpret_cast<std::uintptr_t>(d_input) |
                       reinterpret_cast<std::uintptr_t>(d_output) | unsigned(width);
  const bool words = channels == 1 && address % kPixels == 0;
  (channels == 3 ? launch<3, false> : words ? launch<1, true> : launch<1, false>)(task, stream);
}

}  // namespace lab06
