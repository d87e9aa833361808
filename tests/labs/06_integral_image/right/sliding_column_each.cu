// A thread has one column, rows come one at a time, and the sums along the row are made anew of the
// columns' sums, with two barriers for a row. Means are divided.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab06 {
namespace {

constexpr int kColumns = 1024;  // threads of a block
constexpr int kRows = 64;       // of a block
constexpr int kMost = 250;      // radius

struct Window {
  int width, height, channels, across, down;  // across, down: the radius as far as it matters
};

/// Inclusive sums over the block. `totals` and `sums` are free again behind the next two barriers.
__device__ void add_along_row(unsigned own, unsigned* totals, unsigned* sums) {
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (int step = 1; step < 32; step <<= 1) {
    const unsigned other = __shfl_up_sync(~0u, own, step);
    own += lane < step ? 0 : other;
  }
  if (lane == 31) totals[warp] = own;
  __syncthreads();
  for (int other = 0; other < warp; ++other) own += totals[other];
  sums[threadIdx.x + 1] = own;
  __syncthreads();
}

__global__ void __launch_bounds__(kColumns)
    slide(const std::uint8_t* __restrict__ input, std::uint8_t* __restrict__ output, Window w) {
  __shared__ unsigned totals[32], sums[kColumns + 1];
  const int outputs = kColumns - 2 * w.across;
  const int x = blockIdx.x * outputs + threadIdx.x - w.across, channel = blockIdx.z;
  const bool column_inside = x >= 0 && x < w.width;
  const auto pixel = [&](int y) -> unsigned {
    const bool inside = column_inside && y >= 0 && y < w.height;
    return inside ? input[(std::size_t(y) * w.width + x) * w.channels + channel] : 0;
  };
  const int begin = blockIdx.y * kRows, end = min(begin + kRows, w.height);
  unsigned column = 0;
  for (int y = max(begin - w.down, 0); y < min(begin + w.down, w.height); ++y) column += pixel(y);
  if (threadIdx.x == 0) sums[0] = 0;
  for (int y = begin; y < end; ++y) {
    column += pixel(y + w.down);
    add_along_row(column, totals, sums);
    const int left = threadIdx.x - w.across, right = threadIdx.x + w.across;
    if (column_inside && left >= 0 && right < kColumns) {
      const unsigned sum = sums[right + 1] - sums[left];
      const int columns = min(x + w.across, w.width - 1) - max(x - w.across, 0) + 1;
      const unsigned count = columns * (min(y + w.down, w.height - 1) - max(y - w.down, 0) + 1);
      output[(std::size_t(y) * w.width + x) * w.channels + channel] =
          std::uint8_t((2ull * sum + count) / (2ull * count));
    }
    column -= pixel(y - w.down);
    __syncthreads();
  }
}

}  // namespace

void box_sliding(const std::uint8_t* d_input, std::uint8_t* d_output, int width, int height,
                 int channels, int radius, void* d_workspace, cudaStream_t stream) {
  const Window w{width, height, channels, std::min(radius, width - 1),
                 std::min(radius, height - 1)};
  if (w.across > kMost || w.down > kMost) {
    return box_filter(d_input, d_output, width, height, channels, radius, d_workspace, stream);
  }
  const int outputs = kColumns - 2 * w.across;
  const dim3 grid((width + outputs - 1) / outputs, (height + kRows - 1) / kRows, channels);
  slide<<<grid, kColumns, 0, stream>>>(d_input, d_output, w);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab06
