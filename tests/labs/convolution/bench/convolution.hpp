/// @file
/// What the adapters of the convolution labs share: the filter of a point in host and device
/// memory, and work on float32 images of one or more planes.
#pragma once

#include <cstring>
#include <memory>

#include "bench/harness/bench.hpp"
#include "kit/cuda_check.hpp"
#include "kit/device_buffer.hpp"
#include "kit/filters.hpp"
#include "kit/synthetic.hpp"
#include "labs/convolution/reference/oracle.hpp"
#include "labs/convolution/reference/separable.hpp"

namespace kit::bench {

/// From here on a launch may take minutes on a slow card.
inline constexpr int kWideFilter = 51;

/// A square filter.
struct Square {
  explicit Square(const Parameters& p)
      : filter(make_filter(p.text("filter"))),
        device(filter.weights.data(), filter.weights.size()) {}
  Filter filter;
  DeviceBuffer<float> device;
};

/// The same filter as two vectors.
struct Vectors {
  explicit Vectors(const Parameters& p)
      : filter(separate(make_filter(p.text("filter")))),
        row(filter.row.data(), filter.row.size()),
        column(filter.column.data(), filter.column.size()) {}
  SeparableFilter filter;
  DeviceBuffer<float> row, column;
};

inline std::vector<std::byte> bytes_of(const Image<float>& image) {
  std::vector<std::byte> bytes(image.size() * sizeof(float));
  std::memcpy(bytes.data(), image.data(), bytes.size());
  return bytes;
}

/// Work on planes of float32, which `launch` filters one by one.
template <typename Launch>
DeviceWork float_planes(const Parameters& p, Launch launch) {
  const std::size_t plane = std::size_t(p.width()) * std::size_t(p.height());
  const int planes = p.number("channels", 1);
  DeviceWork work;
  work.input_bytes = work.output_bytes = p.values() * sizeof(float);
  work.least_bytes = double(work.input_bytes) + double(work.output_bytes);
  work.launch = [=](const void* input, void* output) {
    for (int n = 0; n < planes; ++n) {
      launch(static_cast<const float*>(input) + n * plane, static_cast<float*>(output) + n * plane);
    }
  };
  if (p.text("image", "noise") == "checkerboard") {
    const Image<float> image = checkerboard(p.width(), p.height(), 8);
    work.content = bytes_of(image);
    work.reference = [image, p](const void*) {
      const Image<double> right =
          oracle::convolve(image, make_filter(p.text("filter")), p.border());
      return std::vector<double>(right.values().begin(), right.values().end());
    };
  }
  return work;
}

/// `function(input, output, width, height, filter, filter_width, border, block, stream)` with the
/// filter in host or in device memory.
template <typename Function>
DeviceWork square_work(const Parameters& p, bool filter_on_host, Function function) {
  const auto square = std::make_shared<Square>(p);
  const float* const weights =
      filter_on_host ? square->filter.weights.data() : square->device.data();
  const int width = p.width(), height = p.height(), filter_width = square->filter.width;
  const Border border = p.border();
  const dim3 block(unsigned(p.block().x), unsigned(p.block().y));
  DeviceWork work = float_planes(p, [=](const float* input, float* output) {
    (void)square;  // owns the weights
    function(input, output, width, height, weights, filter_width, border, block, nullptr);
  });
  work.may_be_slow = filter_width >= kWideFilter;
  return work;
}

}  // namespace kit::bench
