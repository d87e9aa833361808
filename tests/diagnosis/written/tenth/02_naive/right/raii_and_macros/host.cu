// Lab 02: the host side. The owners free the memory, whatever happens.
#include <cstddef>

#include "device_array.cuh"
#include "lab.hpp"

namespace lab02 {
namespace {

// The grid has at most 65535 blocks in y: very high images take higher blocks.
dim3 block_for(int height) {
  dim3 block(32, 8);
  while (block.x > 1 && (height - 1) / static_cast<int>(block.y) + 1 > 65535) {
    block.x /= 2;
    block.y *= 2;
  }
  return height > 65535 * 256 ? dim3(1, 1024) : block;
}

}  // namespace

void convolve_host(const float* input, float* output, int width, int height, const float* filter,
                   int filter_width, kit::Border border) {
  const auto pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  const auto weights = static_cast<std::size_t>(filter_width) * filter_width;

  const auto d_filter = make_device<float>(weights);
  CUDA_CALL(cudaMemcpy(d_filter.get(), filter, weights * sizeof *filter, cudaMemcpyHostToDevice));
  const auto d_input = make_device<float>(pixels);
  CUDA_CALL(cudaMemcpy(d_input.get(), input, pixels * sizeof *input, cudaMemcpyHostToDevice));
  const auto d_output = make_device<float>(pixels);

  convolve(d_input.get(), d_output.get(), width, height, d_filter.get(), filter_width, border,
           block_for(height), cudaStream_t{});

  CUDA_CALL(cudaDeviceSynchronize());
  CUDA_CALL(cudaMemcpy(output, d_output.get(), pixels * sizeof *output, cudaMemcpyDeviceToHost));
}

}  // namespace lab02
