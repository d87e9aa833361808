/// @file
/// Lab 08, challenge: the exact parallel scan. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

constexpr int kScanThreads = 64;             // segments of a line
constexpr int kChains = kPoles * kChannels;  // of one way along a line

/// One way along a line, for the whole block. Positions count along the way, and thread t has the
/// t-th segment of them; on the way back that are other pixels than on the way there.
template <bool kBack>
__device__ void go(const float4* __restrict__ input, const float* __restrict__ spacing,
                   float4* output, int start, const Lines& lines, const Recursion& recursion,
                   Complex (&weights)[kPoles][kScanThreads], State (&states)[kScanThreads]) {
  const int me = threadIdx.x;
  const int each = (lines.length + kScanThreads - 1) / kScanThreads;
  const int begin = min(me * each, lines.length);
  const int end = min(begin + each, lines.length);
  const auto place = [&](int p) {
    return start + (kBack ? lines.length - 1 - p : p) * lines.pixel_step;
  };
  // The distance from position p - 1 to p stands at the later pixel of the line.
  const auto delta = [&](int p) { return spacing[place(kBack ? p - 1 : p)]; };

  // What the segment makes of zeros, and its weight.
  State state = {};
  Complex weight[kPoles];
  for (int i = 0; i < kPoles; ++i) weight[i] = {1.0f, 0.0f};
  for (int p = max(begin, 1); p < end; ++p) {
    const float step = delta(p);
    advance(state, recursion, step, input[place(p - 1)], input[place(p)]);
    for (int i = 0; i < kPoles; ++i) {
      weight[i] = power(recursion.pole[i].rate, step) * weight[i];
    }
  }
  states[me] = state;
  for (int i = 0; i < kPoles; ++i) weights[i][me] = weight[i];
  __syncthreads();

  // A thread for each chain: it leaves in every segment what enters it.
  if (me < kChains) {
    const int i = me / kChannels, c = me % kChannels;
    Complex h = {0.0f, 0.0f};
    for (int n = 0; n < kScanThreads; ++n) {
      const Complex sum = states[n].h[i][c];
      states[n].h[i][c] = h;
      h = weights[i][n] * h + sum;
    }
  }
  __syncthreads();

  state = states[me];
  for (int p = begin; p < end; ++p) {
    const int at = place(p);
    if (p > 0) advance(state, recursion, delta(p), input[place(p - 1)], input[at]);
    output[at] = add_real(kBack ? output[at] : input[at], state);
  }
}

/// One block for each line.
__global__ void scan_lines(const float4* __restrict__ input, const float* __restrict__ spacing,
                           float4* output, Lines lines, Recursion recursion) {
  __shared__ Complex weights[kPoles][kScanThreads];
  __shared__ State states[kScanThreads];
  const int start = blockIdx.x * lines.line_step;
  go<false>(input, spacing, output, start, lines, recursion, weights, states);
  __syncthreads();  // before the way back, other threads have these pixels and these sums
  go<true>(input, spacing, output, start, lines, recursion, weights, states);
}

}  // namespace

void edge_aware_scan(const uchar4* d_image, float4* d_output, int width, int height, float sigma_s,
                     float sigma_r, int iterations, void* d_workspace, cudaStream_t stream) {
  float4* const d_pixels = static_cast<float4*>(d_workspace);
  float4* const d_rows = d_pixels + std::size_t(width) * height;
  float* const d_row_spacing = reinterpret_cast<float*>(d_rows + std::size_t(width) * height);
  float* const d_column_spacing = d_row_spacing + std::size_t(width) * height;
  transform(d_image, d_pixels, d_row_spacing, d_column_spacing, width, height, sigma_s, sigma_r,
            stream);
  const Lines across = rows(width, height);
  const Lines down = columns(width, height);
  for (int i = 1; i <= iterations; ++i) {
    const Recursion recursion = make_recursion(sigma_of_iteration(sigma_s, i, iterations));
    scan_lines<<<across.count, kScanThreads, 0, stream>>>(d_pixels, d_row_spacing, d_rows, across,
                                                          recursion);
    KIT_CHECK(cudaGetLastError());
    float4* const target = i < iterations ? d_pixels : d_output;
    scan_lines<<<down.count, kScanThreads, 0, stream>>>(d_rows, d_column_spacing, target, down,
                                                        recursion);
    KIT_CHECK(cudaGetLastError());
  }
}

}  // namespace lab08
