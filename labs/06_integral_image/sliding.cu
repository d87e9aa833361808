/// @file
/// Lab 06, challenge: a box filter without a table. Read README.md first.
/// A block has a strip of columns and walks down it. From one row to the next a window gets one row
/// of pixels below and loses one above; its sum changes by what these two have between its ends:
///
///      |<--- the columns of a block, 4 for each thread --->|
///      | radius |     outputs of a block          | radius |
///             . - - - - - - - .                                row y - radius - 1: leaves
///             |    window     |                                row y
///             ' + + + + + + + '                                row y + radius: enters
///            ^               ^
///       left end        right end: sums along the row of all changes from the first column up to
///                       here, so a window's change is the difference of its two ends
///
/// Invariant: after row y the sums of a thread are those of the windows around its four outputs of
/// row y, and half the number of a whole window's pixels, which rounds their means.
///
/// Names:
///   radius_x, radius_y  the radius, or as much of it as can matter in this image
///   own columns         the four that a thread reads: the right ends of its outputs' windows
///   change              of a column: the pixel that enters minus the one that leaves
///   own                 the sum of the changes of a thread's own columns
///   before              the sum of the changes of all columns of the block before them
///   ends[k]             the sum of all changes up to own column k, it included
///   batch               the rows between two barriers
#include <algorithm>
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kWholeWarp = 0xffffffffu;
constexpr int kLanes = 32;
constexpr int kPixels = 4;  // side by side in one thread, one byte of a word each
constexpr int kBatch = 4;   // rows
constexpr int kAtOnce = 8;  // rows that are under way together before the walk begins
constexpr int kMaxThreads = 512, kMaxWarps = kMaxThreads / kLanes;
constexpr int kThreads = 256;       // up to kWideRadius; more of them wait longer for each other,
constexpr int kWideRadius = 100;    // but with fewer most columns would be beside the outputs
constexpr int kFewestRows = 8;      // of a block
constexpr int kMaxRadius = 511;     // half of a block's columns are outputs then
constexpr int kMaxCount = 1 << 20;  // pixels of a window for which Reciprocal is exact

/// Blocks of kMaxThreads for which a multiprocessor must have registers: 64 for each thread. Where
/// pixels are read one by one some do not suffice, which costs less than half the blocks would.
constexpr int kBlocksAtOnce = 2;

/// Division by a count: floor(n / count) = n * multiplier / 2^32 / 256^byte for n < 256 * count.
/// multiplier = 2^(32 + 8 byte) / count, rounded up, is too large by less than 1, so the quotient
/// by less than n / 2^(32 + 8 byte). It must stay below 1 / count, the least that a quotient lacks
/// to the next whole number. That is sure if 256 * count^2 <= 2^(32 + 8 byte).
struct Reciprocal {
  explicit Reciprocal(std::uint64_t count) {
    // TODO(lab06): the byte, then the multiplier (about 2 lines)
    // END TODO
  }
  std::uint32_t multiplier = 0;
  int byte = 0;
};

/// What the launcher tells all threads.
struct Task {
  const std::uint8_t* input;
  std::uint8_t* output;
  int width, height, channels;
  int pitch;  // bytes from a row to the next
  int radius_x, radius_y;
  int halo = 0;                  // threads to the left of the outputs, which have only columns
  int outputs = 0, rows = 0;     // columns and rows of a block, multiples of kPixels and kBatch
  std::uint32_t multiplier = 0;  // of Reciprocal
  std::uint32_t selector = 0;    // for __byte_perm: the means in two products
  int half = 0;                  // of a whole window's count
};

/// What the block's threads share.
struct Shared {
  alignas(16) int totals[kMaxWarps][kBatch];  // changes of each warp's columns, row by row
  int2 ends[kBatch][2][kMaxThreads];          // `before` and the ends; pair q is at [q % 2][q / 2]
};

/// What a thread reads from a row: its four pixels, or the two words that hold them.
struct Raw {
  std::uint32_t low, high;
};

/// A thread's share of the work.
struct Thread {
  int x;               // of the first output; its own columns begin at x + radius_x
  bool writes, whole;  // has outputs; none of their windows is cut at the left or right edge
  bool low, high;      // these words of Raw are inside the image
  const std::uint8_t *entering, *leaving;           // where it reads next
  std::uint8_t* output;                             // where it writes next
  Raw entering_rows[kBatch], leaving_rows[kBatch];  // what it has read for the next batch
  int sums[kPixels];                                // as the invariant says
};

