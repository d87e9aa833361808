// Wrong on purpose: the column pass reads the input in place of what the row pass has written.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

struct Matrix {
  float m[3][3];
};

struct DirectForm {
  float gain, a1, a2, a3;
  __device__ float next(float3& s, float x) const {
    const float y = gain * x + a1 * s.x + a2 * s.y + a3 * s.z;
    s = make_float3(y, s.x, s.y);
    return y;
  }
  __device__ static float3 rest(float v) { return make_float3(v, v, v); }
};

// x, y, z are u, w, d.
struct CascadeForm {
  float p, e1, e2;
  __device__ float next(float3& s, float x) const {
    s.x += p * (x - s.x);
    s.z = e1 * (s.x - s.y) + e2 * s.z;
    s.y += s.z;
    return s.y;
  }
  __device__ static float3 rest(float v) { return make_float3(v, v, 0.0f); }
};

// rest + end * (s - rest)
__device__ float3 turned(const Matrix& end, float3 s, float3 rest) {
  const float a = s.x - rest.x, b = s.y - rest.y, c = s.z - rest.z;
  return make_float3(rest.x + (end.m[0][0] * a + end.m[0][1] * b + end.m[0][2] * c),
                     rest.y + (end.m[1][0] * a + end.m[1][1] * b + end.m[1][2] * c),
                     rest.z + (end.m[2][0] * a + end.m[2][1] * b + end.m[2][2] * c));
}

template <typename Form, bool kOwnArray>
__global__ void go_along(const float* src, float* dst, int count, int n, int line_pitch,
                         int pixel_pitch, Form form, Matrix end, bool exact) {
  const int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= count) return;
  const float* in = src + id * line_pitch;
  float* out = dst + id * line_pitch;
  float own[kOwnArray ? kLongestLocalLine : 1];
  const auto keep = [&](int k, float w) {
    if (kOwnArray)
      own[k] = w;
    else
      out[k * pixel_pitch] = w;
  };

  const float first = in[0];
  const float last = in[(n - 1) * pixel_pitch];
  float3 s = Form::rest(first);
  float w = first;
  int k = 0;
  if (!exact) {
    for (; k < 3 && k < n; ++k) keep(k, first);
  }
  for (; k < n; ++k) {
    w = form.next(s, in[k * pixel_pitch]);
    keep(k, w);
  }

  s = exact ? turned(end, s, Form::rest(last)) : Form::rest(w);
  for (k = n - 1; k >= 0; --k) {
    const float sample = kOwnArray ? own[k] : out[k * pixel_pitch];
    out[k * pixel_pitch] = form.next(s, sample);
  }
}

template <typename Form>
void rows_and_columns(const float* in, float* out, int width, int height, const Form& form,
                      const Matrix& end, bool exact, bool own_array, int threads,
                      cudaStream_t stream) {
  const auto kernel = own_array ? go_along<Form, true> : go_along<Form, false>;
  kernel<<<(height + threads - 1) / threads, threads, 0, stream>>>(in, out, height, width, width, 1,
                                                                   form, end, exact);
  KIT_CHECK(cudaGetLastError());
  kernel<<<(width + threads - 1) / threads, threads, 0, stream>>>(in, out, width, height, 1, width,
                                                                  form, end, exact);
  KIT_CHECK(cudaGetLastError());
}

Matrix to_float(const double (&from)[3][3]) {
  Matrix to;
  for (int i = 0; i < 9; ++i) to.m[i / 3][i % 3] = float(from[i / 3][i % 3]);
  return to;
}

}  // namespace

void filter_one_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, Form form, Boundary boundary, Scratch scratch,
                    int lines_per_block, cudaStream_t stream) {
  const Coefficients& c = coefficients;
  const bool exact = boundary == Boundary::exact, own_array = scratch == Scratch::local;
  if (form == Form::cascade) {
    const CascadeForm f{float(c.p), float(c.e1), float(c.e2)};
    rows_and_columns(d_input, d_output, width, height, f, to_float(c.end_cascade), exact, own_array,
                     lines_per_block, stream);
  } else {
    const DirectForm f{float(c.gain), float(c.a1), float(c.a2), float(c.a3)};
    rows_and_columns(d_input, d_output, width, height, f, to_float(c.end_direct), exact, own_array,
                     lines_per_block, stream);
  }
}

}  // namespace lab07
