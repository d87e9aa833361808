// The two forms of the filter as stateless structs, and the turn at the end of a line;
// one_way_own_header.cu uses them.
#pragma once
#include "lab.hpp"

namespace lab07 {
namespace forms {

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

}  // namespace forms
}  // namespace lab07
