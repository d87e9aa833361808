// What is measured of lab 09: steps of an edge detector on images of bytes.
#include <cuda_fp16.h>

#include <cstdint>
#include <memory>

#include "bench/harness/bench.hpp"
#include "kit/device_buffer.hpp"
#include "lab.hpp"

namespace {

using namespace kit::bench;
using Bytes = std::uint8_t;

constexpr float kLow = 60, kHigh = 120;  // of thinning, in units of the magnitude

struct Size {
  explicit Size(const Parameters& p) : width(p.width()), height(p.height()) {}
  std::size_t pixels() const { return std::size_t(width) * std::size_t(height); }
  int width, height;
};

dim3 block_of(const Parameters& p) {
  return dim3(unsigned(p.block().x), unsigned(p.block().y));
}

/// Work that reads a byte a pixel and writes `bytes`.
DeviceWork on_grey(const Size& size, std::size_t bytes) {
  DeviceWork work;
  work.input_bytes = size.pixels();
  work.output_bytes = size.pixels() * bytes;
  work.least_bytes = double(work.input_bytes) + double(work.output_bytes);
  work.pixels = DeviceWork::Pixels::bytes;
  return work;
}

/// A copy of bytes: what the others are compared with.
DeviceWork copy(const Parameters& p) {
  const Size size(p);
  DeviceWork work = on_grey(size, 1);
  work.launch = [=](const void* input, void* output) {
    KIT_CHECK(cudaMemcpyAsync(output, input, size.pixels(), cudaMemcpyDeviceToDevice, nullptr));
  };
  return work;
}

/// Images that the steps leave between them.
struct Between {
  explicit Between(const Size& size) : blurred(size.pixels()), gradient(size.pixels()) {}
  kit::DeviceBuffer<float> blurred;
  kit::DeviceBuffer<float2> gradient;
};

DeviceWork blur(const Parameters& p) {
  const Size size(p);
  const dim3 block = block_of(p);
  DeviceWork work = on_grey(size, sizeof(float));
  work.launch = [=](const void* input, void* output) {
    lab09::blur(static_cast<const Bytes*>(input), static_cast<float*>(output), size.width,
                size.height, block, nullptr);
  };
  return work;
}

/// Blur, gradient and thinning in three kernels, from grey levels to states.
DeviceWork thin_in_steps(const Parameters& p) {
  const Size size(p);
  const dim3 block = block_of(p);
  const auto between = std::make_shared<Between>(size);
  DeviceWork work = on_grey(size, 1);
  work.launch = [=](const void* input, void* output) {
    lab09::blur(static_cast<const Bytes*>(input), between->blurred.data(), size.width, size.height,
                block, nullptr);
    lab09::gradient(between->blurred.data(), between->gradient.data(), size.width, size.height,
                    block, nullptr);
    lab09::thin(between->gradient.data(), static_cast<Bytes*>(output), size.width, size.height,
                kLow, kHigh, block, nullptr);
  };
  return work;
}

DeviceWork thin_in_one_pass(const Parameters& p) {
  const Size size(p);
  DeviceWork work = on_grey(size, 1);
  work.launch = [=](const void* input, void* output) {
    lab09::thin_in_one_pass(static_cast<const Bytes*>(input), static_cast<Bytes*>(output),
                            size.width, size.height, kLow, kHigh, nullptr);
  };
  return work;
}

/// The whole detector from grey levels to edges, with the challenge's kernel.
DeviceWork edges(const Parameters& p) {
  const Size size(p);
  struct Memory {
    explicit Memory(const Size& s) : states(s.pixels()), other(s.pixels()), changed(1) {}
    kit::DeviceBuffer<Bytes> states, other;
    kit::DeviceBuffer<unsigned> changed;
  };
  const auto memory = std::make_shared<Memory>(size);
  DeviceWork work = on_grey(size, 1);
  work.launch = [=](const void* input, void* output) {
    lab09::thin_in_one_pass(static_cast<const Bytes*>(input), memory->states.data(), size.width,
                            size.height, kLow, kHigh, nullptr);
    lab09::hysteresis(memory->states.data(), static_cast<Bytes*>(output), memory->other.data(),
                      memory->changed.data(), size.width, size.height, nullptr);
  };
  return work;
}

DeviceWork magnitude_fused(const Parameters& p) {
  const Size size(p);
  DeviceWork work = on_grey(size, sizeof(float));
  work.launch = [=](const void* input, void* output) {
    lab09::magnitude_fused(static_cast<const Bytes*>(input), static_cast<float*>(output),
                           size.width, size.height, nullptr);
  };
  return work;
}

DeviceWork magnitude_half_storage(const Parameters& p) {
  const Size size(p);
  const dim3 block = block_of(p);
  const auto blurred = std::make_shared<kit::DeviceBuffer<__half>>(size.pixels());
  DeviceWork work = on_grey(size, sizeof(float));
  work.launch = [=](const void* input, void* output) {
    lab09::magnitude_half_storage(static_cast<const Bytes*>(input), blurred->data(),
                                  static_cast<float*>(output), size.width, size.height, block,
                                  nullptr);
  };
  return work;
}

DeviceWork magnitude_half2(const Parameters& p) {
  const Size size(p);
  DeviceWork work = on_grey(size, 1);
  work.launch = [=](const void* input, void* output) {
    lab09::magnitude_half2(static_cast<const Bytes*>(input), static_cast<Bytes*>(output),
                           size.width, size.height, nullptr);
  };
  return work;
}

KIT_BENCH_DEVICE("copy_bytes", copy);
KIT_BENCH_DEVICE("blur", blur);
KIT_BENCH_DEVICE("thin_in_steps", thin_in_steps);
KIT_BENCH_DEVICE("thin_in_one_pass", thin_in_one_pass);
KIT_BENCH_DEVICE("edges", edges);
KIT_BENCH_DEVICE("magnitude_fused", magnitude_fused);
KIT_BENCH_DEVICE("magnitude_half_storage", magnitude_half_storage);
KIT_BENCH_DEVICE("magnitude_half2", magnitude_half2);

}  // namespace
