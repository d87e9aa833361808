/// @file
/// Lab 07, stage two_way: a flat block, first all left halves, then all centres, then all right
/// halves; the halves walk with pointers. The centre comes through dynamic shared memory.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

enum Job { kLeft = 0, kCentre = 1, kRight = 2 };

struct Cascade {
  float p, e1, e2;
};

/// The lines of one direction.
struct Geometry {
  int lines, length, line_step, step;
};

class Recursion {
 public:
  __device__ Recursion(const Cascade& cascade, float rest) : c(cascade), u(rest), w(rest) {}
  __device__ float operator()(float x) {
    u = u + c.p * (x - u);
    d = c.e1 * (u - w) + c.e2 * d;
    w = w + d;
    return w;
  }

 private:
  const Cascade c;
  float u, w, d = 0.0f;
};

__device__ float centre_value(const float* line, const Geometry& g, const float* weights,
                              int radius) {
  const int centre = g.length / 2;
  float sum = 0.0f;
  for (int offset = -radius; offset <= radius; ++offset) {
    int k = centre + offset;
    k = k < 0 ? 0 : (k >= g.length ? g.length - 1 : k);
    sum += weights[offset < 0 ? -offset : offset] * line[k * g.step];
  }
  return sum;
}

template <Scratch kScratch>
__global__ void two_way_kernel(const float* in, float* out, float* workspace, Geometry g,
                               Cascade cascade, const float* weights, int radius, int copies) {
  extern __shared__ float centres[];
  const int lines_here = blockDim.x / 3;
  const int slot = threadIdx.x % lines_here;
  const int job = threadIdx.x / lines_here;
  const int line = blockIdx.x * lines_here + slot;
  const int start = line * g.line_step;
  const int centre = g.length / 2;

  // The half's outermost pixel, the way inwards, and the number of its pixels.
  const int outer = job == kRight ? start + (g.length - 1) * g.step : start;
  const int inwards = job == kRight ? -g.step : g.step;
  const int count = line >= g.lines || job == kCentre ? 0
                    : job == kRight                   ? g.length - centre - 1
                                                      : centre;

  [[maybe_unused]] float own[kScratch == Scratch::local ? kLongestLocalLine / 2 : 1];

  if (line < g.lines && job == kCentre) {
    centres[slot] = centre_value(in + start, g, weights, radius);
  }
  if (count > 0) {
    const float* read = in + outer;
    const float edge = *read;
    Recursion recursion(cascade, edge);
    const int copied = job == kLeft ? min(copies, count) : 0;
    for (int k = 0; k < count; ++k, read += inwards) {
      float w = edge;
      if (k >= copied) w = recursion(*read);
      if constexpr (kScratch == Scratch::local) {
        own[k] = w;
      } else {
        workspace[outer + k * inwards] = w;
      }
    }
  }
  __syncthreads();
  if (line < g.lines && job == kCentre) out[start + centre * g.step] = centres[slot];
  if (count > 0) {
    Recursion recursion(cascade, centres[slot]);
    float* write = out + outer + (count - 1) * inwards;
    for (int k = count; k-- > 0; write -= inwards) {
      if constexpr (kScratch == Scratch::local) {
        *write = recursion(own[k]);
      } else {
        *write = recursion(workspace[outer + k * inwards]);
      }
    }
  }
}

}  // namespace

void filter_two_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, const float* d_weights, int radius,
                    Boundary boundary, Scratch scratch, float* d_workspace, int lines_per_block,
                    cudaStream_t stream) {
  const Cascade cascade{static_cast<float>(coefficients.p), static_cast<float>(coefficients.e1),
                        static_cast<float>(coefficients.e2)};
  const int copies = boundary == Boundary::duplicate ? 3 : 0;
  const Geometry directions[2] = {{height, width, width, 1}, {width, height, 1, width}};
  const float* d_from = d_input;
  for (const Geometry& g : directions) {
    const int blocks = (g.lines - 1) / lines_per_block + 1;
    const int threads = 3 * lines_per_block;
    const std::size_t bytes = lines_per_block * sizeof(float);
    if (scratch == Scratch::local) {
      two_way_kernel<Scratch::local><<<blocks, threads, bytes, stream>>>(
          d_from, d_output, d_workspace, g, cascade, d_weights, radius, copies);
    } else {
      two_way_kernel<Scratch::global><<<blocks, threads, bytes, stream>>>(
          d_from, d_output, d_workspace, g, cascade, d_weights, radius, copies);
    }
    KIT_CHECK(cudaGetLastError());
    d_from = d_output;
  }
}

}  // namespace lab07
