/// @file
/// Lab 04, stage bug: the smallest of seven neighbours of a row. Read README.md first.
/// A block works on several rows of pixels, one after the other, in two lines of shared
/// memory in turn.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

constexpr int kColumns = 128;   // of pixels that a block computes, one for each thread
constexpr int kRows = 8;        // of pixels that a block computes
constexpr int kNeighbours = 3;  // on each side

/// Row by row, a block loads its pixels and their neighbours on both sides, and stores minima.
__global__ void erode_rows(const float* __restrict__ input, float* __restrict__ output, int width,
                           int height) {
  __shared__ float lines[2][kColumns + 2 * kNeighbours];  // even rows, odd rows
  const int left = blockIdx.x * kColumns - kNeighbours;  // the pixel of element 0
  const int x = blockIdx.x * kColumns + threadIdx.x;
  const int end = min(static_cast<int>(blockIdx.y + 1) * kRows, height);
  for (int y = blockIdx.y * kRows; y < end; ++y) {
    float* const line = lines[y % 2];
    const float* const pixels = input + y * width;
    for (int n = threadIdx.x; n < kColumns + 2 * kNeighbours; n += kColumns)
      line[n] = pixels[min(max(left + n, 0), width - 1)];
    __syncthreads();

    float smallest = line[threadIdx.x];
    for (int i = 1; i <= 2 * kNeighbours; ++i) smallest = fminf(smallest, line[threadIdx.x + i]);
    if (x < width) output[y * width + x] = smallest;
    // The next row goes to the other line. This one is stored again in two rows' time, and the
    // barrier of the next row stands before that.
  }
}

}  // namespace

void smallest_of_seven(const float* d_input, float* d_output, int width, int height,
                       cudaStream_t stream) {
  const dim3 grid((width + kColumns - 1) / kColumns, (height + kRows - 1) / kRows);
  erode_rows<<<grid, kColumns, 0, stream>>>(d_input, d_output, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab04
