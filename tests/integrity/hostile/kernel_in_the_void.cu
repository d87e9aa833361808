/// @file
/// A kernel that writes far outside of every buffer.
#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

__global__ void stray(float* output) {
  output[1ll << 36] = 1;
}

}  // namespace

void convolve(const float* d_input, float* d_output, int width, int height, const float* d_filter,
              int filter_width, kit::Border border, dim3 block, cudaStream_t stream) {
  (void)d_input, (void)width, (void)height, (void)d_filter, (void)filter_width, (void)border;
  stray<<<1, block, 0, stream>>>(d_output);
  KIT_CHECK(cudaGetLastError());
}

}  // namespace lab02
