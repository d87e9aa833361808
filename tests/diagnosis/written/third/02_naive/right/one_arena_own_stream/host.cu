// Lab 02: the host side, everything queued on a stream of its own, one allocation for all.
#include "kit/cuda_check.hpp"
#include "lab.hpp"
#include "owned.hpp"

namespace lab02 {

void convolve_host(const float* input, float* output, int width, int height, const float* filter,
                   int filter_width, kit::Border border) {
  const std::size_t pixels = std::size_t(width) * height;
  const std::size_t taps = std::size_t(filter_width) * filter_width;

  Arena arena(2 * pixels + taps);
  Stream stream;
  float* const d_filter = arena.take(taps);
  float* const d_input = arena.take(pixels);
  float* const d_output = arena.take(pixels);

  const auto copy = [&stream](float* to, const float* from, std::size_t count, cudaMemcpyKind kind) {
    KIT_CHECK(cudaMemcpyAsync(to, from, count * sizeof(float), kind, stream));
  };
  copy(d_filter, filter, taps, cudaMemcpyHostToDevice);
  copy(d_input, input, pixels, cudaMemcpyHostToDevice);
  convolve(d_input, d_output, width, height, d_filter, filter_width, border, dim3(64, 4), stream);
  copy(output, d_output, pixels, cudaMemcpyDeviceToHost);
  KIT_CHECK(cudaStreamSynchronize(stream));

  stream.destroy();
  arena.free();
}

}  // namespace lab02
