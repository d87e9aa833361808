/// @file
/// Lab 07, stage one_way: a thread for each line, both forms of the filter.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace one_way {

/// The direct form on its way along a line; the state is the last three values, newest first.
struct Direct {
  float gain, a1, a2, a3;
  float end[3][3];
  float state[3];

  /// As if the line had been `value` for ever.
  __device__ void settle(float value) { state[0] = state[1] = state[2] = value; }

  /// Takes the next sample, returns the filter's value there.
  __device__ float step(float sample) {
    const float value = gain * sample + a1 * state[0] + a2 * state[1] + a3 * state[2];
    state[2] = state[1];
    state[1] = state[0];
    state[0] = value;
    return value;
  }

  /// What the state is if the line was settled at `value`.
  __device__ float settled(int, float value) const { return value; }
};

/// The cascade form; the state is u, w and d.
struct Cascade {
  float p, e1, e2;
  float end[3][3];
  float state[3];

  __device__ void settle(float value) {
    state[0] = state[1] = value;
    state[2] = 0.0f;
  }

  __device__ float step(float sample) {
    float& u = state[0];
    float& w = state[1];
    float& d = state[2];
    u += p * (sample - u);
    d = e1 * (u - w) + e2 * d;
    w += d;
    return w;
  }

  __device__ float settled(int place, float value) const { return place < 2 ? value : 0.0f; }
};

/// Turns the causal pass round at the end of a line that stays `last` for ever.
template <typename Filter>
__device__ void turn(Filter& filter, float last) {
  float distance[3];
  for (int k = 0; k < 3; ++k) distance[k] = filter.state[k] - filter.settled(k, last);
  for (int row = 0; row < 3; ++row) {
    float start = filter.settled(row, last);
    for (int k = 0; k < 3; ++k) start += filter.end[row][k] * distance[k];
    filter.state[row] = start;
  }
}

/// One thread filters one line there and back; w[] is in the output, or if kLocal in the thread's
/// own array. Line l begins at l * line_step, and its pixels are `step` apart. May work in place.
template <bool kLocal, typename Filter>
__global__ void filter_lines(const float* input, float* output, int lines, int length,
                             int line_step, int step, Filter filter, Boundary boundary) {
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= lines) return;
  const int begin = line * line_step;
  const int end = begin + length * step;
  const int copied = boundary == Boundary::duplicate ? min(3, length) : 0;
  const float first = input[begin];
  const float last = input[end - step];
  [[maybe_unused]] float stack[kLocal ? kLongestLocalLine : 1];
  [[maybe_unused]] int top = 0;  // values on the stack

  filter.settle(first);
  float w = first;
  for (int at = begin, left = copied; at != end; at += step) {
    if (left > 0) {
      --left;
    } else {
      w = filter.step(input[at]);
    }
    if constexpr (kLocal) {
      stack[top++] = w;
    } else {
      output[at] = w;
    }
  }

  if (boundary == Boundary::exact) {
    turn(filter, last);
  } else {
    filter.settle(w);
  }
  int at = end;
  do {
    at -= step;
    if constexpr (kLocal) {
      w = stack[--top];
    } else {
      w = output[at];
    }
    output[at] = filter.step(w);
  } while (at != begin);
}

/// Filters along every row into the output, then along every column of the output.
template <typename Filter>
void launch(const float* d_input, float* d_output, int width, int height, const Filter& filter,
            Boundary boundary, Scratch scratch, int lines_per_block, cudaStream_t stream) {
  const auto kernel =
      scratch == Scratch::local ? filter_lines<true, Filter> : filter_lines<false, Filter>;
  const int row_blocks = (height + lines_per_block - 1) / lines_per_block;
  kernel<<<row_blocks, lines_per_block, 0, stream>>>(d_input, d_output, height, width, width, 1,
                                                     filter, boundary);
  KIT_CHECK(cudaGetLastError());
  const int column_blocks = (width + lines_per_block - 1) / lines_per_block;
  kernel<<<column_blocks, lines_per_block, 0, stream>>>(d_output, d_output, width, height, 1,
                                                        width, filter, boundary);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace one_way

void filter_one_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, Form form, Boundary boundary, Scratch scratch,
                    int lines_per_block, cudaStream_t stream) {
  const Coefficients& c = coefficients;
  one_way::Direct direct{float(c.gain), float(c.a1), float(c.a2), float(c.a3), {}, {}};
  one_way::Cascade cascade{float(c.p), float(c.e1), float(c.e2), {}, {}};
  for (int row = 0; row < 3; ++row) {
    for (int k = 0; k < 3; ++k) {
      direct.end[row][k] = float(c.end_direct[row][k]);
      cascade.end[row][k] = float(c.end_cascade[row][k]);
    }
  }
  if (form == Form::direct) {
    one_way::launch(d_input, d_output, width, height, direct, boundary, scratch, lines_per_block,
                    stream);
  } else {
    one_way::launch(d_input, d_output, width, height, cascade, boundary, scratch, lines_per_block,
                    stream);
  }
}

}  // namespace lab07
