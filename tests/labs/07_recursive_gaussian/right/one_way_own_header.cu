// Right: the forms stand in a header of their own, and on the way back a pointer moves while a
// length falls.
#include "forms.cuh"
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

using namespace forms;

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
  float* to = out + (n - 1) * pixel_pitch;
  while (n-- > 0) {
    *to = form.next(s, kOwnArray ? own[n] : *to);
    to -= pixel_pitch;
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
  kernel<<<(width + threads - 1) / threads, threads, 0, stream>>>(out, out, width, height, 1, width,
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
