/// @file
/// Lab 08, challenge: the exact parallel scan. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab08 {
namespace {

/// The three channels of one pole's h or v.
struct Sums {
  Complex c[kChannels];
};

/// One step of the recursion or many composed: turns h into w h + v.
struct Step {
  Complex w;
  Sums v;
};

__device__ Sums apply(const Step& step, Sums h) {
  Sums result;
  for (int c = 0; c < kChannels; ++c) result.c[c] = step.w * h.c[c] + step.v.c[c];
  return result;
}

/// `first`, then `second`.
__device__ Step compose(const Step& first, const Step& second) {
  return {second.w * first.w, apply(second, first.v)};
}

constexpr int kThreads = 128;
constexpr int kWarps = kThreads / 32;
constexpr unsigned kAll = 0xffffffffu;

/// The state as a step of each pole, which forgets what was before.
struct Steps {
  Step pole[kPoles];
};

/// The value of the thread `distance` lanes before.
__device__ Complex from_before(Complex value, int distance) {
  return {__shfl_up_sync(kAll, value.re, distance), __shfl_up_sync(kAll, value.im, distance)};
}

__device__ Step from_before(const Step& step, int distance) {
  Step result;
  result.w = from_before(step.w, distance);
  for (int c = 0; c < kChannels; ++c) result.v.c[c] = from_before(step.v.c[c], distance);
  return result;
}

/// A block filters a line, a thread a segment of it, once in each direction.
__global__ void scan_line(const float4* __restrict__ input, const float* __restrict__ spacing,
                          float4* output, Lines lines, Recursion recursion) {
  __shared__ Steps totals[kWarps];
  const int thread = threadIdx.x;
  const int base = blockIdx.x * lines.line_step;
  const int length = lines.length;
  const int each = (length + kThreads - 1) / kThreads;
  const int begin = min(thread * each, length);
  const int end = min(begin + each, length);

  for (int pass = 0; pass < 2; ++pass) {
    const bool causal = pass == 0;
    // Pixel number k on the way, and the way to it from number k - 1.
    const auto place = [&](int k) {
      return base + (causal ? k : length - 1 - k) * lines.pixel_step;
    };
    const auto delta = [&](int k) { return spacing[causal ? place(k) : place(k - 1)]; };

    // The segment as one step.
    State state = {};
    Complex w[kPoles];
    for (int i = 0; i < kPoles; ++i) w[i] = {1.0f, 0.0f};
    for (int k = max(begin, 1); k < end; ++k) {
      advance(state, recursion, delta(k), input[place(k - 1)], input[place(k)]);
      for (int i = 0; i < kPoles; ++i) w[i] = power(recursion.pole[i].rate, delta(k)) * w[i];
    }
    Steps own;
    for (int i = 0; i < kPoles; ++i) {
      own.pole[i].w = w[i];
      for (int c = 0; c < kChannels; ++c) own.pole[i].v.c[c] = state.h[i][c];
    }
    // The warp scans its steps by shuffles, then every thread goes through the warps before.
    const int lane = thread % 32;
    const int warp = thread / 32;
    for (int i = 0; i < kPoles; ++i) {
      for (int distance = 1; distance < 32; distance *= 2) {
        const Step earlier = from_before(own.pole[i], distance);
        if (lane >= distance) own.pole[i] = compose(earlier, own.pole[i]);
      }
    }
    if (lane == 31) totals[warp] = own;
    __syncthreads();

    // What enters the segment, to go once more through it.
    for (int i = 0; i < kPoles; ++i) {
      Sums entering = {};
      for (int n = 0; n < warp; ++n) entering = apply(totals[n].pole[i], entering);
      const Step lanes_before = from_before(own.pole[i], 1);
      if (lane > 0) entering = apply(lanes_before, entering);
      for (int c = 0; c < kChannels; ++c) state.h[i][c] = entering.c[c];
    }
    for (int k = begin; k < end; ++k) {
      const int here = place(k);
      if (k > 0) advance(state, recursion, delta(k), input[place(k - 1)], input[here]);
      output[here] = add_real(causal ? input[here] : output[here], state);
    }
    __syncthreads();
  }
}

}  // namespace

void edge_aware_scan(const uchar4* d_image, float4* d_output, int width, int height, float sigma_s,
                     float sigma_r, int iterations, void* d_workspace, cudaStream_t stream) {
  const std::size_t pixels = std::size_t(width) * height;
  float4* const d_pixels = static_cast<float4*>(d_workspace);
  float4* const d_rows = d_pixels + pixels;
  float* const d_row_spacing = reinterpret_cast<float*>(d_rows + pixels);
  float* const d_column_spacing = d_row_spacing + pixels;
  transform(d_image, d_pixels, d_row_spacing, d_column_spacing, width, height, sigma_s, sigma_r,
            stream);
  for (int i = 1; i <= iterations; ++i) {
    const Recursion recursion = make_recursion(sigma_of_iteration(sigma_s, i, iterations));
    scan_line<<<height, kThreads, 0, stream>>>(d_pixels, d_row_spacing, d_rows, rows(width, height),
                                               recursion);
    KIT_CHECK(cudaGetLastError());
    scan_line<<<width, kThreads, 0, stream>>>(d_rows, d_column_spacing,
                                              i == iterations ? d_output : d_pixels,
                                              columns(width, height), recursion);
    KIT_CHECK(cudaGetLastError());
  }
}

}  // namespace lab08
