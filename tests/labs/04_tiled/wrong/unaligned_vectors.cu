// Wrong on purpose: four pixels are stored at once wherever they begin, also where that is no
// multiple of 16 bytes.
#include <algorithm>
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab04 {
namespace {

/// Widest filter with a kernel of its own.
constexpr int kWidest = 17;

// Outputs per thread; 4 floats in x are one 16-byte load or store.
constexpr int kOutputsX = 4;
constexpr int kOutputsY = 4;
constexpr int kThreadsX = 32;
constexpr int kThreadsY = 4;
constexpr int kThreads = kThreadsX * kThreadsY;
/// Pixels that a block computes.
constexpr int kBlockWidth = kThreadsX * kOutputsX;
constexpr int kBlockHeight = kThreadsY * kOutputsY;

/// A filter as a kernel's argument: arguments lie in constant memory too, and need no copy of their
/// own before the launch.
template <int kFilterWidth>
struct Weights {
  float at[kFilterWidth * kFilterWidth];
};

/// The value at (x, y), which may lie outside the image: then what the border puts there.
__device__ float pixel_or_border(const float* __restrict__ image, int width, int height, int x,
                                 int y, kit::Border border) {
  if (border == kit::Border::clamp) {
    x = min(max(x, 0), width - 1);
    y = min(max(y, 0), height - 1);
  } else if (x < 0 || x >= width || y < 0 || y >= height) {
    return 0.0f;
  }
  return image[y * width + x];
}

/// Stores four neighbouring pixels of a row, or those of them that the image has.
__device__ void store_four(float* __restrict__ output, int width, int x, int y, float4 pixels) {
  float* const target = output + y * width + x;
  if (x + 3 < width) {
    *reinterpret_cast<float4*>(target) = pixels;
    return;
  }
  if (x < width) target[0] = pixels.x;
  if (x + 1 < width) target[1] = pixels.y;
  if (x + 2 < width) target[2] = pixels.z;
  if (x + 3 < width) target[3] = pixels.w;
}

/// One block computes kBlockWidth x kBlockHeight pixels, one thread kOutputsX x kOutputsY of them.
template <int kFilterWidth>
__global__ void __launch_bounds__(kThreads)
    convolve_four_by_four(const float* __restrict__ input, float* __restrict__ output, int width,
                          int height, kit::Border border, const Weights<kFilterWidth> weights) {
  constexpr int kRadius = kFilterWidth / 2;
  constexpr int kRows = kBlockHeight + 2 * kRadius;
  constexpr int kVectors = (kOutputsX + 2 * kRadius + 3) / 4;     // of a thread's window
  constexpr int kPitch = kBlockWidth - kOutputsX + 4 * kVectors;  // a multiple of 4
  __shared__ __align__(16) float tile[kRows * kPitch];
  const int block_x = blockIdx.x * kBlockWidth;
  const int block_y = blockIdx.y * kBlockHeight;
  for (int n = threadIdx.y * kThreadsX + threadIdx.x; n < kRows * kPitch; n += kThreads) {
    tile[n] = pixel_or_border(input, width, height, block_x + n % kPitch - kRadius,
                              block_y + n / kPitch - kRadius, border);
  }
  __syncthreads();

  const int first_x = threadIdx.x * kOutputsX;  // in the block
  const int first_y = threadIdx.y * kOutputsY;
  float sums[kOutputsY][kOutputsX] = {};
#pragma unroll
  for (int row = 0; row < kOutputsY + 2 * kRadius; ++row) {
    // Every row of the tile that the thread needs is read once, 16 bytes at a time.
    float window[4 * kVectors];
    const float* const source = tile + (first_y + row) * kPitch + first_x;
#pragma unroll
    for (int n = 0; n < kVectors; ++n) {
      const float4 four = reinterpret_cast<const float4*>(source)[n];
      window[4 * n] = four.x;
      window[4 * n + 1] = four.y;
      window[4 * n + 2] = four.z;
      window[4 * n + 3] = four.w;
    }
#pragma unroll
    for (int y = 0; y < kOutputsY; ++y) {
      const int j = row - y;  // the row of the filter that meets this row for output y
      if (j < 0 || j >= kFilterWidth) continue;
#pragma unroll
      for (int i = 0; i < kFilterWidth; ++i) {
#pragma unroll
        for (int x = 0; x < kOutputsX; ++x) {
          sums[y][x] += weights.at[j * kFilterWidth + i] * window[x + i];
        }
      }
    }
  }
#pragma unroll
  for (int y = 0; y < kOutputsY; ++y) {
    if (block_y + first_y + y >= height) return;
    store_four(output, width, block_x + first_x, block_y + first_y + y,
               make_float4(sums[y][0], sums[y][1], sums[y][2], sums[y][3]));
  }
}

template <int kFilterWidth>
void launch(const float* d_input, float* d_output, int width, int height, const float* filter, int,
            kit::Border border, cudaStream_t stream) {
  Weights<kFilterWidth> weights;
  std::copy_n(filter, kFilterWidth * kFilterWidth, weights.at);
  const dim3 grid((width + kBlockWidth - 1) / kBlockWidth,
                  (height + kBlockHeight - 1) / kBlockHeight);
  convolve_four_by_four<kFilterWidth><<<grid, dim3(kThreadsX, kThreadsY), 0, stream>>>(
      d_input, d_output, width, height, border, weights);
  KIT_CHECK(cudaGetLastError());
}

/// Other widths: the kernel of stage tile, with a block whose tile fits for radii up to 31.
void fall_back(const float* d_input, float* d_output, int width, int height, const float* filter,
               int filter_width, kit::Border border, cudaStream_t stream) {
  convolve(d_input, d_output, width, height, filter, filter_width, border, dim3(32, 8), stream);
}

}  // namespace

void convolve_registers(const float* d_input, float* d_output, int width, int height,
                        const float* filter, int filter_width, kit::Border border,
                        cudaStream_t stream) {
  using Launcher = decltype(&fall_back);
  constexpr Launcher kLaunchers[] = {fall_back,  launch<3>,  launch<5>,  launch<7>, launch<9>,
                                     launch<11>, launch<13>, launch<15>, launch<17>};
  const Launcher launcher = filter_width <= kWidest ? kLaunchers[filter_width / 2] : fall_back;
  launcher(d_input, d_output, width, height, filter, filter_width, border, stream);
}

}  // namespace lab04
