/// @file
/// Lab 07, stage two_way: blocks of one dimension, lines_per_block threads for left halves, then as
/// many for the centres, then for the right halves; the centres in dynamic shared memory.
#include "cascade_walk.cuh"
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace two_way {

enum Role { kLeft, kCentre, kRight };

template <Scratch kWhere>
__global__ void meet_in_the_middle(const float* input, float* output, float* scratch, int lines,
                                   int length, int line_step, int step, Walker walker,
                                   const float* __restrict__ weights, int radius, bool copies) {
  extern __shared__ float centres[];
  const int per_block = blockDim.x / 3;
  const Role role = Role(threadIdx.x / per_block);
  const int slot = threadIdx.x % per_block;
  const int line = blockIdx.x * per_block + slot;
  const int c = length / 2;
  float stack[kWhere == Scratch::local ? kLongestLocalLine / 2 : 1];

  Way way{0, 0, 0};  // of the first pass; nothing for threads without a line
  if (line < lines) {
    const Way all{line * line_step, step, length};
    switch (role) {
      case kLeft:
        way = Way{all[0], step, c};
        break;
      case kRight:
        way = Way{all[length - 1], -step, length - 1 - c};
        break;
      case kCentre: {
        // From the outside in: the small weights first.
        float sum = 0.0f;
        for (int r = radius; r > 0; --r) {
          const float before = input[all[c > r ? c - r : 0]];
          const float after = input[all[c + r < length ? c + r : length - 1]];
          sum = fmaf(weights[r], before + after, sum);
        }
        centres[slot] = fmaf(weights[0], input[all[c]], sum);
        way = Way{all[c], step, 0};
        break;
      }
    }
  }
  if (way.count > 0) {
    const float border = input[way[0]];
    walker.stand_on(border);
    for (int k = 0; k < way.count; ++k) {
      const bool copy = copies && role == kLeft && k < 3;
      const float w = copy ? border : walker(input[way[k]]);
      (kWhere == Scratch::local ? stack[k] : scratch[way[k]]) = w;
    }
  }

  __syncthreads();

  if (line < lines) {
    const float centre = centres[slot];
    if (role == kCentre) output[way.place] = centre;
    walker.stand_on(centre);
    const Way back = way.reversed();
    for (int k = 0; k < way.count; ++k) {
      const float w = kWhere == Scratch::local ? stack[way.count - 1 - k] : scratch[back[k]];
      output[back[k]] = walker(w);
    }
  }
}

}  // namespace two_way

void filter_two_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, const float* d_weights, int radius,
                    Boundary boundary, Scratch scratch, float* d_workspace, int lines_per_block,
                    cudaStream_t stream) {
  using namespace two_way;
  const Walker walker{
      float(coefficients.p), float(coefficients.e1), float(coefficients.e2), 0, 0, 0};
  const bool copies = boundary == Boundary::duplicate;
  const struct {
    const float* d_from;
    int lines, length, line_step, step;
  } passes[] = {{d_input, height, width, width, 1}, {d_output, width, height, 1, width}};
  for (const auto& [d_from, lines, length, line_step, step] : passes) {
    const int grid = lines / lines_per_block + (lines % lines_per_block != 0);
    const int block = 3 * lines_per_block;
    const auto bytes = lines_per_block * sizeof(float);
    if (scratch == Scratch::local) {
      meet_in_the_middle<Scratch::local><<<grid, block, bytes, stream>>>(
          d_from, d_output, d_workspace, lines, length, line_step, step, walker, d_weights, radius,
          copies);
    } else {
      meet_in_the_middle<Scratch::global><<<grid, block, bytes, stream>>>(
          d_from, d_output, d_workspace, lines, length, line_step, step, walker, d_weights, radius,
          copies);
    }
    KIT_CHECK(cudaGetLastError());
  }
}

}  // namespace lab07
