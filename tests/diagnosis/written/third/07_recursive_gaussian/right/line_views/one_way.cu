/// @file
/// Lab 07, stage one_way: views of lines, form, boundary and place of w[] as template parameters.
#include <type_traits>

#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "line_view.cuh"

namespace lab07 {
namespace one_way {

struct Vector {
  float x, y, z;
};

__device__ inline float dot(const Vector& a, const Vector& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

struct Matrix {
  Vector rows[3];
  __device__ Vector operator*(const Vector& v) const {
    return {dot(rows[0], v), dot(rows[1], v), dot(rows[2], v)};
  }
};

Matrix matrix_of(const double (&m)[3][3]) {
  Matrix result{};
  for (int row = 0; row < 3; ++row)
    result.rows[row] = {float(m[row][0]), float(m[row][1]), float(m[row][2])};
  return result;
}

/// State x, y, z: the last three values.
struct Direct {
  float gain;
  Vector a;
  Matrix end;

  __device__ static Vector settled(float value) { return {value, value, value}; }
  __device__ float step(Vector& s, float sample) const {
    const float value = gain * sample + dot(a, s);
    s = {value, s.x, s.y};
    return value;
  }
};

/// State x, y, z: u, w and d.
struct Cascade {
  float p, e1, e2;
  Matrix end;

  __device__ static Vector settled(float value) { return {value, value, 0.0f}; }
  __device__ float step(Vector& s, float sample) const {
    const float u = s.x + p * (sample - s.x);
    const float d = e1 * (u - s.y) + e2 * s.z;
    s = {u, s.y + d, d};
    return s.y;
  }
};

template <typename Filter, Boundary kBoundary, Scratch kScratch>
__global__ void there_and_back(const float* input, float* output, int lines, int length,
                               int line_step, int step, Filter filter) {
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  if (line >= lines) return;
  const LineView<const float> in(input, line * line_step, step);
  const LineView<float> out(output, line * line_step, step);
  float own[kScratch == Scratch::local ? kLongestLocalLine : 1];
  const auto w = [&](int k) -> float& {
    if constexpr (kScratch == Scratch::local) {
      return own[k];
    } else {
      return out[k];
    }
  };

  const float first = in[0];
  const float last = in[length - 1];
  Vector s = Filter::settled(first);
  int k = 0;
  if constexpr (kBoundary == Boundary::duplicate) {
    for (const int copies = min(3, length); k < copies; ++k) w(k) = first;
  }
  for (; k < length; ++k) w(k) = filter.step(s, in[k]);

  if constexpr (kBoundary == Boundary::duplicate) {
    s = Filter::settled(w(length - 1));
  } else {
    const Vector c = Filter::settled(last);
    const Vector t = filter.end * Vector{s.x - c.x, s.y - c.y, s.z - c.z};
    s = {c.x + t.x, c.y + t.y, c.z + t.z};
  }
  while (k-- > 0) out[k] = filter.step(s, w(k));
}

/// Calls `function` with the constant that `value` is.
template <auto kFirst, auto kSecond, typename Function>
void with_constant(decltype(kFirst) value, Function function) {
  if (value == kFirst) {
    function(std::integral_constant<decltype(kFirst), kFirst>());
  } else {
    function(std::integral_constant<decltype(kSecond), kSecond>());
  }
}

/// The pointer to the kernel of a form.
template <typename Filter>
auto choose(Boundary boundary, Scratch scratch) {
  void (*kernel)(const float*, float*, int, int, int, int, Filter) = nullptr;
  with_constant<Boundary::exact, Boundary::duplicate>(boundary, [&](auto b) {
    with_constant<Scratch::global, Scratch::local>(scratch, [&](auto s) {
      kernel = there_and_back<Filter, decltype(b)::value, decltype(s)::value>;
    });
  });
  return kernel;
}

}  // namespace one_way

void filter_one_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, Form form, Boundary boundary, Scratch scratch,
                    int lines_per_block, cudaStream_t stream) {
  const Coefficients& c = coefficients;
  const auto both = [&](const auto kernel, const auto& filter) {
    const auto blocks = [&](int lines) { return (lines - 1) / lines_per_block + 1; };
    kernel<<<blocks(height), lines_per_block, 0, stream>>>(d_input, d_output, height, width, width,
                                                           1, filter);
    KIT_CHECK(cudaGetLastError());
    kernel<<<blocks(width), lines_per_block, 0, stream>>>(d_output, d_output, width, height, 1,
                                                          width, filter);
    KIT_CHECK(cudaGetLastError());
  };
  switch (form) {
    case Form::direct:
      both(one_way::choose<one_way::Direct>(boundary, scratch),
           one_way::Direct{float(c.gain),
                           {float(c.a1), float(c.a2), float(c.a3)},
                           one_way::matrix_of(c.end_direct)});
      break;
    case Form::cascade:
      both(one_way::choose<one_way::Cascade>(boundary, scratch),
           one_way::Cascade{float(c.p), float(c.e1), float(c.e2),
                            one_way::matrix_of(c.end_cascade)});
      break;
  }
}

}  // namespace lab07
