/// Lab 07, stage two_way: flat blocks of three groups of threads, cooperative groups' barrier.
#include <cooperative_groups.h>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

namespace lab07 {
namespace {

enum Role : unsigned { kLeft = 0, kCentre = 1, kRight = 2 };

struct Image {
  int lines, length, line_step, step;
};

struct Section {
  float p, e1, e2;
};

struct Runner {
  Section f;
  float u, w, d;

  __device__ Runner(Section section, float start) : f(section), u(start), w(start), d(0.0f) {}
  __device__ float operator()(float in) {
    u += f.p * (in - u);
    d = f.e1 * (u - w) + f.e2 * d;
    w += d;
    return w;
  }
};

template <Scratch S>
__global__ void thirds(const float* in, float* out, float* work, Image g, Section section,
                       const float* __restrict__ weights, int radius, bool duplicate) {
  extern __shared__ float centre_of[];
  const cg::thread_block block = cg::this_thread_block();
  const unsigned per_block = block.size() / 3;
  const unsigned slot = block.thread_rank() % per_block;
  const unsigned role = block.thread_rank() / per_block;
  const int line = blockIdx.x * per_block + slot;
  const bool active = line < g.lines;

  const int n = g.length, c = n / 2;
  const int base = line * g.line_step;
  const auto pixel = [=](int k) { return base + k * g.step; };
  // Pixel number k of this thread's half, from the border towards the centre.
  const auto mine = [=](int k) { return role == kRight ? pixel(n - 1 - k) : pixel(k); };
  const int count = role == kLeft ? c : role == kRight ? n - 1 - c : 0;
  float stack[S == Scratch::local ? kLongestLocalLine / 2 : 1];

  if (active) {
    if (role == kCentre) {
      float sum = weights[0] * in[pixel(c)];
      for (int r = 1; r <= radius; ++r) {
        sum += weights[r] * (in[pixel(c > r ? c - r : 0)] + in[pixel(c + r < n ? c + r : n - 1)]);
      }
      centre_of[slot] = sum;
    } else if (count > 0) {
      const float border = in[mine(0)];
      Runner run(section, border);
      const int given = duplicate && role == kLeft ? min(3, count) : 0;
      for (int k = 0; k < count; ++k) {
        const float value = k < given ? border : run(in[mine(k)]);
        if constexpr (S == Scratch::local) {
          stack[k] = value;
        } else {
          work[mine(k)] = value;
        }
      }
    }
  }
  block.sync();

  if (active) {
    const float centre = centre_of[slot];
    if (role == kCentre) out[pixel(c)] = centre;
    Runner run(section, centre);
    for (int k = count; k-- > 0;) {
      if constexpr (S == Scratch::local) {
        out[mine(k)] = run(stack[k]);
      } else {
        out[mine(k)] = run(work[mine(k)]);
      }
    }
  }
}

}  // namespace

void filter_two_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, const float* d_weights, int radius,
                    Boundary boundary, Scratch scratch, float* d_workspace, int lines_per_block,
                    cudaStream_t stream) {
  const Section section{static_cast<float>(coefficients.p), static_cast<float>(coefficients.e1),
                        static_cast<float>(coefficients.e2)};
  const bool duplicate = boundary == Boundary::duplicate;
  const auto run = [&](const float* from, const Image& g) {
    const int blocks = (g.lines + lines_per_block - 1) / lines_per_block;
    const size_t shared = sizeof(float) * lines_per_block;
    if (scratch == Scratch::local) {
      thirds<Scratch::local><<<blocks, 3 * lines_per_block, shared, stream>>>(
          from, d_output, d_workspace, g, section, d_weights, radius, duplicate);
    } else {
      thirds<Scratch::global><<<blocks, 3 * lines_per_block, shared, stream>>>(
          from, d_output, d_workspace, g, section, d_weights, radius, duplicate);
    }
    KIT_CHECK(cudaGetLastError());
  };
  run(d_input, {height, width, width, 1});
  run(d_output, {width, height, 1, width});
}

}  // namespace lab07
