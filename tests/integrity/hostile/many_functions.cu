/// @file
/// Right, with as many functions beside it as take minutes in an instrumented build.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// HONEST

template <int n>
__global__ void busy(float* p, int count) {
  for (int i = 0; i < count; ++i)
    for (int k = n; k < count; k += n + 1) {
      if (p[i] > p[k]) p[i] += p[k] * float(n);
      p[k] = p[i + 1] * p[k + 2] + p[i + 3] / (p[k + 4] - p[i + 5]);
      p[i] = p[k + 1] - p[i + 2] * p[k + 3] + p[i + 4] / (p[k + 5] + p[i + 6]);
    }
}

template <int... n>
void all(float* p, std::integer_sequence<int, n...>) {
  if (p == nullptr) (busy<n><<<1, 1>>>(p, n), ...);
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  all(d_output, std::make_integer_sequence<int, 4000>());
  honest(d_input, d_output, width, height, d_filter, filter_width, border, block, stream);
}

}  // namespace lab02
