/// @file
/// Lab 06, challenge, rung 1 of the box filter without a table: strips. Read README.md first.
/// A block has a strip of the image, a thread for each column of it, and walks down it, row by row:
///
///     |<----- the columns of a block, one for each thread ------>|
///     |  radius  |        outputs of the block        |  radius  |
///
///                  - - - - - - - - -      row y - radius - 1: has left the columns' sums
///                 | | | | |o| | | | |     row y: o is the output of thread t
///                 |+|+|+|+|+|+|+|+|+|     row y + radius: enters them
///       thread    t - radius   t + radius
///
/// Each thread keeps the sum of its column over the window's rows. A scan over the block gives
/// before[n], the sum of the columns of threads 0 to n - 1. So a window's sum is one difference:
///
///     before[t + radius + 1] - before[t - radius]
#include <algorithm>
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr unsigned kWholeWarp = 0xffffffffu;
constexpr int kLanes = 32;
constexpr int kThreads = 256, kMaxThreads = 1024;  // of a block
constexpr int kWideRadius = 64;                    // wider ones get kMaxThreads
constexpr int kMaxRadius = 256;                    // half of their columns are outputs then
constexpr int kFewestRows = 64;                    // of a block

/// What all blocks need. radius_x, radius_y: as much of the radius as finds anything in the image.
struct Task {
  const std::uint8_t* input;
  std::uint8_t* output;
  int width, height, channels, radius_x, radius_y;
  int rows;  // of a block
};

/// What the threads of a block share.
struct Shared {
  unsigned totals[kMaxThreads / kLanes];  // of the warps' columns
  unsigned before[kMaxThreads + 1];       // the sum of all columns before this one
};

/// Fills before[] from place 1 on; `column` is the sum of the thread's own column.
__device__ void scan_columns(unsigned column, Shared& shared) {
  const int lane = threadIdx.x % kLanes, warp = threadIdx.x / kLanes;
  unsigned sum = column;
  for (int step = 1; step < kLanes; step *= 2) {
    const unsigned other = __shfl_up_sync(kWholeWarp, sum, step);
    if (lane >= step) sum += other;
  }
  if (lane == kLanes - 1) shared.totals[warp] = sum;
  __syncthreads();
  for (int other = 0; other < warp; ++other) sum += shared.totals[other];
  shared.before[threadIdx.x + 1] = sum;
  __syncthreads();
}

/// sum / count to the nearest level, halves up; sum <= 255 * count.
__device__ std::uint8_t rounded_mean(unsigned sum, unsigned count) {
  const unsigned mean = sum / count, rest = sum - mean * count;
  return std::uint8_t(mean + (rest >= count - rest ? 1 : 0));
}

/// The grid's x counts strips, its y the parts of the walk, its z channels. When a turn of the loop
/// begins, `column` is the sum of the rows y - radius to y + radius - 1 of the thread's column, as
/// far as they are inside the image.
__global__ void __launch_bounds__(kMaxThreads) walk(const Task task) {
  __shared__ Shared shared;
  const int radius_x = task.radius_x, radius_y = task.radius_y, t = threadIdx.x;
  const int outputs = int(blockDim.x) - 2 * radius_x;
  const int x = int(blockIdx.x) * outputs + t - radius_x;
  const bool column_inside = x >= 0 && x < task.width;
  const bool writes = column_inside && t >= radius_x && t < radius_x + outputs;
  const int columns = min(x + radius_x, task.width - 1) - max(x - radius_x, 0) + 1;
  const int y_begin = blockIdx.y * task.rows, y_end = min(y_begin + task.rows, task.height);
  // The pixel of the thread's column in row y, 0 outside the image.
  const auto pixel = [&](int y) -> unsigned {
    const bool inside = column_inside && y >= 0 && y < task.height;
    return inside ? task.input[(y * task.width + x) * task.channels + int(blockIdx.z)] : 0;
  };

  if (t == 0) shared.before[0] = 0;
  unsigned column = 0;
  for (int y = max(y_begin - radius_y, 0); y < min(y_begin + radius_y, task.height); ++y) {
    column += pixel(y);
  }
  for (int y = y_begin; y < y_end; ++y) {
    column += pixel(y + radius_y);
    // Its two barriers are enough: who stores to before[] again has passed the first one of the
    // next row, and behind that all threads have looked up what they need of this row.
    scan_columns(column, shared);
    if (writes) {
      const unsigned sum = shared.before[t + radius_x + 1] - shared.before[t - radius_x];
      const int rows = min(y + radius_y, task.height - 1) - max(y - radius_y, 0) + 1;
      task.output[(y * task.width + x) * task.channels + int(blockIdx.z)] =
          rounded_mean(sum, columns * rows);
    }
    column -= pixel(y - radius_y);
  }
}

int parts(int size, int part) {
  return (size + part - 1) / part;
}

}  // namespace

void box_in_strips(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                   int channels, int radius, void* d_workspace, cudaStream_t stream) {
  // A larger radius finds nothing more.
  const int radius_x = std::min(radius, width - 1), radius_y = std::min(radius, height - 1);
  if (radius_x > kMaxRadius) {
    return box_filter(d_input, d_output, width, height, channels, radius, d_workspace, stream);
  }
  // To begin with, a block adds up 2 * radius_y rows. It should have as many of its own.
  const int rows = std::max(kFewestRows, 2 * radius_y);
  const int threads = radius_x > kWideRadius ? kMaxThreads : kThreads;
  const dim3 grid(parts(width, threads - 2 * radius_x), parts(height, rows), channels);
  walk<<<grid, threads, 0, stream>>>(
      {d_input, d_output, width, height, channels, radius_x, radius_y, rows});
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
