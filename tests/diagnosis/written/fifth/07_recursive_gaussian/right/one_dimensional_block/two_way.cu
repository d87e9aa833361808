/// @file
/// Lab 07, stage two_way: a block of one dimension, its first third the left halves, its second
/// the centres, its last third the right halves; the centres are in dynamic shared memory.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace two_way {

enum Role { kLeft = 0, kCentre = 1, kRight = 2 };

struct State {
  float u, w, d;
};

struct Constants {
  float p, e1, e2;
  __device__ float advance(State& s, float sample) const {
    s.u += p * (sample - s.u);
    s.d = e1 * (s.u - s.w) + e2 * s.d;
    s.w += s.d;
    return s.w;
  }
};

struct Pass {
  int lines, length, line_step, step;
};

template <Scratch kScratch>
__global__ void halves_and_centre(const float* input, float* output, float* workspace, Pass pass,
                                  Constants constants, const float* __restrict__ weights,
                                  int radius, bool duplicate) {
  extern __shared__ float centres[];
  constexpr bool kOwn = kScratch == Scratch::local;
  float own[kOwn ? kLongestLocalLine / 2 : 1];

  const int per_block = blockDim.x / 3;
  const int role = threadIdx.x / per_block;
  const int place = threadIdx.x % per_block;
  const int line = blockIdx.x * per_block + place;
  const bool works = line < pass.lines;
  const int start = line * pass.line_step;
  const int last = pass.length - 1;
  const int middle = pass.length / 2;

  // Pixel number k from the border that the thread starts at.
  const auto index = [&](int k) { return start + (role == kRight ? last - k : k) * pass.step; };
  const int pixels = role == kLeft ? middle : role == kRight ? last - middle : 0;

  if (works) {
    if (role == kCentre) {
      float sum = 0.0f;
      for (int r = radius; r > 0; --r) {  // the small ones first
        const int left = middle > r ? middle - r : 0;
        const int right = last - middle > r ? middle + r : last;
        sum += weights[r] * (input[start + left * pass.step] + input[start + right * pass.step]);
      }
      centres[place] = sum + weights[0] * input[start + middle * pass.step];
    } else if (pixels > 0) {
      const float border = input[index(0)];
      State state{border, border, 0.0f};
      for (int k = 0; k < pixels; ++k) {
        float value = border;
        if (!(duplicate && role == kLeft && k < 3)) {
          value = constants.advance(state, input[index(k)]);
        }
        if constexpr (kOwn) {
          own[k] = value;
        } else {
          workspace[index(k)] = value;
        }
      }
    }
  }

  __syncthreads();

  if (works) {
    const float x = centres[place];
    if (role == kCentre) output[start + middle * pass.step] = x;
    State state{x, x, 0.0f};
    for (int k = pixels; k-- > 0;) {
      float value;
      if constexpr (kOwn) {
        value = own[k];
      } else {
        value = workspace[index(k)];
      }
      output[index(k)] = constants.advance(state, value);
    }
  }
}

}  // namespace two_way

void filter_two_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, const float* d_weights, int radius,
                    Boundary boundary, Scratch scratch, float* d_workspace, int lines_per_block,
                    cudaStream_t stream) {
  using namespace two_way;
  const Constants constants{float(coefficients.p), float(coefficients.e1), float(coefficients.e2)};
  const bool duplicate = boundary == Boundary::duplicate;
  const std::size_t bytes = lines_per_block * sizeof(float);
  const auto launch = [&](const float* from, Pass pass) {
    const int blocks = (pass.lines + lines_per_block - 1) / lines_per_block;
    if (scratch == Scratch::local) {
      halves_and_centre<Scratch::local><<<blocks, 3 * lines_per_block, bytes, stream>>>(
          from, d_output, d_workspace, pass, constants, d_weights, radius, duplicate);
    } else {
      halves_and_centre<Scratch::global><<<blocks, 3 * lines_per_block, bytes, stream>>>(
          from, d_output, d_workspace, pass, constants, d_weights, radius, duplicate);
    }
    KIT_CHECK(cudaGetLastError());
  };
  launch(d_input, Pass{height, width, width, 1});
  launch(d_output, Pass{width, height, 1, width});
}

}  // namespace lab07
