// Lab 05, stage bytes: a line of pixels is an object with an index operator that knows its border;
// rounded first and limited as an integer, before it becomes a byte.
#include <cstddef>
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

__constant__ float row_vector[kMaxTaps];
__constant__ float column_vector[kMaxTaps];

template <typename T>
struct Line {
  const T* first;
  int length, step;
  bool repeats;  // its ends go on for ever

  __device__ float operator[](int position) const {
    if (position >= 0 && position < length) return first[position * step];
    if (!repeats) return 0.0f;
    return position < 0 ? first[0] : first[(length - 1) * step];
  }
};

template <typename T>
__device__ float weighted(const Line<T>& line, int middle, const float* weights, int taps) {
  float sum = 0.0f;
  for (int offset = -(taps / 2); offset <= taps / 2; ++offset) {
    sum += weights[taps / 2 + offset] * line[middle + offset];
  }
  return sum;
}

__global__ void rows_to_float(const std::uint8_t* input, float* output, int width, int height,
                              int taps, bool repeats) {
  const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (!(x < width && y < height)) return;
  const Line<std::uint8_t> line{input + y * width, width, 1, repeats};
  output[y * width + x] = weighted(line, x, row_vector, taps);
}

__global__ void columns_to_grey(const float* input, std::uint8_t* output, int width, int height,
                                int taps, bool repeats) {
  const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
  if (!(x < width && y < height)) return;
  const Line<float> line{input + x, height, width, repeats};
  const int level = __float2int_rn(weighted(line, y, column_vector, taps));
  output[y * width + x] = static_cast<std::uint8_t>(level < 0 ? 0 : level > 255 ? 255 : level);
}

}  // namespace

void separable_bytes(const std::uint8_t* d_input, std::uint8_t* d_output, float* d_workspace,
                     int width, int height, const float* row_weights, const float* column_weights,
                     int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  const std::size_t size = taps * sizeof(float);
  const auto kind = cudaMemcpyHostToDevice;
  KIT_CHECK(cudaMemcpyToSymbolAsync(column_vector, column_weights, size, 0, kind, stream));
  KIT_CHECK(cudaMemcpyToSymbolAsync(row_vector, row_weights, size, 0, kind, stream));
  const bool repeats = border != kit::Border::zero;
  const dim3 grid{(width + block.x - 1) / block.x, (height + block.y - 1) / block.y, 1};
  rows_to_float<<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, taps, repeats);
  KIT_CHECK(cudaGetLastError());
  columns_to_grey<<<grid, block, 0, stream>>>(d_workspace, d_output, width, height, taps, repeats);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
