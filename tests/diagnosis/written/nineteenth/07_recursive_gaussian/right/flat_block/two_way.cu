/// @file
/// Lab 07, stage two_way: a block of one dimension, a third of it for each part of the lines; the
/// halves go on pointers that step to the left or to the right.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace two_way {

enum Part { kLeft, kCentre, kRight };

struct Step {
  float p, e1, e2;
};

struct State {
  float u, w, d;
};

__device__ State settled(float value) {
  return {value, value, 0.0f};
}

__device__ State next(const Step& by, State s, float sample) {
  const float u = s.u + by.p * (sample - s.u);
  const float d = by.e1 * (u - s.w) + by.e2 * s.d;
  return {u, s.w + d, d};
}

/// w[] of one half in the thread's own array.
struct Own {
  float values[kLongestLocalLine / 2];
  __device__ explicit Own(float*, int) {}
  __device__ float& operator[](int k) { return values[k]; }
};

/// w[] of one half in global memory, where the half's pixels have their places too.
struct Elsewhere {
  float* first;
  int step;
  __device__ Elsewhere(float* at, int by) : first(at), step(by) {}
  __device__ float& operator[](int k) { return first[k * step]; }
};

template <typename Kept>
__global__ void filter_thirds(const float* input, float* output, float* workspace, int lines,
                              int length, int line_step, int step, Step by,
                              const float* __restrict__ weights, int radius, bool copy) {
  __shared__ float centres[128];
  const int per_block = blockDim.x / 3;
  const int in_block = threadIdx.x % per_block;
  const int part = threadIdx.x / per_block;
  const int line = blockIdx.x * per_block + in_block;
  const int centre = length / 2;
  const bool works = line < lines;

  // The thread's half: pixel k, counted from the border, stands at border + k * inwards.
  const int begin = works ? line * line_step : 0;
  const int border = part == kRight ? begin + (length - 1) * step : begin;
  const int inwards = part == kRight ? -step : step;
  const int count = !works ? 0 : part == kLeft ? centre : part == kRight ? length - centre - 1 : 0;
  Kept kept(workspace + border, inwards);

  if (works && part == kCentre) {
    float sum = 0.0f;
    for (int r = radius; r > 0; --r) {
      const int left = centre < r ? 0 : centre - r;
      const int right = length - 1 - centre < r ? length - 1 : centre + r;
      sum += weights[r] * (input[begin + left * step] + input[begin + right * step]);
    }
    centres[in_block] = sum + weights[0] * input[begin + centre * step];
  }
  if (count > 0) {
    const float first = input[border];
    State state = settled(first);
    int k = 0;
    if (copy && part == kLeft) {
      while (k < 3 && k < count) kept[k++] = first;
    }
    for (; k < count; ++k) {
      state = next(by, state, input[border + k * inwards]);
      kept[k] = state.w;
    }
  }
  __syncthreads();

  if (works && part == kCentre) output[begin + centre * step] = centres[in_block];
  if (count > 0) {
    State state = settled(centres[in_block]);
    for (int k = count; k-- > 0;) {
      state = next(by, state, kept[k]);
      output[border + k * inwards] = state.w;
    }
  }
}

}  // namespace two_way

void filter_two_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, const float* d_weights, int radius,
                    Boundary boundary, Scratch scratch, float* d_workspace, int lines_per_block,
                    cudaStream_t stream) {
  const two_way::Step by{float(coefficients.p), float(coefficients.e1), float(coefficients.e2)};
  const bool copy = boundary == Boundary::duplicate;
  const auto along = [&](const float* from, int lines, int length, int line_step, int step) {
    const int blocks = (lines - 1) / lines_per_block + 1;
    const int threads = 3 * lines_per_block;
    if (scratch == Scratch::local) {
      two_way::filter_thirds<two_way::Own><<<blocks, threads, 0, stream>>>(
          from, d_output, d_workspace, lines, length, line_step, step, by, d_weights, radius, copy);
    } else {
      two_way::filter_thirds<two_way::Elsewhere><<<blocks, threads, 0, stream>>>(
          from, d_output, d_workspace, lines, length, line_step, step, by, d_weights, radius, copy);
    }
    KIT_CHECK(cudaGetLastError());
  };
  along(d_input, height, width, width, 1);
  along(d_output, width, height, 1, width);
}

}  // namespace lab07
