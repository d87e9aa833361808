/// @file
/// Lab 07, stage one_way: a thread for each line, both forms of the filter. Read README.md first.
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
    // TODO(lab07): the value, and the state moved on by it (about 4 lines)
    return 0.0f;
    // END TODO
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
    // TODO(lab07): the three assignments at Form::cascade (about 6 lines)
    return 0.0f;
    // END TODO
  }

  __device__ float settled(int place, float value) const { return place < 2 ? value : 0.0f; }
};

/// Turns the causal pass round at the end of a line that stays `last` for ever.
template <typename Filter>
__device__ void turn(Filter& filter, float last) {
  // TODO(lab07): the settled state plus end times the distance from it (about 6 lines)
  // END TODO
}

/// One thread filters one line there and back; w[] is in the output, or if kLocal in the thread's
/// own array. Line l begins at l * line_step, and its pixels are `step` apart. May work in place.
template <bool kLocal, typename Filter>
__global__ void filter_lines(const float* input, float* output, int lines, int length,
                             int line_step, int step, Filter filter, Boundary boundary) {
  // TODO(lab07): find the line, the causal pass, turn round, the backward pass (about 20 lines)
  // END TODO
}

/// Filters along every row into the output, then along every column of the output.
template <typename Filter>
void launch(const float* d_input, float* d_output, int width, int height, const Filter& filter,
            Boundary boundary, Scratch scratch, int lines_per_block, cudaStream_t stream) {
  // TODO(lab07): choose the kernel, launch it for rows, then for columns in place (about 9 lines)
  // END TODO
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
