/// @file
/// Of a timed launch on the device: its input, which is made there, and its output, which is kept
/// there. A part of device_job.cu.
#pragma once

#include <memory>

#include "grader/protocol/launch_noise.hpp"
#include "grader/worker/device_job.hpp"
#include "grader/worker/kept_output.hpp"
#include "kit/device_buffer.hpp"

namespace kit::worker {
namespace {

/// Writes the noise of `key`, a thread for each block of it; `bytes` is a multiple of 4.
__global__ void noise_kernel(std::uint32_t* values, std::size_t bytes, bool floats,
                             std::uint64_t key) {
  const std::size_t block = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const std::size_t words = bytes / 4;
  const grader::NoiseWords noise = grader::noise_words(key, block);
  float as_floats[4];
  grader::noise_floats(noise, as_floats);
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t at = 4 * block + i;
    if (at < words) values[at] = floats ? __float_as_uint(as_floats[i]) : noise.word[i];
  }
}

/// A thread for each pixel.
__global__ void patch_kernel(std::uint32_t* pixels, std::uint32_t width, std::size_t count,
                             std::uint64_t key) {
  const std::size_t pixel = std::size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (pixel < count) pixels[pixel] = grader::patch_pixel(key, width, pixel);
}

void fill_noise_on_device(std::byte* values, const Shape& shape, std::uint64_t key) {
  // Whole words: what stands behind the last value is of the guard's alignment.
  if (shape.bytes() % 4 != 0 || (shape.type != DType::f32 && shape.type != DType::u8))
    throw Failure("kit", "noise", "", "no image of such a shape is made of noise");
  constexpr unsigned kThreads = 256;
  auto* const words = reinterpret_cast<std::uint32_t*>(values);
  if (grader::is_made_of_patches(shape)) {
    const std::size_t pixels = shape.bytes() / 4;
    patch_kernel<<<unsigned((pixels + kThreads - 1) / kThreads), kThreads>>>(
        words, unsigned(shape.width), pixels, key);
    return check_device(cudaGetLastError(), "noise");
  }
  const std::size_t blocks =
      (shape.bytes() + grader::kNoiseBlockBytes - 1) / grader::kNoiseBlockBytes;
  noise_kernel<<<unsigned((blocks + kThreads - 1) / kThreads), kThreads>>>(
      words, shape.bytes(), shape.type == DType::f32, key);
  check_device(cudaGetLastError(), "noise");
}

/// Lets go of what the student's code asked the L2 cache to keep: the flush could not drive it out.
void forget_persisting_lines() {
#ifdef __NVCC__  // the simulator has no cache
  // Cards before compute capability 8.0 have no such lines, and say so.
  cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0);
  cudaCtxResetPersistingL2Cache();
  cudaGetLastError();
#endif
}

/// An output on the device.
class KeptOnDevice : public KeptOutput {
 public:
  explicit KeptOnDevice(const Shape& shape) : KeptOutput(shape), device_(shape.bytes()) {}
  void take(const std::byte* values) {
    check_device(cudaMemcpy(device_.data(), values, shape().bytes(), cudaMemcpyDeviceToDevice),
                 "keep");
    check_device(cudaDeviceSynchronize(), "keep");
  }
  void copy(std::size_t offset, std::size_t pitch, std::size_t width, std::size_t rows,
            std::byte* to) const override {
    check_device(cudaMemcpy2D(to, width, device_.data() + offset, pitch, width, rows,
                              cudaMemcpyDeviceToHost),
                 "kept output");
  }

 private:
  DeviceBuffer<std::byte> device_;
};

/// Where a slot's output is kept; its memory is used again.
KeptOnDevice& kept_on_device(int slot, const Shape& shape) {
  std::unique_ptr<KeptOutput>& kept = kept_outputs()[slot];
  if (!kept || !(kept->shape() == shape)) {
    kept.reset();  // first, so that both never take memory at once
    kept = std::make_unique<KeptOnDevice>(shape);
  }
  return static_cast<KeptOnDevice&>(*kept);
}

}  // namespace
}  // namespace kit::worker
