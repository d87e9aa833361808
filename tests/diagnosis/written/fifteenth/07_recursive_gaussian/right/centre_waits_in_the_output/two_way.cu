/// @file
/// Lab 07, stage two_way: S3's filter, three threads for each line. Read README.md first.
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
    const int left = max(centre - r, 0);
    const int right = min(centre + r, length - 1);
    sum += weights[r] * (input[line.at(left)] + input[line.at(right)]);
  }
  return sum;
}

/// Three threads filter one line: threadIdx.y is 0 for the left half, 1 for the centre, 2 for the
/// right half. Line l begins at l * line_step. w[] is in `scratch`, or if kLocal in the thread's
/// own array. May work in place: before the barrier only the centre of the output is written, by
/// the one thread that reads this pixel; behind the barrier the halves find their start there.
template <bool kLocal>
__global__ void filter_halves(const float* input, float* output, float* scratch, int lines,
                              int length, int line_step, int step, Cascade filter,
                              const float* __restrict__ weights, int radius, Boundary boundary) {
  const int n = blockIdx.x * blockDim.x + threadIdx.x;
  const int role = threadIdx.y;
  const bool inside = n < lines;
  const int centre = length / 2;

  // Both halves count their pixels from the border towards the centre.
  const int start = n * line_step;
  const Line half = role == 2 ? Line{start + (length - 1) * step, -step} : Line{start, step};
  const int count = role == 2 ? length - 1 - centre : centre;
  float own[kLocal ? kLongestHalf : 1];

  if (inside && role == 1) {
    output[start + centre * step] =
        gaussian_sum(input, Line{start, step}, length, centre, weights, radius);
  } else if (inside && count > 0) {
    const float border = input[half.at(0)];
    filter.settle(border);
    const int copies = role == 0 && boundary == Boundary::duplicate ? 3 : 0;
    for (int k = 0; k < count; ++k) {
      const float w = k < copies ? border : filter.step(input[half.at(k)]);
      if (kLocal) {
        own[k] = w;
      } else {
        scratch[half.at(k)] = w;
      }
    }
  }
  __syncthreads();
  if (!inside || role == 1) return;

  filter.settle(output[start + centre * step]);
  for (int k = count - 1; k >= 0; --k) {
    const float w = kLocal ? own[k] : scratch[half.at(k)];
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
