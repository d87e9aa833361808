// What is measured of lab 03.
#include "lab.hpp"
#include "labs/convolution/bench/convolution.hpp"

namespace {

using namespace kit::bench;

DeviceWork convolve(const Parameters& p) {
  return square_work(p, true, lab03::convolve);
}

DeviceWork convolve_unrolled(const Parameters& p) {
  return square_work(p, true, lab03::convolve_unrolled);
}

/// The negative of an image of bytes. Every pixel is noise, or the same one ("image": "constant").
template <typename Function>
DeviceWork tone_curve(const Parameters& p, bool table_on_host, Function function) {
  struct Table {
    Table() {
      for (int n = 0; n < lab03::kTableSize; ++n) host[n] = std::uint8_t(255 - n);
      device = kit::DeviceBuffer<std::uint8_t>(host, lab03::kTableSize);
    }
    std::uint8_t host[lab03::kTableSize];
    kit::DeviceBuffer<std::uint8_t> device;
  };
  const auto table = std::make_shared<Table>();
  const int width = p.width(), height = p.height();
  const dim3 block(unsigned(p.block().x), unsigned(p.block().y));
  DeviceWork work;
  work.input_bytes = work.output_bytes = p.values();
  work.least_bytes = 2 * double(p.values());
  work.pixels = DeviceWork::Pixels::bytes;
  if (p.text("image", "noise") == "constant") work.content.assign(p.values(), std::byte{77});
  work.launch = [=](const void* input, void* output) {
    function(static_cast<const std::uint8_t*>(input), static_cast<std::uint8_t*>(output), width,
             height, table_on_host ? table->host : table->device.data(), block, nullptr);
  };
  return work;
}

DeviceWork tone_curve_constant(const Parameters& p) {
  return tone_curve(p, true, lab03::tone_curve_constant);
}

DeviceWork tone_curve_shared(const Parameters& p) {
  return tone_curve(p, false, lab03::tone_curve_shared);
}

KIT_BENCH_DEVICE("convolve", convolve);
KIT_BENCH_DEVICE("convolve_unrolled", convolve_unrolled);
KIT_BENCH_DEVICE("tone_curve_constant", tone_curve_constant);
KIT_BENCH_DEVICE("tone_curve_shared", tone_curve_shared);

}  // namespace
