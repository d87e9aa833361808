/// @file
/// Lab 07, stage two_way. The three threads of a line are neighbours: threadIdx.x is the role,
/// threadIdx.y the line. They need not be in one warp, so the whole block waits.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace two_way {

constexpr int kMaxLines = 128;
constexpr int kLongestHalf = kLongestLocalLine / 2;

enum Role { kLeft = 0, kCentre = 1, kRight = 2, kRoles = 3 };

struct Cascade {
  float p, e1, e2;
  float u, w, d;
  __device__ void settle(float value) {
    u = w = value;
    d = 0.0f;
  }
  __device__ float step(float sample) {
    u += p * (sample - u);
    d = e1 * (u - w) + e2 * d;
    return w += d;
  }
};

/// The Gaussian sum at pixel `centre`: from the far ends of the window to its middle.
__device__ float gaussian_sum(const float* line, int step, int length, int centre,
                              const float* __restrict__ weights, int radius) {
  float sum = 0.0f;
  for (int k = radius; k > 0; --k) {
    const int before = k < centre ? centre - k : 0;
    const int behind = k < length - 1 - centre ? centre + k : length - 1;
    sum += weights[k] * (line[before * step] + line[behind * step]);
  }
  return sum + weights[0] * line[centre * step];
}

template <bool kLocal>
__global__ void filter_halves(const float* input, float* output, float* scratch, int lines,
                              int length, int line_step, int step, Cascade filter,
                              const float* __restrict__ weights, int radius, Boundary boundary) {
  __shared__ float centres[kMaxLines];
  float local[kLocal ? kLongestHalf : 1];
  const int role = threadIdx.x, place = threadIdx.y;
  const int line = blockIdx.x * blockDim.y + place;
  const int middle = length / 2;

  // The border pixel of this thread's half, the way from it to the middle, and its pixels.
  int border = line * line_step, way = step, count = 0;
  if (line < lines) {
    switch (role) {
      case kLeft:
        count = middle;
        break;
      case kRight:
        border += (length - 1) * step;
        way = -step;
        count = length - 1 - middle;
        break;
      default:
        centres[place] = gaussian_sum(input + border, step, length, middle, weights, radius);
    }
  }
  if (count > 0) {
    const float first = input[border];
    filter.settle(first);
    for (int k = 0, at = border; k < count; ++k, at += way) {
      const bool copy = k == 0 || (k < 3 && role == kLeft && boundary == Boundary::duplicate);
      const float w = filter.step(copy ? first : input[at]);
      if (kLocal) {
        local[k] = w;
      } else {
        scratch[at] = w;
      }
    }
  }
  __syncthreads();

  if (line >= lines) return;
  const float centre = centres[place];
  if (role == kCentre) {
    output[border + middle * step] = centre;
    return;
  }
  filter.settle(centre);
  for (int k = count - 1, at = border + (count - 1) * way; k >= 0; --k, at -= way) {
    float w;
    if (kLocal) {
      w = local[k];
    } else {
      w = scratch[at];
    }
    output[at] = filter.step(w);
  }
}

}  // namespace two_way

void filter_two_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, const float* d_weights, int radius,
                    Boundary boundary, Scratch scratch, float* d_workspace, int lines_per_block,
                    cudaStream_t stream) {
  const two_way::Cascade filter{
      float(coefficients.p), float(coefficients.e1), float(coefficients.e2), 0, 0, 0};
  const auto kernel =
      scratch == Scratch::local ? two_way::filter_halves<true> : two_way::filter_halves<false>;
  const auto pass = [&](const float* d_from, int lines, int length, int line_step, int step) {
    const int blocks = (lines + lines_per_block - 1) / lines_per_block;
    kernel<<<blocks, dim3(two_way::kRoles, lines_per_block), 0, stream>>>(
        d_from, d_output, d_workspace, lines, length, line_step, step, filter, d_weights, radius,
        boundary);
    KIT_CHECK(cudaGetLastError());
  };
  pass(d_input, height, width, width, 1);
  pass(d_output, width, height, 1, width);
}

}  // namespace lab07
