// The reduction by shuffles in each warp; the warps' values stand in two sets in turn.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kBlackThreads = 128;
constexpr int kWarps = kBlackThreads / 32;

__global__ void subtract_smallest(const unsigned char* __restrict__ input,
                                  unsigned char* __restrict__ output, Lines lines) {
  __shared__ int smallest[2][kWarps];
  const int thread = threadIdx.x;
  int set = 0;
  for (int line = blockIdx.x; line < lines.count; line += gridDim.x, set = 1 - set) {
    const int begin = line * lines.line_step;
    int black = 255;
    for (int k = thread; k < lines.length; k += kBlackThreads) {
      black = min(black, int(input[begin + k * lines.pixel_step]));
    }
    for (int bit = 16; bit > 0; bit >>= 1) {
      black = min(black, __shfl_xor_sync(0xffffffffu, black, bit));
    }
    if (thread % 32 == 0) smallest[set][thread / 32] = black;
    __syncthreads();
    for (const int value : smallest[set]) black = min(black, value);
    for (int k = thread; k < lines.length; k += kBlackThreads) {
      const int place = begin + k * lines.pixel_step;
      output[place] = static_cast<unsigned char>(input[place] - black);
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
