/// @file
/// Lab 02, stage host: allocate, copy, launch, copy back, free, checked. Read README.md first.
#include <cstddef>

#include "kit/cuda_check.hpp"
#include "lab.hpp"

namespace lab02 {
namespace {

// Threads per block. 32 in x is one warp per row of the block; 8 rows make 256 threads.
constexpr int kBlockWidth = 32;
constexpr int kBlockHeight = 8;

/// Device memory that is freed at the end of its life.
struct DeviceBuffer {
  float* data = nullptr;

  explicit DeviceBuffer(std::size_t bytes) { KIT_CHECK(cudaMalloc(&data, bytes)); }
  DeviceBuffer(const DeviceBuffer&) = delete;
  DeviceBuffer& operator=(const DeviceBuffer&) = delete;
  ~DeviceBuffer() { cudaFree(data); }

  /// Frees now, and reports an error.
  void release() {
    float* const old = data;
    data = nullptr;
    KIT_CHECK(cudaFree(old));
  }
};

void upload(const DeviceBuffer& target, const float* source, std::size_t bytes) {
  KIT_CHECK(cudaMemcpy(target.data, source, bytes, cudaMemcpyHostToDevice));
}

}  // namespace

void convolve_host(const float* input, float* output, int width, int height, const float* filter,
                   int filter_width, kit::Border border) {
  // size_t first: an image can have more than 2^31 bytes though its pixels can be counted by an
  // int.
  const std::size_t image_bytes = sizeof(float) * width * height;
  const std::size_t filter_bytes = sizeof(float) * filter_width * filter_width;
  DeviceBuffer d_input(image_bytes);
  DeviceBuffer d_output(image_bytes);
  DeviceBuffer d_filter(filter_bytes);
  upload(d_input, input, image_bytes);
  upload(d_filter, filter, filter_bytes);
  const dim3 block(kBlockWidth, kBlockHeight);
  convolve(d_input.data, d_output.data, width, height, d_filter.data, filter_width, border, block,
           nullptr);
  KIT_CHECK(cudaMemcpy(output, d_output.data, image_bytes, cudaMemcpyDeviceToHost));
  d_filter.release();
  d_output.release();
  d_input.release();
}

}  // namespace lab02
