/// @file
/// Lab 07, stage two_way: S3's filter, three threads for each line.
#include <initializer_list>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace two_way {

constexpr int kLongestHalf = kLongestLocalLine / 2;

/// One line, or half of one: pixel k stands at `offset + k * step`. A step of the right half goes
/// to the left.
struct Line {
  int offset, step;
  __device__ int at(int k) const { return offset + k * step; }
};

/// The cascade form on its way along a line.
struct Cascade {
  float p, e1, e2;
  float u, w, d;

  /// As if the line had been `value` for ever.
  __device__ void settle(float value) {
    u = w = value;
    d = 0.0f;
  }
  /// Takes the next sample, returns the filter's value there.
  __device__ float step(float sample) {
    u += p * (sample - u);
    d = e1 * (u - w) + e2 * d;
    return w += d;
  }
};

/// The Gaussian sum at pixel `centre` of a line of `length` pixels.
__device__ float gaussian_sum(const float* input, const Line& line, int length, int centre,
                              const float* __restrict__ weights, int radius) {
  // From the smallest weights to the largest.
  float sum = 0.0f;
  for (int r = radius; r > 0; --r) {
    const int left = r > centre ? 0 : centre - r;
    const int right = r > length - 1 - centre ? length - 1 : centre + r;
    sum = fmaf(weights[r], input[line.at(left)] + input[line.at(right)], sum);
  }
  sum = fmaf(*weights, input[line.at(centre)], sum);
  return sum;
}

/// Three threads filter one line: threadIdx.y is 0 for the left half, 1 for the centre, 2 for the
/// right half. Line l begins at l * line_step. w[] is in `scratch`, or if kLocal in the thread's
/// own array. May work in place: the output is written when all of the line has been read.
/// The block is flat: first a thread for each left half, then for each centre, then for each right
/// half. The centre's value is handed over in the output: no other thread ever reads a line's
/// pixel c of the input, so it may be written at once, in place too.
template <bool kLocal>
__global__ void filter_halves(const float* input, float* output, float* scratch, int lines,
                              int length, int line_step, int step, Cascade filter,
                              const float* __restrict__ weights, int radius, Boundary boundary) {
  const int lines_per_block = blockDim.x / 3;
  const int role = threadIdx.x / lines_per_block;
  const int l = blockIdx.x * lines_per_block + threadIdx.x % lines_per_block;
  const int c = length / 2;
  const int count = l >= lines ? 0 : role == 0 ? c : role == 2 ? length - 1 - c : 0;
  const Line whole{l * line_step, step};
  const Line half = role == 2 ? Line{whole.at(length - 1), -step} : whole;
  float own[kLocal ? kLongestHalf : 1];
  const auto keep = [&](int k) -> float& {
    if constexpr (kLocal) {
      return own[k];
    } else {
      return scratch[half.at(k)];
    }
  };

  if (role == 1 && l < lines) {
    output[whole.at(c)] = gaussian_sum(input, whole, length, c, weights, radius);
  }
  if (count > 0) {
    filter.settle(input[half.at(0)]);
    int k = 0;
    if (boundary == Boundary::duplicate && role == 0) {
      for (; k < min(3, count); ++k) keep(k) = filter.w;
    }
    for (; k < count; ++k) keep(k) = filter.step(input[half.at(k)]);
  }
  __syncthreads();
  if (count > 0) {
    filter.settle(output[whole.at(c)]);
    for (int k = count; k-- > 0;) output[half.at(k)] = filter.step(keep(k));
  }
}

}  // namespace two_way

void filter_two_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, const float* d_weights, int radius,
                    Boundary boundary, Scratch scratch, float* d_workspace, int lines_per_block,
                    cudaStream_t stream) {
  const two_way::Cascade filter{
      float(coefficients.p), float(coefficients.e1), float(coefficients.e2), 0, 0, 0};
  const auto kernel =
      scratch == Scratch::local ? two_way::filter_halves<true> : two_way::filter_halves<false>;
  struct Pass {
    const float* from;
    int lines, length, line_step, step;
  };
  for (const auto& [from, lines, length, line_step, step] :
       {Pass{d_input, height, width, width, 1}, Pass{d_output, width, height, 1, width}}) {
    const int blocks = (lines + lines_per_block - 1) / lines_per_block;
    kernel<<<blocks, 3 * lines_per_block, 0, stream>>>(from, d_output, d_workspace, lines, length,
                                                       line_step, step, filter, d_weights, radius,
                                                       boundary);
    KIT_CHECK(cudaGetLastError());
  }
}

}  // namespace lab07
