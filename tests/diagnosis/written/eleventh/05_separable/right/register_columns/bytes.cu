// Lab 05, stage bytes: one kernel template for both passes, weights interleaved in one array.
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab05 {
namespace {

// .x for the row pass, .y for the column pass
__constant__ float2 weight_pairs[kMaxTaps];

template <typename Out>
__device__ Out converted(float sum) {
  if constexpr (std::is_same_v<Out, std::uint8_t>) {
    // rintf: nearest, halves to even
    return static_cast<std::uint8_t>(rintf(fmaxf(0.0f, fminf(255.0f, sum))));
  } else {
    return sum;
  }
}

/// Bytes in: the row pass. Floats in: the column pass.
template <typename In, typename Out>
__global__ void pass(const In* __restrict__ in, Out* __restrict__ out, int width, int height,
                     int taps, bool clamp) {
  constexpr bool kRowPass = std::is_same_v<In, std::uint8_t>;
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;

  const int here = kRowPass ? x : y;
  const int length = kRowPass ? width : height;
  float sum = 0.0f;
  for (int k = 0; k < taps; ++k) {
    const int wanted = here + k - taps / 2;
    const int at = min(max(wanted, 0), length - 1);
    if (wanted != at && !clamp) continue;
    const float value = kRowPass ? in[y * width + at] : in[at * width + x];
    const float2 pair = weight_pairs[k];
    sum += (kRowPass ? pair.x : pair.y) * value;
  }
  out[y * width + x] = converted<Out>(sum);
}

}  // namespace

void separable_bytes(const std::uint8_t* d_input, std::uint8_t* d_output, float* d_workspace,
                     int width, int height, const float* row_weights, const float* column_weights,
                     int taps, kit::Border border, dim3 block, cudaStream_t stream) {
  // Pageable memory: the runtime has its own copy when the call returns.
  std::array<float2, kMaxTaps> pairs{};
  for (int k = 0; k < taps; ++k) pairs[k] = make_float2(row_weights[k], column_weights[k]);
  KIT_CHECK(cudaMemcpyToSymbolAsync(weight_pairs, pairs.data(), sizeof(float2) * taps, 0,
                                    cudaMemcpyHostToDevice, stream));
  const dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  const bool clamp = border == kit::Border::clamp;
  pass<std::uint8_t, float>
      <<<grid, block, 0, stream>>>(d_input, d_workspace, width, height, taps, clamp);
  KIT_CHECK(cudaGetLastError());
  pass<float, std::uint8_t>
      <<<grid, block, 0, stream>>>(d_workspace, d_output, width, height, taps, clamp);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab05
