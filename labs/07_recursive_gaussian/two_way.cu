/// @file
/// Lab 07, stage two_way: S3's filter, three threads for each line. Read README.md first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace two_way {

constexpr int kMaxLines = 128;  // lines of a block
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
  // TODO(lab07): both sides of the centre, the nearest pixel beyond the ends (about 7 lines)
  return 0.0f;
  // END TODO
}

/// Three threads filter one line: threadIdx.y is 0 for the left half, 1 for the centre, 2 for the
/// right half. Line l begins at l * line_step. w[] is in `scratch`, or if kLocal in the thread's
/// own array. May work in place: the output is written when all of the line has been read.
template <bool kLocal>
__global__ void filter_halves(const float* input, float* output, float* scratch, int lines,
                              int length, int line_step, int step, Cascade filter,
                              const float* __restrict__ weights, int radius, Boundary boundary) {
  // TODO(lab07): three threads: first pass and central sum, wait, second pass (about 25 lines)
  // END TODO
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
  // TODO(lab07): three threads a line; launch for rows, then for columns in place (about 8 lines)
  // END TODO
}

}  // namespace lab07
