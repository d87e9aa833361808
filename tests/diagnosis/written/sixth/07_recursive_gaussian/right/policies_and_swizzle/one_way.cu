/// @file
/// Lab 07, stage one_way: form, store and boundary are template parameters of one kernel.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace one_way {

/// The direct form: constants, and the last three values.
struct Direct {
  float gain, a1, a2, a3;
  struct State {
    float s[3];  // newest first
  };
  static __device__ State settled(float value) { return {{value, value, value}}; }
  __device__ float step(State& state, float sample) const {
    const State old = state;
    const float value = gain * sample + a1 * old.s[0] + a2 * old.s[1] + a3 * old.s[2];
    state = {{value, old.s[0], old.s[1]}};
    return value;
  }
};

/// The cascade form: constants, and u, w, d.
struct Cascade {
  float p, e1, e2;
  struct State {
    float s[3];
  };
  static __device__ State settled(float value) { return {{value, value, 0.0f}}; }
  __device__ float step(State& state, float sample) const {
    const float u = state.s[0] + p * (sample - state.s[0]);
    const float d = e1 * (u - state.s[1]) + e2 * state.s[2];
    state = {{u, state.s[1] + d, d}};
    return state.s[1];
  }
};

/// A 3 x 3 matrix that travels to the kernel as an argument.
struct Matrix {
  float m[3][3];
  __device__ float row_times(int row, const float (&v)[3]) const {
    return m[row][0] * v[0] + m[row][1] * v[1] + m[row][2] * v[2];
  }
};

/// w[] in the place where the result will be.
struct InOutput {
  __device__ float& at(int, float& place) { return place; }
};
/// w[] in an array of the thread.
struct InThread {
  float values[kLongestLocalLine];
  __device__ float& at(int k, float&) { return values[k]; }
};

/// One line per thread and turn. `first` and `last` are read before anything is stored, since input
/// and output may be one.
template <typename Form, typename Store, bool kDuplicate>
__global__ void filter_lines(const float* input, float* output, int lines, int length,
                             int line_step, int step, Form form, Matrix end) {
  Store store;
  const int threads = gridDim.x * blockDim.x;
  for (int line = blockIdx.x * blockDim.x + threadIdx.x; line < lines; line += threads) {
    const float* in = input + line * line_step;
    float* out = output + line * line_step;
    const float first = *in;
    const float last = in[(length - 1) * step];

    typename Form::State state = Form::settled(first);
    float w = first;
    for (int k = 0; k < length; ++k) {
      // A settled filter that is not moved on is what duplicating the first three values means.
      if (!kDuplicate || k >= 3) w = form.step(state, in[k * step]);
      store.at(k, out[k * step]) = w;
    }

    if (kDuplicate) {
      state = Form::settled(w);
    } else {
      typename Form::State away = Form::settled(last);
      float distance[3];
      for (int i = 0; i < 3; ++i) distance[i] = state.s[i] - away.s[i];
      for (int i = 0; i < 3; ++i) away.s[i] += end.row_times(i, distance);
      state = away;
    }
    for (int k = length; k-- > 0;) {
      float& place = out[k * step];
      place = form.step(state, store.at(k, place));
    }
  }
}

template <typename Form, typename Store, bool kDuplicate>
void both_ways(const float* d_input, float* d_output, int width, int height, const Form& form,
               const Matrix& end, int threads, cudaStream_t stream) {
  const auto pass = [&](const float* d_from, int lines, int length, int line_step, int step) {
    filter_lines<Form, Store, kDuplicate>
        <<<(lines - 1) / threads + 1, threads, 0, stream>>>(d_from, d_output, lines, length,
                                                            line_step, step, form, end);
    KIT_CHECK(cudaGetLastError());
  };
  pass(d_input, height, width, width, 1);
  pass(d_output, width, height, 1, width);
}

template <typename Form>
void choose(const float* d_input, float* d_output, int width, int height, const Form& form,
            const double (&end)[3][3], Boundary boundary, Scratch scratch, int threads,
            cudaStream_t stream) {
  Matrix matrix;
  for (int i = 0; i < 9; ++i) matrix.m[i / 3][i % 3] = float(end[i / 3][i % 3]);
  const bool local = scratch == Scratch::local;
  const auto run = boundary == Boundary::duplicate
                       ? (local ? both_ways<Form, InThread, true> : both_ways<Form, InOutput, true>)
                       : (local ? both_ways<Form, InThread, false>
                                : both_ways<Form, InOutput, false>);
  run(d_input, d_output, width, height, form, matrix, threads, stream);
}

}  // namespace one_way

void filter_one_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, Form form, Boundary boundary, Scratch scratch,
                    int lines_per_block, cudaStream_t stream) {
  const Coefficients& c = coefficients;
  if (form == Form::direct) {
    const one_way::Direct direct{float(c.gain), float(c.a1), float(c.a2), float(c.a3)};
    one_way::choose(d_input, d_output, width, height, direct, c.end_direct, boundary, scratch,
                    lines_per_block, stream);
  } else {
    const one_way::Cascade cascade{float(c.p), float(c.e1), float(c.e2)};
    one_way::choose(d_input, d_output, width, height, cascade, c.end_cascade, boundary, scratch,
                    lines_per_block, stream);
  }
}

}  // namespace lab07
