// Right: a struct for the line, blocks of 128 threads, the distance kept by the later of two
// neighbours.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kBlock = 128;

// One line of the image.
struct LineView {
  const float4* px;
  const float* gaps;
  int step;
  __device__ float4 pixel(int k) const { return px[k * step]; }
  // Between neighbours a and b; it stands at the later one.
  __device__ float between(int a, int b) const { return gaps[max(a, b) * step]; }
};

__global__ void warm_up(const float4* __restrict__ in, const float* __restrict__ gaps,
                        State* __restrict__ starts, Lines lines, Recursion rec, float reach,
                        bool printed) {
  const int line = blockIdx.x * kBlock + threadIdx.x;
  if (line >= lines.count) return;
  const LineView view{in + line * lines.line_step, gaps + line * lines.line_step, lines.pixel_step};
  const int sections = gridDim.y, n = blockIdx.y, dir = blockIdx.z;
  const Section sec = section(lines.length, sections, n);
  State s = {};
  if (sec.end > sec.begin) {
    const int target = dir == 0 ? sec.begin : sec.end - 1;
    const int edge = dir == 0 ? 0 : lines.length - 1;
    const int out = dir == 0 ? -1 : 1;
    int k = target;
    float distance = 0.0f;
    while (k != edge && distance < reach) {
      distance += view.between(k, k + out);
      k += out;
    }
    float4 previous = view.pixel(k);
    if (printed && k != edge && k != target) {
      const int inner = min(max(k - out, 0), lines.length - 1);
      const float4 next = view.pixel(inner);
      for (int i = 0; i < kPoles; ++i) {
        Complex g = -1.0f * rec.pole[i].r1;  // a / (1 - b)
        if (dir == 1) g = g * rec.pole[i].b;
        s.h[i][0] = (next.x - previous.x) * g;
        s.h[i][1] = (next.y - previous.y) * g;
        s.h[i][2] = (next.z - previous.z) * g;
      }
    }
    while (k != target) {
      const float4 p = view.pixel(k - out);
      advance(s, rec, view.between(k, k - out), previous, p);
      previous = p;
      k -= out;
    }
  }
  starts[start_index(lines, sections, dir, n, line)] = s;
}

}  // namespace

void boundary_starts(const float4* d_input, const float* d_spacing, State* d_starts, Lines lines,
                     const Recursion& recursion, int blocks_per_stripe, float reach, Start start,
                     cudaStream_t stream) {
  const dim3 blocks((lines.count + kBlock - 1) / kBlock, blocks_per_stripe, 2);
  warm_up<<<blocks, kBlock, 0, stream>>>(d_input, d_spacing, d_starts, lines, recursion, reach,
                                         start == Start::printed);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab08
