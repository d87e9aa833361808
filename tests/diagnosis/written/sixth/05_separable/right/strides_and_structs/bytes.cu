// Lab 05: grey levels; one kernel template whose source, target and axis are types.
#include <cstddef>
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

__constant__ float weights_in_x[kMaxTaps];
__constant__ float weights_in_y[kMaxTaps];

struct InX {
  static __device__ float weight(int i) { return weights_in_x[i]; }
  static __device__ int place(int x, int) { return x; }
  static __device__ int length(int width, int) { return width; }
  static __device__ int index(int, int y, int place, int width) { return y * width + place; }
};

struct InY {
  static __device__ float weight(int i) { return weights_in_y[i]; }
  static __device__ int place(int, int y) { return y; }
  static __device__ int length(int, int height) { return height; }
  static __device__ int index(int x, int, int place, int width) { return place * width + x; }
};

__device__ void store(float& to, float value) { to = value; }

// rintf() rounds halves to the even integer.
__device__ void store(std::uint8_t& to, float value) {
  to = static_cast<std::uint8_t>(rintf(fminf(255.0f, fmaxf(0.0f, value))));
}

template <typename Axis, typename From, typename To>
__global__ void pass(const From* __restrict__ from, To* __restrict__ to, int width, int height,
                     int taps, kit::Border border) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int end = Axis::length(width, height);
  int place = Axis::place(x, y) - taps / 2;
  float sum = 0.0f;
  for (int i = 0; i < taps; ++i, ++place) {
    const bool on_line = place >= 0 && place < end;
    if (!on_line && border == kit::Border::zero) continue;
    const int nearest = on_line ? place : (place < 0 ? 0 : end - 1);
    sum += Axis::weight(i) * float(from[Axis::index(x, y, nearest, width)]);
  }
  store(to[y * width + x], sum);
}

}  // namespace

void separable_bytes(const std::uint8_t* d_input, std::uint8_t* d_output, float* d_workspace,
                     int width, int height, const float* row_weights, const float* column_weights,
                     int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t bytes = taps * sizeof *row_weights;
  KIT_CHECK(
      cudaMemcpyToSymbolAsync(weights_in_x, row_weights, bytes, 0, cudaMemcpyHostToDevice, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(weights_in_y, column_weights, bytes, 0, cudaMemcpyHostToDevice,
                                    stream));
  const dim3 grid((width - 1) / block.x + 1, (height - 1) / block.y + 1);
  pass<InX><<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
  const float* const d_between = d_workspace;
  pass<InY><<<grid, block, 0, stream>>>(d_between, d_output, width, height, taps, border);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
