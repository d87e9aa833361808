/// @file
/// Lab 07, stage one_way: pointers that walk there and back; form, boundary and scratch are all
/// template arguments, and the state is three plain numbers in a float3.
#include <type_traits>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace one_way {

struct Numbers {
  float4 c;      // gain, a1, a2, a3, or p, e1, e2 and nothing
  float end[9];  // by rows
};

template <Form kForm>
__device__ __forceinline__ float go(float3& s, const float4& c, float sample) {
  if constexpr (kForm == Form::direct) {
    s = make_float3(c.x * sample + c.y * s.x + c.z * s.y + c.w * s.z, s.x, s.y);
    return s.x;
  } else {
    s.x = fmaf(c.x, sample - s.x, s.x);
    s.z = fmaf(c.y, s.x - s.y, c.z * s.z);
    return s.y += s.z;
  }
}

template <Form kForm>
__device__ __forceinline__ float3 still(float value) {
  return make_float3(value, value, kForm == Form::direct ? value : 0.0f);
}

template <Form kForm, Boundary kBoundary, Scratch kScratch>
__global__ void there_and_back(const float* from, float* to, int2 extent, int2 steps, Numbers f) {
  const int line = threadIdx.x + blockDim.x * blockIdx.x;
  if (line < extent.x) {
    from += line * steps.x;
    to += line * steps.x;
    float stack[kScratch == Scratch::local ? kLongestLocalLine : 1];
    float* top = stack;
    const float* read = from;
    float* write = to;
    const float* const stop = from + std::ptrdiff_t(extent.y) * steps.y;
    const float head = *from, tail = stop[-steps.y];
    const auto push = [&](float w) {
      if constexpr (kScratch == Scratch::local) {
        *top++ = w;
      } else {
        *write = w;
      }
      write += steps.y;
      read += steps.y;
    };

    float3 s = still<kForm>(head);
    float w = head;
    if constexpr (kBoundary == Boundary::duplicate) {
      for (int left = min(3, extent.y); left--;) push(head);
    }
    while (read != stop) push(w = go<kForm>(s, f.c, *read));

    if constexpr (kBoundary == Boundary::exact) {
      const float3 z = still<kForm>(tail);
      const float3 e = make_float3(s.x - z.x, s.y - z.y, s.z - z.z);
      const float* const m = f.end;
      s = make_float3(z.x + m[0] * e.x + m[1] * e.y + m[2] * e.z,
                      z.y + m[3] * e.x + m[4] * e.y + m[5] * e.z,
                      z.z + m[6] * e.x + m[7] * e.y + m[8] * e.z);
    } else {
      s = still<kForm>(w);
    }

    while (write != to) {
      write -= steps.y;
      if constexpr (kScratch == Scratch::local) {
        *write = go<kForm>(s, f.c, *--top);
      } else {
        *write = go<kForm>(s, f.c, *write);
      }
    }
  }
}

template <typename Value, Value kValue>
using Constant = std::integral_constant<Value, kValue>;

}  // namespace one_way

void filter_one_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, Form form, Boundary boundary, Scratch scratch,
                    int lines_per_block, cudaStream_t stream) {
  using namespace one_way;
  const auto run = [&](auto the_form, auto the_boundary, auto the_scratch) {
    const Coefficients& c = coefficients;
    Numbers f;
    const double* end;
    if (form == Form::direct) {
      f.c = make_float4(float(c.gain), float(c.a1), float(c.a2), float(c.a3));
      end = &c.end_direct[0][0];
    } else {
      f.c = make_float4(float(c.p), float(c.e1), float(c.e2), 0.0f);
      end = &c.end_cascade[0][0];
    }
    for (int i = 0; i < 9; ++i) f.end[i] = float(end[i]);
    auto* const kernel = &there_and_back<the_form(), the_boundary(), the_scratch()>;
    const float* d_from = d_input;
    for (bool rows = true;; rows = false) {
      const int2 extent = rows ? make_int2(height, width) : make_int2(width, height);
      const int2 steps = rows ? make_int2(width, 1) : make_int2(1, width);
      const dim3 grid((extent.x - 1) / lines_per_block + 1);
      kernel<<<grid, lines_per_block, 0, stream>>>(d_from, d_output, extent, steps, f);
      KIT_CHECK(cudaGetLastError());
      if (!rows) break;
      d_from = d_output;
    }
  };
  const auto with_scratch = [&](auto the_form, auto the_boundary) {
    if (scratch == Scratch::local) {
      run(the_form, the_boundary, Constant<Scratch, Scratch::local>());
    } else {
      run(the_form, the_boundary, Constant<Scratch, Scratch::global>());
    }
  };
  const auto with_boundary = [&](auto the_form) {
    if (boundary == Boundary::exact) {
      with_scratch(the_form, Constant<Boundary, Boundary::exact>());
    } else {
      with_scratch(the_form, Constant<Boundary, Boundary::duplicate>());
    }
  };
  if (form == Form::direct) {
    with_boundary(Constant<Form, Form::direct>());
  } else {
    with_boundary(Constant<Form, Form::cascade>());
  }
}

}  // namespace lab07
