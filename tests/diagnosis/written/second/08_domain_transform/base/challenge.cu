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

constexpr int kScanThreads = 64;

struct Steps {
  Step pole[kPoles];
};

/// The step from one pixel to the next on the way, for one pole.
__device__ Step step_between(const Pole& pole, float delta, float4 from, float4 to) {
  const Complex w = power(pole.rate, delta);
  const Complex q = 1.0f / delta * (pole.gain * (w - Complex{1.0f, 0.0f}));
  return {w, {{(to.x - from.x) * q, (to.y - from.y) * q, (to.z - from.z) * q}}};
}

/// One block for each line, one segment of it for each thread.
__global__ void scan_lines(const float4* __restrict__ input, const float* __restrict__ spacing,
                           float4* output, Lines lines, Recursion recursion) {
  __shared__ Steps composed[kScanThreads];
  const int start = blockIdx.x * lines.line_step;
  const int each = (lines.length + kScanThreads - 1) / kScanThreads;

  for (int direction = 0; direction < 2; ++direction) {
    const bool causal = direction == 0;
    // Positions count along the way: position p is pixel p, or length - 1 - p on the way back.
    const auto place = [&](int p) {
      return start + (causal ? p : lines.length - 1 - p) * lines.pixel_step;
    };
    const auto delta = [&](int p) { return spacing[place(causal ? p : p - 1)]; };
    // On the way back the same thread has the same pixels.
    const int mirrored = causal ? int(threadIdx.x) : kScanThreads - 1 - int(threadIdx.x);
    const int begin = causal ? min(mirrored * each, lines.length)
                             : lines.length - min((int(threadIdx.x) + 1) * each, lines.length);
    const int end = causal ? min(begin + each, lines.length)
                           : lines.length - min(int(threadIdx.x) * each, lines.length);

    Steps mine;
    for (int i = 0; i < kPoles; ++i) {
      mine.pole[i] = {{1.0f, 0.0f}, {}};
      for (int p = max(begin, 1); p < end; ++p) {
        mine.pole[i] = compose(mine.pole[i], step_between(recursion.pole[i], delta(p),
                                                          input[place(p - 1)], input[place(p)]));
      }
    }
    composed[mirrored] = mine;
    __syncthreads();

    for (int distance = 1; distance < kScanThreads; distance *= 2) {
      const bool takes = mirrored >= distance;
      Steps earlier;
      if (takes) earlier = composed[mirrored - distance];
      __syncthreads();
      if (takes) {
        for (int i = 0; i < kPoles; ++i) {
          mine.pole[i] = compose(earlier.pole[i], mine.pole[i]);
        }
        composed[mirrored] = mine;
      }
      __syncthreads();
    }

    State state = {};
    if (mirrored > 0) {
      for (int i = 0; i < kPoles; ++i) {
        for (int c = 0; c < kChannels; ++c) {
          state.h[i][c] = composed[mirrored - 1].pole[i].v.c[c];
        }
      }
    }
    for (int p = begin; p < end; ++p) {
      const int at = place(p);
      if (p > 0) advance(state, recursion, delta(p), input[place(p - 1)], input[at]);
      output[at] = add_real(causal ? input[at] : output[at], state);
    }
    __syncthreads();
  }
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
