/// Lab 07, stage one_way: coefficients and state apart, boundary and scratch as template arguments.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

struct DirectForm {
  struct State {
    float a, b, c;  // the last three values, newest first
  };
  float gain, a1, a2, a3;
  float end[3][3];

  __device__ static State rest(float x) { return {x, x, x}; }
  __device__ float advance(State& s, float in) const {
    const float out = gain * in + a1 * s.a + a2 * s.b + a3 * s.c;
    s = State{out, s.a, s.b};
    return out;
  }
  __device__ State reversed(const State& s, float x) const {
    const float v[3] = {s.a - x, s.b - x, s.c - x};
    return {x + end[0][0] * v[0] + end[0][1] * v[1] + end[0][2] * v[2],
            x + end[1][0] * v[0] + end[1][1] * v[1] + end[1][2] * v[2],
            x + end[2][0] * v[0] + end[2][1] * v[1] + end[2][2] * v[2]};
  }
};

struct CascadeForm {
  struct State {
    float u, w, d;
  };
  float p, e1, e2;
  float end[3][3];

  __device__ static State rest(float x) { return {x, x, 0.0f}; }
  __device__ float advance(State& s, float in) const {
    s.u += p * (in - s.u);
    s.d = e1 * (s.u - s.w) + e2 * s.d;
    return s.w += s.d;
  }
  __device__ State reversed(const State& s, float x) const {
    const float v[3] = {s.u - x, s.w - x, s.d};
    return {x + end[0][0] * v[0] + end[0][1] * v[1] + end[0][2] * v[2],
            x + end[1][0] * v[0] + end[1][1] * v[1] + end[1][2] * v[2],
            end[2][0] * v[0] + end[2][1] * v[1] + end[2][2] * v[2]};
  }
};

/// Where w[] waits for the way back.
struct InOutput {
  float* line;
  int step;
  __device__ float& operator[](int k) { return line[k * step]; }
};
struct InArray {
  float values[kLongestLocalLine];
  __device__ InArray(float*, int) {}
  __device__ float& operator[](int k) { return values[k]; }
};

struct Geometry {
  int lines, length, line_step, step;
};

template <typename Form, typename Store, Boundary B>
__global__ void there_and_back(const float* in, float* out, Geometry g, Form form) {
  const int line = threadIdx.x + blockDim.x * blockIdx.x;
  if (line < g.lines) {
    in += line * g.line_step;
    out += line * g.line_step;
    const int n = g.length;
    const float first = in[0], last = in[(n - 1) * g.step];
    Store w{out, g.step};

    auto s = Form::rest(first);
    int k = 0;
    if constexpr (B == Boundary::duplicate) {
      while (k < n && k < 3) w[k++] = first;
    }
    float newest = first;
    // The next pixel is loaded before this one's value is stored.
    float next = k < n ? in[k * g.step] : 0.0f;
    while (k < n) {
      const float now = next;
      if (k + 1 < n) next = in[(k + 1) * g.step];
      newest = form.advance(s, now);
      w[k] = newest;
      ++k;
    }

    if constexpr (B == Boundary::duplicate) {
      s = Form::rest(newest);
    } else {
      s = form.reversed(s, last);
    }
    while (k-- > 0) {
      const float value = w[k];
      out[k * g.step] = form.advance(s, value);
    }
  }
}

template <typename Form>
void both_directions(const float* d_input, float* d_output, int width, int height,
                     const Form& form, Boundary boundary, Scratch scratch, int threads,
                     cudaStream_t stream) {
  using Kernel = void (*)(const float*, float*, Geometry, Form);
  const Kernel kernels[2][2] = {
      {there_and_back<Form, InOutput, Boundary::exact>,
       there_and_back<Form, InOutput, Boundary::duplicate>},
      {there_and_back<Form, InArray, Boundary::exact>,
       there_and_back<Form, InArray, Boundary::duplicate>},
  };
  const Kernel kernel = kernels[scratch == Scratch::local][boundary == Boundary::duplicate];
  const auto go = [&](const float* from, const Geometry& g) {
    kernel<<<(g.lines + threads - 1) / threads, threads, 0, stream>>>(from, d_output, g, form);
    KIT_CHECK(cudaGetLastError());
  };
  go(d_input, Geometry{height, width, width, 1});
  go(d_output, Geometry{width, height, 1, width});
}

void copy_matrix(const double (&from)[3][3], float (&to)[3][3]) {
  for (int n = 0; n < 9; ++n) to[n / 3][n % 3] = static_cast<float>(from[n / 3][n % 3]);
}

}  // namespace

void filter_one_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, Form form, Boundary boundary, Scratch scratch,
                    int lines_per_block, cudaStream_t stream) {
  const auto f = [](double v) { return static_cast<float>(v); };
  const Coefficients& c = coefficients;
  if (form == Form::cascade) {
    CascadeForm filter{f(c.p), f(c.e1), f(c.e2), {}};
    copy_matrix(c.end_cascade, filter.end);
    both_directions(d_input, d_output, width, height, filter, boundary, scratch, lines_per_block,
                    stream);
  } else {
    DirectForm filter{f(c.gain), f(c.a1), f(c.a2), f(c.a3), {}};
    copy_matrix(c.end_direct, filter.end);
    both_directions(d_input, d_output, width, height, filter, boundary, scratch, lines_per_block,
                    stream);
  }
}

}  // namespace lab07
