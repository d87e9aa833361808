// What is measured of lab 05.
#include "lab.hpp"
#include "labs/convolution/bench/convolution.hpp"

namespace {

using namespace kit::bench;

/// The filter's vectors and the intermediate image.
struct Data : Vectors {
  explicit Data(const Parameters& p)
      : Vectors(p), between(std::size_t(p.width()) * std::size_t(p.height())) {}
  kit::DeviceBuffer<float> between;
};

/// A function of two passes, with its weights in host or in device memory.
template <typename Function>
DeviceWork two_passes(const Parameters& p, bool weights_on_host, Function function) {
  const auto data = std::make_shared<Data>(p);
  const int width = p.width(), height = p.height();
  const kit::Border border = p.border();
  const dim3 block(unsigned(p.block().x), unsigned(p.block().y));
  const float* const row = weights_on_host ? data->filter.row.data() : data->row.data();
  const float* const column = weights_on_host ? data->filter.column.data() : data->column.data();
  DeviceWork work = float_planes(p, [=](const float* input, float* output) {
    function(input, output, data->between.data(), width, height, row, column, data->filter.taps(),
             border, block, nullptr);
  });
  return work;
}

DeviceWork separable_global(const Parameters& p) {
  return two_passes(p, false, lab05::separable_global);
}
DeviceWork separable_constant(const Parameters& p) {
  return two_passes(p, true, lab05::separable_constant);
}
DeviceWork separable_shared(const Parameters& p) {
  return two_passes(p, true, lab05::separable_shared);
}

DeviceWork separable_bytes(const Parameters& p) {
  const auto data = std::make_shared<Data>(p);
  const int width = p.width(), height = p.height();
  const kit::Border border = p.border();
  const dim3 block(unsigned(p.block().x), unsigned(p.block().y));
  DeviceWork work;
  work.input_bytes = work.output_bytes = p.values();
  work.least_bytes = 2 * double(p.values());
  work.pixels = DeviceWork::Pixels::bytes;
  work.launch = [=](const void* input, void* output) {
    lab05::separable_bytes(static_cast<const std::uint8_t*>(input),
                           static_cast<std::uint8_t*>(output), data->between.data(), width, height,
                           data->filter.row.data(), data->filter.column.data(), data->filter.taps(),
                           border, block, nullptr);
  };
  return work;
}

/// A function that chooses its blocks itself.
template <typename Function>
DeviceWork one_kernel(const Parameters& p, Function function) {
  const auto data = std::make_shared<Vectors>(p);
  const int width = p.width(), height = p.height();
  const kit::Border border = p.border();
  return float_planes(p, [=](const float* input, float* output) {
    function(input, output, width, height, data->filter.row.data(), data->filter.column.data(),
             data->filter.taps(), border, nullptr);
  });
}

DeviceWork separable_one_kernel(const Parameters& p) {
  return one_kernel(p, lab05::separable_one_kernel);
}
DeviceWork separable_rolling(const Parameters& p) {
  return one_kernel(p, lab05::separable_rolling);
}
DeviceWork separable_fused(const Parameters& p) {
  return one_kernel(p, lab05::separable_fused);
}

KIT_BENCH_DEVICE("separable_global", separable_global);
KIT_BENCH_DEVICE("separable_constant", separable_constant);
KIT_BENCH_DEVICE("separable_shared", separable_shared);
KIT_BENCH_DEVICE("separable_bytes", separable_bytes);
KIT_BENCH_DEVICE("separable_one_kernel", separable_one_kernel);
KIT_BENCH_DEVICE("separable_rolling", separable_rolling);
KIT_BENCH_DEVICE("separable_fused", separable_fused);

}  // namespace
