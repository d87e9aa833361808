/// @file
/// Lab 07, stage transposed: tiles without padding (XOR swizzle), a thread per pixel; columns with
/// the next group of pixels loaded while the present one is filtered.
#include <cooperative_groups.h>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

#define LAUNCH_CHECK() KIT_CHECK(cudaPeekAtLastError())

namespace lab07 {
namespace {

constexpr int TILE = 32;
constexpr int GROUP = 16;

constexpr int div_up(int a, int b) {
  return (a + b - 1) / b;
}

struct Numbers {
  float p, e1, e2;
  float m[9];
};

__global__ void __launch_bounds__(TILE* TILE)
    transpose_tile(const float* __restrict__ src, float* __restrict__ dst, int2 size) {
  __shared__ float tile[TILE * TILE];
  const cg::thread_block block = cg::this_thread_block();
  const int lane = threadIdx.x, warp = threadIdx.y;

  int2 from = make_int2(blockIdx.x * TILE + lane, blockIdx.y * TILE + warp);
  if (from.x < size.x && from.y < size.y) {
    tile[warp * TILE + (lane ^ warp)] = __ldg(src + from.y * size.x + from.x);
  }
  block.sync();
  int2 to = make_int2(blockIdx.y * TILE + lane, blockIdx.x * TILE + warp);
  if (to.x < size.y && to.y < size.x) {
    dst[to.y * size.y + to.x] = tile[lane * TILE + (warp ^ lane)];
  }
}

/// Walks along a column: `first` is its first pixel on the way, `stride` the way to the next.
struct Walker {
  float u, w, d;

  __device__ void walk(const Numbers& f, float* first, int stride, int n) {
    float now[GROUP], next[GROUP];
#pragma unroll
    for (int i = 0; i < GROUP; ++i) next[i] = i < n ? first[i * stride] : 0.0f;
    for (int base = 0; base < n; base += GROUP) {
#pragma unroll
      for (int i = 0; i < GROUP; ++i) now[i] = next[i];
      const int following = base + GROUP;
#pragma unroll
      for (int i = 0; i < GROUP; ++i) {
        if (following + i < n) next[i] = first[(following + i) * stride];
      }
#pragma unroll
      for (int i = 0; i < GROUP; ++i) {
        if (base + i < n) {
          u += f.p * (now[i] - u);
          d = f.e1 * (u - w) + f.e2 * d;
          w += d;
          first[(base + i) * stride] = w;
        }
      }
    }
  }
};

__global__ void columns(float* image, int width, int height, Numbers f) {
  const int x = blockDim.x * blockIdx.x + threadIdx.x;
  if (x < width) {
    float* const top = image + x;
    float* const bottom = top + (height - 1) * width;
    const float end = *bottom;
    Walker s{*top, *top, 0.0f};
    s.walk(f, top, width, height);
    const float u = s.u - end, w = s.w - end, d = s.d;
    s.u = f.m[0] * u + f.m[1] * w + f.m[2] * d + end;
    s.w = f.m[3] * u + f.m[4] * w + f.m[5] * d + end;
    s.d = f.m[6] * u + f.m[7] * w + f.m[8] * d;
    s.walk(f, bottom, -width, height);
  }
}

}  // namespace

void filter_transposed(const float* d_input, float* d_output, int width, int height,
                       const Coefficients& coefficients, float* d_workspace, int lines_per_block,
                       cudaStream_t stream) {
  Numbers f;
  f.p = static_cast<float>(coefficients.p);
  f.e1 = static_cast<float>(coefficients.e1);
  f.e2 = static_cast<float>(coefficients.e2);
  for (int i = 0; i < 9; ++i) f.m[i] = static_cast<float>(coefficients.end_cascade[i / 3][i % 3]);

  const auto transpose = [stream](const float* src, float* dst, int w, int h) {
    const dim3 threads(TILE, TILE);
    const dim3 blocks(div_up(w, TILE), div_up(h, TILE));
    transpose_tile<<<blocks, threads, 0, stream>>>(src, dst, make_int2(w, h));
    LAUNCH_CHECK();
  };
  const auto filter = [&](float* image, int w, int h) {
    columns<<<div_up(w, lines_per_block), lines_per_block, 0, stream>>>(image, w, h, f);
    LAUNCH_CHECK();
  };
  transpose(d_input, d_workspace, width, height);
  filter(d_workspace, height, width);
  transpose(d_workspace, d_output, height, width);
  filter(d_output, width, height);
}

}  // namespace lab07
