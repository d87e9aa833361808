/// @file
/// Lab 07, stage one_way: policies for the form, constants as template arguments, and a
/// grid-stride loop over the lines.
#include <algorithm>
#include <type_traits>

#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "line_view.cuh"

namespace lab07 {
namespace {

struct Matrix {
  float3 row[3];
};

__device__ float dot(float3 a, float3 b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

struct DirectForm {
  float gain, a1, a2, a3;
  Matrix end;

  __device__ static float3 rest(float x) { return make_float3(x, x, x); }
  __device__ static float value(float3 s) { return s.x; }
  __device__ float3 next(float3 s, float x) const {
    return make_float3(gain * x + a1 * s.x + a2 * s.y + a3 * s.z, s.x, s.y);
  }
};

struct CascadeForm {
  float p, e1, e2;
  Matrix end;

  __device__ static float3 rest(float x) { return make_float3(x, x, 0.0f); }
  __device__ static float value(float3 s) { return s.y; }
  __device__ float3 next(float3 s, float x) const {
    const float u = s.x + p * (x - s.x);
    const float d = e1 * (u - s.y) + e2 * s.z;
    return make_float3(u, s.y + d, d);
  }
};

/// There and back over one line.
template <bool kExact, class Form, class In, class Out, class Between>
__device__ void there_and_back(const Form& form, In in, Out out, Between& between, int n) {
  const float first = in[0];
  const float last = in[n - 1];
  float3 s = Form::rest(first);
  int k = 0;
  if constexpr (!kExact) {
    while (k < min(3, n)) between[k++] = first;
  }
  while (k < n) {
    s = form.next(s, in[k]);
    between[k++] = Form::value(s);
  }

  if constexpr (kExact) {
    const float3 r = Form::rest(last);
    const float3 off = make_float3(s.x - r.x, s.y - r.y, s.z - r.z);
    s = make_float3(r.x + dot(form.end.row[0], off), r.y + dot(form.end.row[1], off),
                    r.z + dot(form.end.row[2], off));
  } else {
    s = Form::rest(between[n - 1]);
  }
  while (k-- > 0) {
    s = form.next(s, between[k]);
    out[k] = Form::value(s);
  }
}

template <class Form, bool kExact, bool kLocal>
__global__ void one_way_kernel(const float* in, float* out, int lines, int n, int line_step,
                               int step, Form form) {
  for (int line = blockIdx.x * blockDim.x + threadIdx.x; line < lines;
       line += gridDim.x * blockDim.x) {
    const StridedLine<const float> from{in + line * line_step, step};
    StridedLine<float> to{out + line * line_step, step};
    if constexpr (kLocal) {
      OwnLine<kLongestLocalLine> own;
      there_and_back<kExact>(form, from, to, own, n);
    } else {
      there_and_back<kExact>(form, from, to, to, n);
    }
  }
}

Matrix to_float(const double (&m)[3][3]) {
  Matrix r;
  for (int i = 0; i < 3; ++i) r.row[i] = make_float3(m[i][0], m[i][1], m[i][2]);
  return r;
}

}  // namespace

void filter_one_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& c, Form form, Boundary boundary, Scratch scratch,
                    int lines_per_block, cudaStream_t stream) {
  auto run = [&](auto filter, auto exact, auto local) {
    const auto kernel = one_way_kernel<decltype(filter), decltype(exact)::value,
                                       decltype(local)::value>;
    const auto grid = [&](int lines) {
      return std::min((lines + lines_per_block - 1) / lines_per_block, 4096);
    };
    kernel<<<grid(height), lines_per_block, 0, stream>>>(d_input, d_output, height, width, width,
                                                         1, filter);
    KIT_CHECK(cudaGetLastError());
    kernel<<<grid(width), lines_per_block, 0, stream>>>(d_output, d_output, width, height, 1,
                                                        width, filter);
    KIT_CHECK(cudaGetLastError());
  };
  auto choose_scratch = [&](auto filter, auto exact) {
    if (scratch == Scratch::local) {
      run(filter, exact, std::true_type{});
    } else {
      run(filter, exact, std::false_type{});
    }
  };
  auto choose_boundary = [&](auto filter) {
    if (boundary == Boundary::exact) {
      choose_scratch(filter, std::true_type{});
    } else {
      choose_scratch(filter, std::false_type{});
    }
  };
  if (form == Form::direct) {
    choose_boundary(DirectForm{float(c.gain), float(c.a1), float(c.a2), float(c.a3),
                               to_float(c.end_direct)});
  } else {
    choose_boundary(
        CascadeForm{float(c.p), float(c.e1), float(c.e2), to_float(c.end_cascade)});
  }
}

}  // namespace lab07
