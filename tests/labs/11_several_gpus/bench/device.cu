// What is measured of lab 11 on one device: a pass over all rows of one band. Several devices are
// measured by study/scaling.cu.
#include <cstddef>
#include <memory>
#include <vector>

#include "bench/harness/bench.hpp"
#include "kit/device_buffer.hpp"
#include "lab.hpp"

namespace {

using namespace kit::bench;

DeviceWork rows(const Parameters& p) {
  const int width = p.width(), height = p.height(), radius = p.number("radius", 3);
  const std::vector<float> box(std::size_t(2 * radius + 1), 1.0f / float(2 * radius + 1));
  const auto d_weights = std::make_shared<kit::DeviceBuffer<float>>(box.data(), box.size());
  DeviceWork work;
  work.input_bytes = work.output_bytes = sizeof(float) * std::size_t(width) * std::size_t(height);
  work.least_bytes = 2.0 * double(work.output_bytes);
  work.launch = [=](const void* input, void* output) {
    lab11::Bands bands{width, height, 1, 0, radius, {}};
    lab11::Band& band = bands.band[0];
    band.rows = height;
    band.d_rows[0] = const_cast<float*>(static_cast<const float*>(input));
    band.d_rows[1] = static_cast<float*>(output);
    band.d_weights = d_weights->data();
    lab11::filter_rows(bands, 0, 0, 0, height);
  };
  return work;
}

KIT_BENCH_DEVICE("rows", rows);

}  // namespace
