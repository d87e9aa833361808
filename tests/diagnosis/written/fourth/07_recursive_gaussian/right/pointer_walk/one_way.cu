/// @file
/// Lab 07, stage one_way: pointers that walk, the form and the boundary as template parameters.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

template <Form kForm>
struct Constants;

template <>
struct Constants<Form::direct> {
  float gain, a1, a2, a3, end[9];
};
template <>
struct Constants<Form::cascade> {
  float p, e1, e2, end[9];
};

/// The state after a step as a value of its own; x, y, z are the last three values, or u, w, d.
__device__ float3 next(const Constants<Form::direct>& c, float3 s, float sample) {
  return {fmaf(c.gain, sample, c.a1 * s.x + c.a2 * s.y + c.a3 * s.z), s.x, s.y};
}
__device__ float3 next(const Constants<Form::cascade>& c, float3 s, float sample) {
  const float u = fmaf(c.p, sample - s.x, s.x);
  const float d = fmaf(c.e1, u - s.y, c.e2 * s.z);
  return {u, s.y + d, d};
}
template <Form kForm>
__device__ float value_of(float3 s) {
  return kForm == Form::direct ? s.x : s.y;
}
template <Form kForm>
__device__ float3 settled(float x) {
  return {x, x, kForm == Form::direct ? x : 0.0f};
}

template <Form kForm>
__device__ float3 turned(const Constants<kForm>& c, float3 s, float last) {
  const float3 rest = settled<kForm>(last);
  const float3 d = {s.x - rest.x, s.y - rest.y, s.z - rest.z};
  const auto row = [&](int r) {
    return fmaf(c.end[3 * r], d.x, fmaf(c.end[3 * r + 1], d.y, c.end[3 * r + 2] * d.z));
  };
  return {rest.x + row(0), rest.y + row(1), rest.z + row(2)};
}

/// kSlots: length of the thread's own array, or 0 if w[] is in the output.
template <Form kForm, Boundary kBoundary, int kSlots>
__global__ void there_and_back(const float* from, float* to, int2 size, int2 stride,
                               Constants<kForm> c) {
  const unsigned line = blockDim.x * blockIdx.x + threadIdx.x;
  if (line >= unsigned(size.x)) return;
  from += line * stride.x;
  to += line * stride.x;
  const float first = *from;
  const float last = from[(size.y - 1) * stride.y];
  float own[kSlots > 0 ? kSlots : 1];
  const auto keep = [&](int k, float w) {
    if constexpr (kSlots > 0) {
      own[k] = w;
    } else {
      to[k * stride.y] = w;
    }
  };

  float3 state = settled<kForm>(first);
  int k = 0;
  if constexpr (kBoundary == Boundary::duplicate) {
    while (k < 3 && k < size.y) keep(k++, first);
  }
  const float* read = from + k * stride.y;
  while (k < size.y) {
    state = next(c, state, *read);
    read += stride.y;
    keep(k++, value_of<kForm>(state));
  }

  if constexpr (kBoundary == Boundary::exact) {
    state = turned<kForm>(c, state, last);
  } else {
    state = settled<kForm>(value_of<kForm>(state));
  }
  float* write = to + (size.y - 1) * stride.y;
  while (k-- > 0) {
    float w;
    if constexpr (kSlots > 0) {
      w = own[k];
    } else {
      w = *write;
    }
    state = next(c, state, w);
    *write = value_of<kForm>(state);
    write -= stride.y;
  }
}

template <Form kForm, Boundary kBoundary, int kSlots>
void both_directions(const float* in, float* out, int width, int height, const Constants<kForm>& c,
                     int threads, cudaStream_t stream) {
  for (const bool along_rows : {true, false}) {
    const int2 size = along_rows ? int2{height, width} : int2{width, height};
    const int2 stride = along_rows ? int2{width, 1} : int2{1, width};
    there_and_back<kForm, kBoundary, kSlots>
        <<<(size.x - 1) / threads + 1, threads, 0, stream>>>(along_rows ? in : out, out, size,
                                                             stride, c);
    KIT_CHECK(cudaGetLastError());
  }
}

template <Form kForm>
void choose(const float* in, float* out, int width, int height, const Constants<kForm>& c,
            Boundary boundary, Scratch scratch, int threads, cudaStream_t stream) {
  constexpr int kLong = kLongestLocalLine;
  const bool local = scratch == Scratch::local;
  const auto run = boundary == Boundary::exact
                       ? (local ? both_directions<kForm, Boundary::exact, kLong>
                                : both_directions<kForm, Boundary::exact, 0>)
                       : (local ? both_directions<kForm, Boundary::duplicate, kLong>
                                : both_directions<kForm, Boundary::duplicate, 0>);
  run(in, out, width, height, c, threads, stream);
}

}  // namespace

void filter_one_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, Form form, Boundary boundary, Scratch scratch,
                    int lines_per_block, cudaStream_t stream) {
  if (form == Form::direct) {
    Constants<Form::direct> c{float(coefficients.gain), float(coefficients.a1),
                              float(coefficients.a2), float(coefficients.a3), {}};
    for (int i = 0; i < 9; ++i) c.end[i] = float(coefficients.end_direct[i / 3][i % 3]);
    choose(d_input, d_output, width, height, c, boundary, scratch, lines_per_block, stream);
  } else {
    Constants<Form::cascade> c{float(coefficients.p), float(coefficients.e1),
                               float(coefficients.e2), {}};
    for (int i = 0; i < 9; ++i) c.end[i] = float(coefficients.end_cascade[i / 3][i % 3]);
    choose(d_input, d_output, width, height, c, boundary, scratch, lines_per_block, stream);
  }
}

}  // namespace lab07
