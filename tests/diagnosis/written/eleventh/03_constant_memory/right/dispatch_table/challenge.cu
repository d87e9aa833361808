// Lab 03, challenge: a table of launchers, one for each width and border.
#include <array>
#include <cstddef>
#include <utility>

#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "pixels.cuh"

namespace lab03 {
namespace {

constexpr int kSmallest = 3;
constexpr int kWidths = 8;  // 3, 5, ..., 17
constexpr int kLargest = kSmallest + 2 * (kWidths - 1);

__constant__ float taps[kLargest * kLargest];

template <int N, kit::Border B>
__global__ void __launch_bounds__(1024)
    unrolled(pixels::Reader<B> pixel, float* __restrict__ output) {
  constexpr int R = N / 2;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= pixel.width || y >= pixel.height) return;

  float acc = 0.0f;
  const auto sum = [&](auto&& value_at) {
#pragma unroll
    for (int t = 0; t < N * N; ++t) acc += taps[t] * value_at(t % N - R, t / N - R);
  };
  const bool interior = min(x, y) >= R && x < pixel.width - R && y < pixel.height - R;
  if (interior) {
    const float* const centre = pixel.image + y * pixel.width + x;
    const int pitch = pixel.width;
    sum([=](int dx, int dy) { return centre[dy * pitch + dx]; });
  } else {
    for (int j = 0; j < N; ++j) {
      for (int i = 0; i < N; ++i) acc += taps[j * N + i] * pixel(x + i - R, y + j - R);
    }
  }
  output[y * pixel.width + x] = acc;
}

using Launcher = void (*)(const float*, float*, int, int, dim3, cudaStream_t);

template <int N, kit::Border B>
void launch(const float* d_input, float* d_output, int width, int height, dim3 block,
            cudaStream_t stream) {
  const pixels::Reader<B> reader{d_input, width, height};
  unrolled<N, B><<<pixels::cover(width, height, block), block, 0, stream>>>(reader, d_output);
}

template <kit::Border B, int... I>
constexpr std::array<Launcher, sizeof...(I)> make_table(std::integer_sequence<int, I...>) {
  return {launch<kSmallest + 2 * I, B>...};
}

constexpr auto kZero =
    make_table<kit::Border::zero>(std::make_integer_sequence<int, kWidths>{});
constexpr auto kClamp =
    make_table<kit::Border::clamp>(std::make_integer_sequence<int, kWidths>{});

}  // namespace

void convolve_unrolled(const float* d_input, float* d_output, int width, int height,
                       const float* filter, int filter_width, kit::Border border, dim3 block,
                       cudaStream_t stream) {
  if (filter_width < kSmallest || filter_width > kLargest) {
    convolve(d_input, d_output, width, height, filter, filter_width, border, block, stream);
    return;
  }
  const std::size_t bytes = sizeof(float) * filter_width * filter_width;
  KIT_CHECK(cudaMemcpyToSymbolAsync(taps, filter, bytes, 0, cudaMemcpyHostToDevice, stream));
  const auto& table = border == kit::Border::clamp ? kClamp : kZero;
  table[(filter_width - kSmallest) / 2](d_input, d_output, width, height, block, stream);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab03