// In what follows kStep says how pixels are read and written: one by one, this many bytes apart, or
// if it is 0 as words of four.

/// Reads one row. What lies outside the image is not read: it must be 0, and stays so.
template <int kStep>
__device__ void read(Raw& raw, const std::uint8_t* row, const Task& task, const Thread& me) {
  if (kStep == 0) {
    const auto* const words = reinterpret_cast<const std::uint32_t*>(row);
    if (me.low) raw.low = words[0];
    if (me.high) raw.high = words[1];
    return;
  }
  raw.low = 0;
  for (int k = 0; k < kPixels; ++k) {
    const bool inside = unsigned(me.x + task.radius_x + k) < unsigned(task.width);
    if (inside) raw.low |= std::uint32_t(row[k * kStep]) << 8 * k;
  }
}

/// Reads the rows of a batch, of which `first` is the first, and moves `at` behind them.
template <int kStep>
__device__ void read_batch(Raw (&rows)[kBatch], const std::uint8_t*& at, const Task& task,
                           const Thread& me, int first) {
  const bool inside = first >= 0 && first + kBatch <= task.height;  // nearly always
  for (int row = 0; row < kBatch; ++row, at += task.pitch) {
    if (inside || (first + row >= 0 && first + row < task.height)) {
      read<kStep>(rows[row], at, task, me);
    }
  }
}

/// A thread's four pixels, one in each byte.
template <int kStep>
__device__ std::uint32_t pixels_of(const Raw& raw, const Task& task) {
  if (kStep > 0) return raw.low;
  return __funnelshift_r(raw.low, raw.high, task.radius_x % kPixels * 8);
}

/// `sum` and the changes of a thread's first k + 1 columns: a byte of 1 adds one, of -1 takes away.
__device__ int add_changes(int sum, int entering, int leaving, int k) {
  sum = __dp4a(entering, int(0x01010101u >> 8 * (kPixels - 1 - k)), sum);
  return __dp4a(leaving, int(0xffffffffu >> 8 * (kPixels - 1 - k)), sum);
}

__device__ int scan_warp(int value) {
  const unsigned lane = threadIdx.x % kLanes;
  for (unsigned step = 1; step < kLanes; step *= 2) {
    const int before = __shfl_up_sync(kWholeWarp, value, step);
    if (lane >= step) value += before;
  }
  return value;
}

/// Makes of sums over a warp's columns, up to a thread's last one, sums over the block's.
__device__ void add_warps_before(int (&sums)[kBatch], Shared& shared) {
  // TODO(lab06): totals of the warps, a barrier, and what the warps before have (about 15 lines)
  // END TODO
}

/// Moves the windows one row down. Their right ends are the thread's own; the left ones stand
/// 2 * radius_x + 1 places before these, that is radius_x pairs before the thread's first.
__device__ void slide(Thread& me, const int (&ends)[kPixels], const Shared& shared, int row,
                      int radius_x) {
  const unsigned pair = max(int(2 * threadIdx.x) - radius_x, 0);  // no outputs where it is cut
  const int2 first = shared.ends[row][pair % 2][pair / 2];
  const int2 second = shared.ends[row][(pair + 1) % 2][(pair + 1) / 2];
  me.sums[0] += ends[0] - first.x;
  me.sums[1] += ends[1] - first.y;
  me.sums[2] += ends[2] - second.x;
  me.sums[3] += ends[3] - second.y;
}

/// Adds up a thread's own columns over the window of row y - 1.
template <int kStep>
__device__ void add_up_columns(unsigned (&columns)[kPixels], const Task& task, const Thread& me,
                               int y) {
  const int above = max(y - task.radius_y - 1, 0);
  const int below = min(y + task.radius_y - 1, task.height - 1);
  const std::uint8_t* at = me.entering + std::ptrdiff_t(above - y - task.radius_y) * task.pitch;
  for (int first = above; first <= below; first += kAtOnce) {
    Raw raw[kAtOnce] = {};
    for (int n = 0; n < kAtOnce; ++n, at += task.pitch) {
      if (first + n <= below) read<kStep>(raw[n], at, task, me);
    }
    for (int n = 0; n < kAtOnce * kPixels; ++n) {
      const std::uint32_t pixels = pixels_of<kStep>(raw[n / kPixels], task);
      columns[n % kPixels] = __dp4a(pixels, 1u << n % kPixels * 8, columns[n % kPixels]);
    }
  }
}

