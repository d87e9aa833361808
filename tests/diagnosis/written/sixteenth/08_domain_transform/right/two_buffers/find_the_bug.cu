/// @file
/// Lab 08, find the bug: the black level of each line. Read "Find the bug" in README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kBlackThreads = 128;  // a power of two


/// A block takes one line after another: each thread finds the smallest of some pixels, all of them
/// together the smallest of these, and each subtracts it from its pixels.
__global__ void subtract_smallest(const unsigned char* __restrict__ input,
                                  unsigned char* __restrict__ output, Lines lines) {
  // Two, taken in turn: a line's values never meet those that are still read of the line before.
  __shared__ int buffers[2][kBlackThreads];
  int turn = 0;
  const int thread = threadIdx.x;
  for (int line = blockIdx.x; line < lines.count; line += gridDim.x) {
    int* const smallest = buffers[turn];
    turn = 1 - turn;
    const int begin = line * lines.line_step;
    int own = 255;
    for (int k = thread; k < lines.length; k += kBlackThreads) {
      own = min(own, int(input[begin + k * lines.pixel_step]));
    }
    smallest[thread] = own;
    __syncthreads();

    // The upper half of what is left hands its values to the lower half.
    for (int half = kBlackThreads / 2; half > 0; half /= 2) {
      if (thread < half) smallest[thread] = min(smallest[thread], smallest[thread + half]);
      __syncthreads();
    }

    const int black = smallest[0];
    for (int k = thread; k < lines.length; k += kBlackThreads) {
      const int place = begin + k * lines.pixel_step;
      output[place] = input[place] - black;
    }
  }
}

}  // namespace

void subtract_black(const unsigned char* d_input, unsigned char* d_output, Lines lines, int blocks,
                    cudaStream_t stream) {
  subtract_smallest<<<blocks, kBlackThreads, 0, stream>>>(d_input, d_output, lines);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
