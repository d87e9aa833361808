// Fused with tiles of 64x16, whole numbers in shared memory, columns first.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab09 {
namespace {

template <int W, int H, int Threads>
struct Fused {
  static constexpr int kHalo = 3;
  static constexpr int kGreyW = W + 2 * kHalo, kGreyH = H + 2 * kHalo;
  static constexpr int kBlurW = W + 2, kBlurH = H + 2;

  template <typename Body>
  static __device__ void for_all(int columns, int rows, Body body) {
    for (int i = threadIdx.x; i < columns * rows; i += Threads) body(i % columns, i / columns);
  }
  static __device__ int inside(int v, int n) { return v < 0 ? 0 : (v >= n ? n - 1 : v); }
};

template <int W, int H, int Threads>
__global__ void __launch_bounds__(Threads) fused_kernel(const std::uint8_t* grey, float* magnitude,
                                                        int width, int height) {
  using F = Fused<W, H, Threads>;
  __shared__ std::uint8_t level[F::kGreyH][F::kGreyW];
  __shared__ unsigned short down[F::kBlurH][F::kGreyW];  // 16 times the column sums: at most 4080
  __shared__ int smooth[F::kBlurH][F::kBlurW];           // in units of 1/256
  const int x0 = blockIdx.x * W, y0 = blockIdx.y * H;

  F::for_all(F::kGreyW, F::kGreyH, [&](int i, int j) {
    level[j][i] = grey[F::inside(y0 - 3 + j, height) * width + F::inside(x0 - 3 + i, width)];
  });
  __syncthreads();

  F::for_all(F::kGreyW, F::kBlurH, [&](int i, int j) {
    const int c = F::inside(y0 - 1 + j, height) - y0 + 3;  // the row's place in `level`
    down[j][i] = static_cast<unsigned short>(level[c - 2][i] + level[c + 2][i] +
                                             4 * (level[c - 1][i] + level[c + 1][i]) +
                                             6 * level[c][i]);
  });
  __syncthreads();

  F::for_all(F::kBlurW, F::kBlurH, [&](int i, int j) {
    const int c = F::inside(x0 - 1 + i, width) - x0 + 3;
    const unsigned short* const d = down[j];
    smooth[j][i] = d[c - 2] + d[c + 2] + 4 * (d[c - 1] + d[c + 1]) + 6 * d[c];
  });
  __syncthreads();

  F::for_all(W, H, [&](int i, int j) {
    const int x = x0 + i, y = y0 + j;
    if (x < width && y < height) {
      const auto at = [&](int dx, int dy) { return smooth[j + 1 + dy][i + 1 + dx]; };
      const int gx = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1);
      const int gy = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1);
      magnitude[y * width + x] = static_cast<float>(abs(gx) + abs(gy)) * (1.0f / 256.0f);
    }
  });
}

}  // namespace

void magnitude_fused(const std::uint8_t* d_grey, float* d_magnitude, int width, int height,
                     cudaStream_t stream) {
  constexpr int kW = 64, kH = 16, kThreads = 192;
  const dim3 grid((width + kW - 1) / kW, (height + kH - 1) / kH);
  fused_kernel<kW, kH, kThreads><<<grid, kThreads, 0, stream>>>(d_grey, d_magnitude, width, height);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab09