/// Makes the sums of the windows of row y - 1: as in a batch, but with columns of many pixels in
/// place of changes, and of the batch's rows only the first is used.
template <int kStep>
__device__ void begin(Thread& me, const Task& task, Shared& shared, int y) {
  // TODO(lab06): columns, their sums along the row, then the windows (about 14 lines)
  // END TODO
}

/// The means of four windows, a byte each, where all of them are whole.
__device__ std::uint32_t whole_means(const int (&sums)[kPixels], const Task& task) {
  // TODO(lab06): four products, and one byte of each (about 5 lines)
  return 0;
  // END TODO
}

/// The same where the image's edges may cut them: each has a count of its own.
__device__ std::uint32_t cut_means(const int (&sums)[kPixels], const Task& task, int x, int y) {
  const int rows = min(y + task.radius_y, task.height - 1) - max(y - task.radius_y, 0) + 1;
  std::uint32_t means = 0;
  for (int k = 0; k < kPixels; ++k) {
    if (x + k >= task.width) break;
    const int left = max(x + k - task.radius_x, 0);
    const int right = min(x + k + task.radius_x, task.width - 1);
    const unsigned count = (right - left + 1) * rows;
    means |= (unsigned(sums[k] - task.half) + count / 2) / count << 8 * k;
  }
  return means;
}

template <int kStep>
__device__ void write(std::uint32_t means, const Task& task, const Thread& me) {
  if (kStep == 0) *reinterpret_cast<std::uint32_t*>(me.output) = means;
  for (int k = 0; k < kPixels && kStep > 0; ++k) {
    if (me.x + k < task.width) me.output[k * kStep] = std::uint8_t(means >> 8 * k);
  }
}

/// Rows y to y + kBatch - 1. kInside: all rows that enter and leave are inside the image.
template <int kStep, bool kInside>
__device__ void walk_batch(Thread& me, const Task& task, Shared& shared, int y) {
  int ends[kBatch][kPixels] = {};
  int entering[kBatch], leaving[kBatch], own[kBatch], before[kBatch];
  for (int row = 0; row < kBatch; ++row) {
    const bool enters = kInside || y + row + task.radius_y < task.height;
    const bool leaves = kInside || y + row - task.radius_y - 1 >= 0;
    // TODO(lab06): both rows as signed bytes, the change of the thread's columns (about 4 lines)
    // END TODO
  }
  // The next rows are under way while this batch is computed. Those that leave have been read
  // before and come from the cache: they may start later, when fewer registers are in use.
  const int next = y + kBatch;
  read_batch<kStep>(me.entering_rows, me.entering, task, me, next + task.radius_y);

  // Two rows in one scan: 32 lanes change by at most 32 * 4 * 255 < 2^15, up or down.
  // TODO(lab06): sums before the thread's columns, ends, and what others look up (about 16 lines)
  // END TODO
  read_batch<kStep>(me.leaving_rows, me.leaving, task, me, next - task.radius_y - 1);
  // TODO(lab06): wait, slide row by row, the windows' sums into ends (about 6 lines)
  // END TODO
  // Two loops, so that threads without an edge ask for it once and not in each row.
  if (kInside && me.whole) {
    for (int row = 0; row < kBatch; ++row, me.output += task.pitch) {
      const std::uint32_t means = whole_means(ends[row], task);
      if (me.writes) write<kStep>(means, task, me);
    }
  } else {
    for (int row = 0; row < kBatch; ++row, me.output += task.pitch) {
      if (!me.writes || y + row >= task.height) continue;
      write<kStep>(cut_means(ends[row], task, me.x, y + row), task, me);
    }
  }
}

