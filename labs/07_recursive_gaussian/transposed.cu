/// @file
/// Lab 07, stage transposed: every access coalesced, rows turned to columns. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr int kTile = 32;     // pixels per side of what a block transposes
constexpr int kTileRows = 8;  // rows of it that the block's threads move at a time
constexpr int kAhead = 16;    // pixels of a column that a thread asks for before it needs them

struct Cascade {
  float p, e1, e2;
  float end[3][3];
};

/// Stores the image with rows and columns exchanged; a block moves a tile through shared memory.
__global__ void transpose(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height) {
  // TODO(lab07): a tile in, wait, the tile out by columns (about 12 lines)
  // END TODO
}

/// One thread filters one column, in place, with Boundary::exact. A step waits for the one before
/// it; its load does not have to, so kAhead loads are on their way together.
__global__ void filter_columns(float* image, int width, int height, Cascade filter) {
  // TODO(lab07): one column there and back, kAhead loads at a time (about 27 lines)
  // END TODO
}

}  // namespace

void filter_transposed(const float* d_input, float* d_output, int width, int height,
                       const Coefficients& coefficients, float* d_workspace, int lines_per_block,
                       cudaStream_t stream) {
  Cascade filter{float(coefficients.p), float(coefficients.e1), float(coefficients.e2), {}};
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) filter.end[row][k] = float(coefficients.end_cascade[row][k]);
  }
  // TODO(lab07): transpose, filter columns, transpose back, filter columns (about 14 lines)
  // END TODO
}

}  // namespace lab07
