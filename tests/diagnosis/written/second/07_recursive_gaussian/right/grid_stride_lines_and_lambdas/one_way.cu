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

/// The pixels of one line, wherever they stand.
struct Strided {
  float* base;
  int step;
  __device__ float& operator[](int k) const { return base[k * step]; }
};

/// Filters one line. `source(k)` gives its pixels, `keep(k)` the place of w[k].
template <Boundary kBoundary, typename Filter, typename Source, typename Keep>
__device__ void there_and_back(Filter filter, int length, Source source, Keep keep, Strided out) {
  const float first = source(0);
  const float last = source(length - 1);
  filter.settle(first);
  int k = 0;
  float w = first;
  if constexpr (kBoundary == Boundary::duplicate) {
    const int copies = length < 3 ? length : 3;
    while (k < copies) keep(k++) = first;
  }
  for (; k < length; ++k) {
    w = filter.step(source(k));
    keep(k) = w;
  }
  if constexpr (kBoundary == Boundary::duplicate) {
    filter.settle(w);
  } else {
    turn(filter, last);
  }
  while (k-- > 0) out[k] = filter.step(keep(k));
}

/// A thread filters line after line, as many apart as there are threads. May work in place.
template <bool kLocal, Boundary kBoundary, typename Filter>
__global__ void filter_lines(const float* input, float* output, int lines, int length,
                             int line_step, int step, Filter filter) {
  for (int l = blockIdx.x * blockDim.x + threadIdx.x; l < lines; l += gridDim.x * blockDim.x) {
    const float* in = input + l * line_step;
    const Strided out{output + l * line_step, step};
    const auto source = [=](int k) { return in[k * step]; };
    if constexpr (kLocal) {
      float own[kLongestLocalLine];
      there_and_back<kBoundary>(filter, length, source, [&](int k) -> float& { return own[k]; },
                                out);
    } else {
      there_and_back<kBoundary>(filter, length, source, [=](int k) -> float& { return out[k]; },
                                out);
    }
  }
}

/// Filters along every row into the output, then along every column of the output.
template <typename Filter>
void launch(const float* d_input, float* d_output, int width, int height, const Filter& filter,
            Boundary boundary, Scratch scratch, int lines_per_block, cudaStream_t stream) {
  using Kernel = void (*)(const float*, float*, int, int, int, int, Filter);
  const Kernel kernels[2][2] = {
      {filter_lines<false, Boundary::exact, Filter>, filter_lines<false, Boundary::duplicate, Filter>},
      {filter_lines<true, Boundary::exact, Filter>, filter_lines<true, Boundary::duplicate, Filter>}};
  const Kernel kernel = kernels[scratch == Scratch::local][boundary == Boundary::duplicate];
  const auto pass = [&](const float* from, int lines, int length, int line_step, int step) {
    const int blocks = (lines + lines_per_block - 1) / lines_per_block;
    kernel<<<blocks, lines_per_block, 0, stream>>>(from, d_output, lines, length, line_step, step,
                                                   filter);
    KIT_CHECK(cudaGetLastError());
  };
  pass(d_input, height, width, width, 1);
  pass(d_output, width, height, 1, width);
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
