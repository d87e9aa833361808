/// @file
/// Lab 07, stage one_way: one kernel template over the form, the boundary and the place of w[].
#include <type_traits>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace one_way {

struct Vec3 {
  float a, b, c;
};

struct Mat3 {
  Vec3 row[3];
  __device__ Vec3 operator*(const Vec3& v) const {
    const auto dot = [&v](const Vec3& r) { return r.a * v.a + r.b * v.b + r.c * v.c; };
    return {dot(row[0]), dot(row[1]), dot(row[2])};
  }
};

Mat3 to_matrix(const double (&m)[3][3]) {
  Mat3 result{};
  for (int i = 0; i < 3; ++i) result.row[i] = {float(m[i][0]), float(m[i][1]), float(m[i][2])};
  return result;
}

/// State (w[k-1], w[k-2], w[k-3]).
struct DirectForm {
  Mat3 end;
  float gain, a1, a2, a3;
  static __device__ Vec3 settled(float x) { return {x, x, x}; }
  __device__ float operator()(Vec3& s, float in) const {
    s = Vec3{gain * in + a1 * s.a + a2 * s.b + a3 * s.c, s.a, s.b};
    return s.a;
  }
};

/// State (u, w, d).
struct CascadeForm {
  Mat3 end;
  float p, e1, e2;
  static __device__ Vec3 settled(float x) { return {x, x, 0.0f}; }
  __device__ float operator()(Vec3& s, float in) const {
    s.a = s.a + p * (in - s.a);
    s.c = e1 * (s.a - s.b) + e2 * s.c;
    s.b = s.b + s.c;
    return s.b;
  }
};

/// A line in an image, by pixel number.
template <typename T>
struct Strided {
  T* origin;
  int step;
  __device__ T& operator[](int k) const { return origin[k * step]; }
};

/// w[] in the thread's own memory.
struct OwnArray {
  float value[kLongestLocalLine];
  __device__ explicit OwnArray(const Strided<float>&) {}
  __device__ float& operator[](int k) { return value[k]; }
};

/// w[] where the output will be.
struct InOutput {
  Strided<float> line;
  __device__ explicit InOutput(const Strided<float>& out) : line(out) {}
  __device__ float& operator[](int k) { return line[k]; }
};

struct Geometry {
  int lines, length, line_step, step;
};

template <typename Form, typename Store, bool kExact>
__global__ void there_and_back(const float* input, float* output, Geometry g, Form form) {
  const int number = blockDim.x * blockIdx.x + threadIdx.x;
  if (number < g.lines) {
    const Strided<const float> in{input + number * g.line_step, g.step};
    const Strided<float> out{output + number * g.line_step, g.step};
    const int n = g.length;
    const float left = in[0], right = in[n - 1];  // `output` may be `input`
    Store w(out);

    Vec3 state = Form::settled(left);
    int k = 0;
    if constexpr (!kExact) {
      while (k < n && k < 3) w[k++] = left;
    }
    while (k < n) {
      w[k] = form(state, in[k]);
      ++k;
    }

    if constexpr (kExact) {
      const Vec3 x = Form::settled(right);
      const Vec3 t = form.end * Vec3{state.a - x.a, state.b - x.b, state.c - x.c};
      state = Vec3{x.a + t.a, x.b + t.b, x.c + t.c};
    } else {
      state = Form::settled(w[n - 1]);
    }
    while (k-- > 0) out[k] = form(state, w[k]);
  }
}

/// Calls with std::true_type or std::false_type.
template <typename Call>
void with_flag(bool flag, Call&& call) {
  flag ? call(std::true_type{}) : call(std::false_type{});
}

}  // namespace one_way

void filter_one_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, Form form, Boundary boundary, Scratch scratch,
                    int lines_per_block, cudaStream_t stream) {
  using namespace one_way;
  const Geometry pass[2] = {{height, width, width, 1}, {width, height, 1, width}};

  const auto run = [&](auto filter) {
    using Filter = decltype(filter);
    with_flag(scratch == Scratch::local, [&](auto local) {
      with_flag(boundary == Boundary::exact, [&](auto exact) {
        using Store = std::conditional_t<decltype(local)::value, OwnArray, InOutput>;
        const float* from = d_input;
        for (const Geometry& g : pass) {
          const int blocks = 1 + (g.lines - 1) / lines_per_block;
          there_and_back<Filter, Store, decltype(exact)::value>
              <<<blocks, lines_per_block, 0, stream>>>(from, d_output, g, filter);
          KIT_CHECK(cudaGetLastError());
          from = d_output;
        }
      });
    });
  };

  const Coefficients& c = coefficients;
  if (form == Form::cascade) {
    run(CascadeForm{to_matrix(c.end_cascade), float(c.p), float(c.e1), float(c.e2)});
  } else {
    run(DirectForm{to_matrix(c.end_direct), float(c.gain), float(c.a1), float(c.a2), float(c.a3)});
  }
}

}  // namespace lab07
