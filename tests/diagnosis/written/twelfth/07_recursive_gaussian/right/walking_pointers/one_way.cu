/// @file
/// Lab 07, stage one_way: one thread per line; pointers walk there and back again.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

/// Either form: its numbers, and the matrix at the end row by row. A state is a float3: (u, w, d),
/// or the last three values.
template <Form kForm>
struct Recursion {
  float c0, c1, c2, c3;
  float end[9];

  __device__ float next(float3& s, float sample) const {
    if constexpr (kForm == Form::direct) {
      const float value = c0 * sample + c1 * s.x + c2 * s.y + c3 * s.z;
      s = make_float3(value, s.x, s.y);
      return value;
    } else {
      s.x += c0 * (sample - s.x);
      s.z = c1 * (s.x - s.y) + c2 * s.z;
      s.y += s.z;
      return s.y;
    }
  }

  __device__ float3 rest(float value) const {
    return make_float3(value, value, kForm == Form::direct ? value : 0.0f);
  }

  __device__ float3 turned(const float3& s, float last) const {
    const float3 r = rest(last);
    const float x = s.x - r.x, y = s.y - r.y, z = s.z - r.z;
    return make_float3(r.x + (end[0] * x + end[1] * y + end[2] * z),
                       r.y + (end[3] * x + end[4] * y + end[5] * z),
                       r.z + (end[6] * x + end[7] * y + end[8] * z));
  }
};

template <Form kForm, Boundary kBoundary, Scratch kScratch>
__global__ void there_and_back(const float* source, float* target, int lines, int length, int pitch,
                               int stride, Recursion<kForm> recursion) {
  constexpr bool kKeep = kScratch == Scratch::local;
  const int line = threadIdx.x + blockIdx.x * blockDim.x;
  if (line < lines) {
    const float* from = source + line * pitch;
    float* const begin = target + line * pitch;
    const float head = *from;
    const float tail = from[(length - 1) * stride];
    float kept[kKeep ? kLongestLocalLine : 1];
    const auto keep = [&](int k, float value) {
      if constexpr (kKeep) {
        kept[k] = value;
      } else {
        begin[k * stride] = value;
      }
    };

    float3 state = recursion.rest(head);
    float value = head;
    int k = 0;
    if constexpr (kBoundary == Boundary::duplicate) {
      for (; k < min(length, 3); ++k) {
        keep(k, head);
        from += stride;
      }
    }
    for (; k < length; ++k) {
      value = recursion.next(state, *from);
      keep(k, value);
      from += stride;
    }

    state = kBoundary == Boundary::exact ? recursion.turned(state, tail) : recursion.rest(value);
    float* to = begin + (length - 1) * stride;
    while (k-- > 0) {
      float w;
      if constexpr (kKeep) {
        w = kept[k];
      } else {
        w = *to;
      }
      *to = recursion.next(state, w);
      to -= stride;
    }
  }
}

struct Job {
  const float* input;
  float* output;
  int width, height, per_block;
  cudaStream_t stream;

  template <Form kForm, Boundary kBoundary, Scratch kScratch>
  void both_directions(const Recursion<kForm>& recursion) const {
    const auto blocks = [this](int lines) { return 1 + (lines - 1) / per_block; };
    there_and_back<kForm, kBoundary, kScratch><<<blocks(height), per_block, 0, stream>>>(
        input, output, height, width, width, 1, recursion);
    KIT_CHECK(cudaGetLastError());
    there_and_back<kForm, kBoundary, kScratch><<<blocks(width), per_block, 0, stream>>>(
        output, output, width, height, 1, width, recursion);
    KIT_CHECK(cudaGetLastError());
  }

  template <Form kForm>
  void run(const Recursion<kForm>& recursion, Boundary boundary, Scratch scratch) const {
    if (boundary == Boundary::exact) {
      if (scratch == Scratch::local) {
        both_directions<kForm, Boundary::exact, Scratch::local>(recursion);
      } else {
        both_directions<kForm, Boundary::exact, Scratch::global>(recursion);
      }
    } else {
      if (scratch == Scratch::local) {
        both_directions<kForm, Boundary::duplicate, Scratch::local>(recursion);
      } else {
        both_directions<kForm, Boundary::duplicate, Scratch::global>(recursion);
      }
    }
  }
};

}  // namespace

void filter_one_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& c, Form form, Boundary boundary, Scratch scratch,
                    int lines_per_block, cudaStream_t stream) {
  const Job job{d_input, d_output, width, height, lines_per_block, stream};
  const auto narrow = [](double value) { return static_cast<float>(value); };
  if (form == Form::direct) {
    Recursion<Form::direct> r{narrow(c.gain), narrow(c.a1), narrow(c.a2), narrow(c.a3), {}};
    for (int n = 0; n < 9; ++n) r.end[n] = narrow(c.end_direct[n / 3][n % 3]);
    job.run(r, boundary, scratch);
  } else {
    Recursion<Form::cascade> r{narrow(c.p), narrow(c.e1), narrow(c.e2), 0.0f, {}};
    for (int n = 0; n < 9; ++n) r.end[n] = narrow(c.end_cascade[n / 3][n % 3]);
    job.run(r, boundary, scratch);
  }
}

}  // namespace lab07