/// The grid's x counts strips of columns, its y parts of the walk, its z channels.
template <int kStep>
__global__ void __launch_bounds__(kMaxThreads, kBlocksAtOnce) walk(Task task) {
  __shared__ Shared shared;
  int y = blockIdx.y * task.rows;
  const int y_end = min(y + task.rows, task.height), x_begin = blockIdx.x * task.outputs;
  Thread me{};
  me.x = x_begin + (int(threadIdx.x) - task.halo) * kPixels;
  me.writes = me.x >= x_begin && me.x < min(x_begin + task.outputs, task.width);
  me.whole = me.x >= task.radius_x && me.x + kPixels - 1 + task.radius_x < task.width;
  if (task.multiplier == 0) me.whole = false;  // of one pixel: 2^32 does not fit
  // A row is a whole number of words, so a word is inside the image or outside.
  const int column = me.x + task.radius_x - (kStep == 0 ? task.radius_x % kPixels : 0);
  me.low = column >= 0 && column < task.width;
  me.high = column + kPixels >= 0 && column + kPixels < task.width;
  const std::uint8_t* const first_row =
      task.input + std::ptrdiff_t(column) * task.channels + blockIdx.z;
  me.entering = first_row + std::ptrdiff_t(y + task.radius_y) * task.pitch;
  me.leaving = first_row + std::ptrdiff_t(y - task.radius_y - 1) * task.pitch;
  me.output = task.output + std::ptrdiff_t(y) * task.pitch + std::ptrdiff_t(me.x) * task.channels +
              blockIdx.z;

  begin<kStep>(me, task, shared, y);
  read_batch<kStep>(me.entering_rows, me.entering, task, me, y + task.radius_y);
  read_batch<kStep>(me.leaving_rows, me.leaving, task, me, y - task.radius_y - 1);
  for (; y < y_end; y += kBatch) {
    if (y > task.radius_y && y + kBatch - 1 + task.radius_y < task.height) {
      walk_batch<kStep, true>(me, task, shared, y);
    } else {
      walk_batch<kStep, false>(me, task, shared, y);
    }
  }
}

int parts(int size, int part) {
  return (size + part - 1) / part;
}

template <int kStep>
void launch(Task task, cudaStream_t stream) {
  // Strips of equal width, and the threads that one needs.
  const int most = kPixels * ((task.radius_x > kWideRadius ? kMaxThreads : kThreads) - task.halo);
  const int across = parts(task.width, most), wanted = parts(parts(task.width, across), kPixels);
  const int threads = parts(wanted + task.halo, kLanes) * kLanes;
  task.outputs = kPixels * (threads - task.halo);
  // As many blocks as run together, so that none is left over to run alone at the end. But each
  // adds up a window's height of rows before its first one: shorter walks would do little else.
  int device = 0, multiprocessors = 0, blocks = 0;
  KIT_CHECK(cudaGetDevice(&device));
  KIT_CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
  KIT_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, walk<kStep>, threads, 0));
  const int down = std::max(1, blocks * multiprocessors / (across * task.channels));
  const int rows = std::max({parts(task.height, down), kFewestRows, task.radius_y / 4});
  task.rows = parts(rows, kBatch) * kBatch;
  const dim3 grid(across, parts(task.height, task.rows), task.channels);
  walk<kStep><<<grid, threads, 0, stream>>>(task);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void box_sliding(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                 int channels, int radius, void* d_workspace, cudaStream_t stream) {
  // A larger radius finds nothing more.
  const int radius_x = std::min(radius, width - 1), radius_y = std::min(radius, height - 1);
  const std::int64_t count = (2 * std::int64_t(radius_x) + 1) * (2 * std::int64_t(radius_y) + 1);
  if (radius_x > kMaxRadius || count > kMaxCount) {
    return box_filter(d_input, d_output, width, height, channels, radius, d_workspace, stream);
  }
  const Reciprocal reciprocal(count);
  Task task{d_input, d_output, width, height, channels, width * channels, radius_x, radius_y};
  task.halo = (2 * radius_x + kPixels - 1) / kPixels;
  task.multiplier = reciprocal.multiplier;
  task.selector = reciprocal.byte | (kPixels + reciprocal.byte) << 4;
  task.half = int(count / 2);
  const auto addresses = reinterpret_cast<std::uintptr_t>(d_input) |
                         reinterpret_cast<std::uintptr_t>(d_output) | unsigned(width);
  const bool words = channels == 1 && addresses % kPixels == 0;
  (channels == 3 ? launch<3> : words ? launch<0> : launch<1>)(task, stream);
}

}  // namespace lab06
