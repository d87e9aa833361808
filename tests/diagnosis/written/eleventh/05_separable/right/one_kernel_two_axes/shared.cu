// Lab 05, stage shared: one kernel template for both passes, tile loaded as one flat array.
#include <cooperative_groups.h>

#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace cg = cooperative_groups;

namespace lab05 {
namespace {

enum class Axis { x = 0, y = 1 };

// weights[0] along x, weights[1] along y.
__constant__ float weights[2][kMaxTaps];

struct Size {
  int w, h;
};

template <Axis A>
__host__ __device__ Size tile_size(unsigned block_x, unsigned block_y, int taps) {
  const int halo = taps - 1;  // taps is odd: both sides together
  return A == Axis::x ? Size{int(block_x) + halo, int(block_y)}
                      : Size{int(block_x), int(block_y) + halo};
}

__device__ __forceinline__ bool outside(int v, int n) { return v < 0 || v >= n; }

template <Axis A>
__global__ void pass(const float* __restrict__ src, float* __restrict__ dst, Size image, int taps,
                     bool clamp) {
  extern __shared__ float tile[];
  const cg::thread_block block = cg::this_thread_block();
  const Size t = tile_size<A>(blockDim.x, blockDim.y, taps);
  const int left = int(blockIdx.x * blockDim.x) - (A == Axis::x ? taps / 2 : 0);
  const int top = int(blockIdx.y * blockDim.y) - (A == Axis::y ? taps / 2 : 0);

  for (int n = block.thread_rank(); n < t.w * t.h; n += block.size()) {
    int x = left + n % t.w;
    int y = top + n / t.w;
    if (clamp) {
      // Across the filter's direction too: these copies are not used, but they are there.
      x = min(max(x, 0), image.w - 1);
      y = min(max(y, 0), image.h - 1);
    }
    tile[n] = outside(x, image.w) || outside(y, image.h) ? 0.0f : src[y * image.w + x];
  }
  cg::sync(block);

  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (outside(x, image.w) || outside(y, image.h)) return;
  constexpr int kAxis = static_cast<int>(A);
  const float* from = tile + threadIdx.y * t.w + threadIdx.x;
  const int step = A == Axis::x ? 1 : t.w;
  float sum = 0.0f;
  for (int k = 0; k < taps; ++k, from += step) sum = fmaf(weights[kAxis][k], *from, sum);
  dst[y * image.w + x] = sum;
}

template <Axis A>
void run(const float* src, float* dst, Size image, int taps, kit::Border border, dim3 block,
         cudaStream_t stream) {
  const Size t = tile_size<A>(block.x, block.y, taps);
  const dim3 grid((image.w + block.x - 1) / block.x, (image.h + block.y - 1) / block.y);
  pass<A><<<grid, block, sizeof(float) * t.w * t.h, stream>>>(src, dst, image, taps,
                                                              border == kit::Border::clamp);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace

void separable_shared(const float* d_input, float* d_output, float* d_workspace, int width,
                      int height, const float* row_weights, const float* column_weights, int taps,
                      kit::Border border, dim3 block, cudaStream_t stream) {
  const float* const host[2] = {row_weights, column_weights};
  for (std::size_t a = 0; a < 2; ++a) {
    KIT_CHECK(cudaMemcpyToSymbolAsync(weights, host[a], taps * sizeof(float),
                                      a * kMaxTaps * sizeof(float), cudaMemcpyHostToDevice,
                                      stream));
  }
  run<Axis::x>(d_input, d_workspace, Size{width, height}, taps, border, block, stream);
  run<Axis::y>(d_workspace, d_output, Size{width, height}, taps, border, block, stream);
}

}  // namespace lab05
