/// @file
/// Lab 07, stage two_way: the centre goes straight into the output. Nobody else reads that pixel
/// before the barrier and nobody writes it after, so it needs no place in shared memory.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace two_way {

enum Part : unsigned { kLeft, kCentre, kRight, kParts };

struct Geometry {
  int lines, length, line_step, step;
};

struct Recursion {
  float p, e1, e2;
};

struct State {
  float u, w, d;
  __device__ explicit State(float value) : u(value), w(value), d(0.0f) {}
  __device__ float operator()(const Recursion& f, float sample) {
    u += f.p * (sample - u);
    d = f.e1 * (u - w) + f.e2 * d;
    w += d;
    return w;
  }
};

template <bool kLocal>
__global__ void filter_line(const float* input, float* output, float* scratch, Geometry g,
                            Recursion f, const float* __restrict__ weights, int radius,
                            bool duplicate) {
  const int line = blockIdx.x * blockDim.x + threadIdx.x;
  const bool active = line < g.lines;
  const int centre = g.length / 2;
  const int begin = active ? line * g.line_step : 0;
  float own[kLocal ? kLongestLocalLine / 2 : 1];

  // The half's pixels from its border on: number k is at outer + k * inward.
  const bool left = threadIdx.y == kLeft;
  const int outer = left ? begin : begin + (g.length - 1) * g.step;
  const int inward = left ? g.step : -g.step;
  const int count = !active || threadIdx.y == kCentre ? 0 : left ? centre : g.length - 1 - centre;

  if (active && threadIdx.y == kCentre) {
    // From the far ends inward: the small terms first.
    float sum = 0.0f;
    for (int r = radius; r > 0; --r) {
      sum += weights[r] * (input[begin + max(centre - r, 0) * g.step] +
                           input[begin + min(centre + r, g.length - 1) * g.step]);
    }
    sum += weights[0] * input[begin + centre * g.step];
    output[begin + centre * g.step] = sum;
  }
  if (count > 0) {
    State state(input[outer]);
    const int copies = left && duplicate ? min(3, count) : 0;
    for (int k = 0, at = outer; k < count; ++k, at += inward) {
      const float w = k < copies ? state.w : state(f, input[at]);
      (kLocal ? own[k] : scratch[at]) = w;
    }
  }
  __syncthreads();

  if (count > 0) {
    State state(output[begin + centre * g.step]);
    for (int k = count, at = outer + (count - 1) * inward; k-- > 0; at -= inward)
      output[at] = state(f, kLocal ? own[k] : scratch[at]);
  }
}

}  // namespace two_way

void filter_two_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, const float* d_weights, int radius,
                    Boundary boundary, Scratch scratch, float* d_workspace, int lines_per_block,
                    cudaStream_t stream) {
  using namespace two_way;
  const Recursion f{float(coefficients.p), float(coefficients.e1), float(coefficients.e2)};
  const float* source = d_input;
  for (const Geometry& g : {Geometry{height, width, width, 1}, Geometry{width, height, 1, width}}) {
    const int blocks = (g.lines + lines_per_block - 1) / lines_per_block;
    const dim3 threads(lines_per_block, kParts);
    const bool duplicate = boundary == Boundary::duplicate;
    if (scratch == Scratch::local) {
      filter_line<true><<<blocks, threads, 0, stream>>>(source, d_output, d_workspace, g, f,
                                                        d_weights, radius, duplicate);
    } else {
      filter_line<false><<<blocks, threads, 0, stream>>>(source, d_output, d_workspace, g, f,
                                                         d_weights, radius, duplicate);
    }
    KIT_CHECK(cudaGetLastError());
    source = d_output;
  }
}

}  // namespace lab07
