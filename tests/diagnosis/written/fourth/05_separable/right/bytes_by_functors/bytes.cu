// Lab 05, stage bytes: one kernel template, which is told how to load and how to store.
#include <cstddef>
#include <cstdint>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

enum Direction { kAlongX, kAlongY };

__constant__ float weights[2][kMaxTaps];  // by direction

struct Keep {
  using Value = float;
  __device__ float operator()(float sum) const { return sum; }
};

/// To a grey level: to the nearest integer first, as an int, which has room for all sums, and only
/// then into the range of a byte.
struct ToGrey {
  using Value = std::uint8_t;
  __device__ std::uint8_t operator()(float sum) const {
    const int level = __float2int_rn(sum);
    return level < 0 ? 0 : level > 255 ? 255 : level;
  }
};

template <Direction kDirection, typename Source, typename Store>
__global__ void pass(const Source* __restrict__ input, typename Store::Value* __restrict__ output,
                     int width, int height, int taps, bool clamp, Store store) {
  const int x = threadIdx.x + blockDim.x * blockIdx.x;
  const int y = threadIdx.y + blockDim.y * blockIdx.y;
  if (x >= width || y >= height) return;
  const int here = kDirection == kAlongX ? x : y;
  const int last = (kDirection == kAlongX ? width : height) - 1;
  const auto load = [&](int place) {
    return float(kDirection == kAlongX ? input[y * width + place] : input[place * width + x]);
  };
  float sum = 0.0f;
  int place = here + taps / 2;
  for (int k = taps; k-- > 0; --place) {  // from the far end, so that the weights run back too
    const int nearest = max(0, min(place, last));
    if (clamp || nearest == place) sum += weights[kDirection][k] * load(nearest);
  }
  output[y * width + x] = store(sum);
}

void copy_weights(const float* from, int taps, Direction direction, cudaStream_t stream) {
  KIT_CHECK(cudaMemcpyToSymbolAsync(weights, from, taps * sizeof(float),
                                    direction * sizeof weights[0], cudaMemcpyHostToDevice, stream));
}

}  // namespace

void separable_bytes(const std::uint8_t* d_input, std::uint8_t* d_output, float* d_workspace,
                     int width, int height, const float* row_weights, const float* column_weights,
                     int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  copy_weights(row_weights, taps, kAlongX, stream);
  copy_weights(column_weights, taps, kAlongY, stream);
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const bool clamp = border == kit::Border::clamp;
  pass<kAlongX><<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, taps, clamp, Keep{});
  KIT_CHECK(cudaGetLastError());
  pass<kAlongY>
      <<<grid, block, 0, stream>>>(d_workspace, d_output, width, height, taps, clamp, ToGrey{});
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
