// Wrong on purpose: the right half begins at the centre, which two threads store then.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab07 {
namespace {

constexpr int kHalf = kLongestLocalLine / 2;

struct Numbers {
  float p, e1, e2;
};

struct Walker {
  float u, w, d;
  __device__ float step(const Numbers& f, float x) {
    u += f.p * (x - u);
    d = f.e1 * (u - w) + f.e2 * d;
    w += d;
    return w;
  }
};

// The first `group` threads of a block have the left halves of `group` lines, the next ones the
// centres, the last ones the right halves. Pixel j of a half is counted from the border.
template <bool kOwnArray>
__global__ void both_halves(const float* in, float* out, float* keep, int count, int n,
                            int line_pitch, int pixel_pitch, Numbers f,
                            const float* __restrict__ weights, int radius, bool duplicate,
                            int group) {
  extern __shared__ float centre[];
  float own[kOwnArray ? kHalf : 1];
  const int part = threadIdx.x / group, slot = threadIdx.x % group;
  const int line = blockIdx.x * group + slot;
  const bool valid = line < count;
  const int mid = n / 2;
  const int base = line * line_pitch;
  const int len = part == 0 ? mid : part == 2 ? n - mid : 0;
  const auto place = [&](int j) { return base + (part == 2 ? n - 1 - j : j) * pixel_pitch; };
  Walker walker{0.0f, 0.0f, 0.0f};

  if (valid && part == 1) {
    float left = 0.0f, right = 0.0f;
    for (int k = 1; k <= radius; ++k) {
      left += weights[k] * in[base + max(mid - k, 0) * pixel_pitch];
      right += weights[k] * in[base + min(mid + k, n - 1) * pixel_pitch];
    }
    centre[slot] = weights[0] * in[base + mid * pixel_pitch] + (left + right);
  }
  if (valid && len > 0) {
    const float first = in[place(0)];
    walker = Walker{first, first, 0.0f};
    const int copies = duplicate && part == 0 ? 3 : 0;
    for (int j = 0; j < len; ++j) {
      const float w = walker.step(f, j < copies ? first : in[place(j)]);
      if (kOwnArray)
        own[j] = w;
      else
        keep[place(j)] = w;
    }
  }
  __syncthreads();

  if (!valid) return;
  const float c = centre[slot];
  if (part == 1) {
    out[base + mid * pixel_pitch] = c;
    return;
  }
  walker = Walker{c, c, 0.0f};
  for (int j = len - 1; j >= 0; --j) {
    out[place(j)] = walker.step(f, kOwnArray ? own[j] : keep[place(j)]);
  }
}

}  // namespace

void filter_two_way(const float* d_input, float* d_output, int width, int height,
                    const Coefficients& coefficients, const float* d_weights, int radius,
                    Boundary boundary, Scratch scratch, float* d_workspace, int lines_per_block,
                    cudaStream_t stream) {
  const Numbers f{float(coefficients.p), float(coefficients.e1), float(coefficients.e2)};
  const int n = lines_per_block;
  const bool duplicate = boundary == Boundary::duplicate;
  const auto kernel = scratch == Scratch::local ? both_halves<true> : both_halves<false>;
  const std::size_t shared = n * sizeof(float);
  kernel<<<(height + n - 1) / n, 3 * n, shared, stream>>>(
      d_input, d_output, d_workspace, height, width, width, 1, f, d_weights, radius, duplicate, n);
  KIT_CHECK(cudaGetLastError());
  kernel<<<(width + n - 1) / n, 3 * n, shared, stream>>>(
      d_output, d_output, d_workspace, width, height, 1, width, f, d_weights, radius, duplicate, n);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab07
