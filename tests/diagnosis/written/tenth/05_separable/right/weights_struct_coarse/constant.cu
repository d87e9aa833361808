/// @file
/// Lab 05, stage constant: both vectors in one struct, one copy.
#include <algorithm>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

#define gpuErrchk(call)                                                                       \
  do {                                                                                        \
    const cudaError_t status_ = (call);                                                       \
    if (status_ != cudaSuccess) throw kit::CudaError(status_, #call, __FILE__, __LINE__);     \
  } while (0)

namespace lab05 {
namespace {

struct Weights {
  float row[kMaxTaps];
  float column[kMaxTaps];
};
__constant__ Weights c_weights;

__global__ void rows(const float* __restrict__ in, float* __restrict__ out, int width, int height,
                     int radius, bool clamped) {
  const int x = threadIdx.x + blockIdx.x * blockDim.x;
  const int y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x < width && y < height) {
    float sum = 0.0f;
    for (int d = -radius; d <= radius; ++d) {
      int at = x + d;
      const bool outside = at < 0 || at >= width;
      if (outside && !clamped) continue;
      at = at < 0 ? 0 : at >= width ? width - 1 : at;
      sum += c_weights.row[d + radius] * __ldg(&in[y * width + at]);
    }
    out[y * width + x] = sum;
  }
}

// The taps that fall outside in the zero border are left out of the loop's range.
__global__ void columns(const float* __restrict__ in, float* __restrict__ out, int width,
                        int height, int radius, bool clamped) {
  const int x = threadIdx.x + blockIdx.x * blockDim.x;
  const int y = threadIdx.y + blockIdx.y * blockDim.y;
  if (x >= width || y >= height) return;

  const int from = clamped ? -radius : max(-radius, -y);
  const int to = clamped ? radius : min(radius, height - 1 - y);
  float sum = 0.0f;
  for (int d = from; d <= to; ++d) {
    const int at = max(0, min(y + d, height - 1));
    sum += c_weights.column[d + radius] * in[at * width + x];
  }
  out[y * width + x] = sum;
}

}  // namespace

void separable_constant(const float* d_input, float* d_output, float* d_workspace, int width,
                        int height, const float* row_weights, const float* column_weights, int taps,
                        kit::Border border, dim3 block, cudaStream_t stream) {
  Weights weights{};
  std::copy_n(row_weights, taps, weights.row);
  std::copy_n(column_weights, taps, weights.column);
  // Ordinary memory: the runtime has its copy before the call returns.
  gpuErrchk(cudaMemcpyToSymbolAsync(c_weights, &weights, sizeof weights, 0, cudaMemcpyHostToDevice,
                                    stream));

  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const bool clamped = border == kit::Border::clamp;
  rows<<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, taps / 2, clamped);
  gpuErrchk(cudaGetLastError());
  columns<<<grid, block, 0, stream>>>(d_workspace, d_output, width, height, taps / 2, clamped);
  gpuErrchk(cudaGetLastError());
}

}  // namespace lab05
