/// @file
/// Lab 07, stage two_way: blocks of one dimension, first all left halves, then all centres, then
/// all right halves; the centres in dynamic shared memory.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

enum Role : int { kLeft, kCentre, kRight };

struct Geometry {
  int lines, length, pitch, stride;
};

struct Stages {
  float p, e1, e2;
};

template <bool kOwnArray>
__global__ void from_both_ends(const float* source, float* target, float* keep, Geometry g,
                               Stages stages, const float* __restrict__ weights, int radius,
                               bool copy_left) {
  extern __shared__ float centres[];
  const int per_block = blockDim.x / 3;
  const int role = threadIdx.x / per_block, slot = threadIdx.x % per_block;
  const int line = blockIdx.x * per_block + slot;
  const bool works = line < g.lines;
  const int middle = g.length / 2;
  const int origin = line * g.pitch;

  // The half as (offset of its outermost pixel, step towards the middle, pixels).
  const int outermost = role == kRight ? origin + (g.length - 1) * g.stride : origin;
  const int inwards = role == kRight ? -g.stride : g.stride;
  const int pixels = !works || role == kCentre ? 0
                     : role == kLeft           ? middle
                                               : g.length - 1 - middle;
  float own[kOwnArray ? (kLongestLocalLine + 1) / 2 : 1];
  float u = 0.0f, w = 0.0f, d = 0.0f;
  const auto advance = [&](float sample) {
    u += stages.p * (sample - u);
    d = stages.e1 * (u - w) + stages.e2 * d;
    w += d;
  };

  if (works && role == kCentre) {
    float sum = 0.0f;
    for (int r = radius; r > 0; --r) {
      const int before = middle - r < 0 ? 0 : middle - r;
      const int after = middle + r >= g.length ? g.length - 1 : middle + r;
      sum += weights[r] * (source[origin + before * g.stride] + source[origin + after * g.stride]);
    }
    centres[slot] = sum + weights[0] * source[origin + middle * g.stride];
  }
  if (pixels > 0) {
    const float border = source[outermost];
    u = w = border;
    int at = outermost;
    for (int k = 0; k < pixels; ++k) {
      const bool copied = copy_left && role == kLeft && k < 3;
      if (!copied) advance(source[at]);
      const float value = copied ? border : w;
      if constexpr (kOwnArray) {
        own[k] = value;
      } else {
        keep[at] = value;
      }
      at += inwards;
    }
  }

  __syncthreads();

  if (!works) return;
  const float centre = centres[slot];
  if (role == kCentre) target[origin + middle * g.stride] = centre;
  u = w = centre;
  d = 0.0f;
  int at = outermost + pixels * inwards;
  for (int k = pixels; k > 0; --k) {
    at -= inwards;
    if constexpr (kOwnArray) {
      advance(own[k - 1]);
    } else {
      advance(keep[at]);
    }
    target[at] = w;
  }
}

}  // namespace

void filter_two_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, const float* d_weights, int radius,
                    Boundary boundary, Scratch scratch, float* d_workspace, int lines_per_block,
                    cudaStream_t stream) {
  const Stages stages{static_cast<float>(coefficients.p), static_cast<float>(coefficients.e1),
                      static_cast<float>(coefficients.e2)};
  const bool copy_left = boundary == Boundary::duplicate;
  const unsigned threads = 3 * lines_per_block;
  const std::size_t bytes = lines_per_block * sizeof(float);
  const auto filter = [&](const float* from, const Geometry& g) {
    const unsigned blocks = (g.lines + lines_per_block - 1) / lines_per_block;
    if (scratch == Scratch::local) {
      from_both_ends<true><<<blocks, threads, bytes, stream>>>(from, d_output, d_workspace, g,
                                                               stages, d_weights, radius, copy_left);
    } else {
      from_both_ends<false><<<blocks, threads, bytes, stream>>>(
          from, d_output, d_workspace, g, stages, d_weights, radius, copy_left);
    }
    KIT_CHECK(cudaGetLastError());
  };
  filter(d_input, Geometry{height, width, width, 1});
  filter(d_output, Geometry{width, height, 1, width});
}

}  // namespace lab07
