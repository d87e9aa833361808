/// @file
/// Lab 07, stage two_way: S3's filter, three threads for each line.
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
  float sum = weights[0] * input[line.at(centre)];
  for (int r = 1; r <= radius; ++r) {
    const float before = input[line.at(max(centre - r, 0))];
    const float after = input[line.at(min(centre + r, length - 1))];
    sum += weights[r] * (before + after);
  }
  return sum;
}

/// Three threads filter one line: threadIdx.y is 0 for the left half, 1 for the centre, 2 for the
/// right half. Line l begins at l * line_step. w[] is in `scratch`, or if kLocal in the thread's
/// own array. May work in place: the central pixel is read by thread 1 alone, which stores it before
/// the barrier; the two others take it from there, and write when all of the line has been read.
template <bool kLocal>
__global__ void filter_halves(const float* input, float* output, float* scratch, int lines,
                              int length, int line_step, int step, Cascade filter,
                              const float* __restrict__ weights, int radius, Boundary boundary) {
  const int l = blockIdx.x * blockDim.x + threadIdx.x;
  const int part = threadIdx.y;
  const bool in_image = l < lines;
  const int c = length / 2;

  const Line whole{l * line_step, step};
  Line half = whole;
  int count = 0;
  if (part == 0) count = c;
  if (part == 2) {
    half = Line{whole.at(length - 1), -step};
    count = length - 1 - c;
  }
  float local[kLocal ? kLongestHalf : 1];

  if (in_image && part == 1) {
    output[whole.at(c)] = gaussian_sum(input, whole, length, c, weights, radius);
  } else if (in_image && count > 0) {
    const float first = input[half.at(0)];
    filter.settle(first);
    const int copied = part == 0 && boundary == Boundary::duplicate ? 3 : 0;
    for (int k = 0; k < count; ++k) {
      const float w = k < copied ? first : filter.step(input[half.at(k)]);
      if (kLocal) {
        local[k] = w;
      } else {
        scratch[half.at(k)] = w;
      }
    }
  }
  __syncthreads();
  if (!in_image || part == 1) return;
  filter.settle(output[whole.at(c)]);
  for (int k = count - 1; k >= 0; --k) {
    const float w = kLocal ? local[k] : scratch[half.at(k)];
    output[half.at(k)] = filter.step(w);
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
  const dim3 block(lines_per_block, 3);
  const int row_blocks = (height + lines_per_block - 1) / lines_per_block;
  kernel<<<row_blocks, block, 0, stream>>>(d_input, d_output, d_workspace, height, width, width, 1,
                                           filter, d_weights, radius, boundary);
  KIT_CHECK(cudaGetLastError());
  const int column_blocks = (width + lines_per_block - 1) / lines_per_block;
  kernel<<<column_blocks, block, 0, stream>>>(d_output, d_output, d_workspace, width, height, 1,
                                              width, filter, d_weights, radius, boundary);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab07
