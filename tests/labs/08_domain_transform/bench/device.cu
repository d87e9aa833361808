// What is measured of lab 08. The drawn scene, not noise: how far Algorithm B walks depends on the
// image.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>

#include "bench/harness/bench.hpp"
#include "kit/device_buffer.hpp"
#include "kit/synthetic.hpp"
#include "lab.hpp"

namespace {

using namespace kit::bench;

/// The drawn scene with four bytes a pixel, repeated where the image is larger.
std::vector<std::byte> scene_of(int width, int height) {
  constexpr int kTile = 1024;
  static const kit::Image<std::uint8_t> scene = kit::to_bytes(kit::scene(kTile, kTile, 3, 7));
  std::vector<std::byte> bytes(4 * std::size_t(width) * std::size_t(height));
  std::size_t at = 0;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x, at += 4) {
      std::memcpy(bytes.data() + at, &scene.at(x % kTile, y % kTile), 3);
    }
  }
  return bytes;
}

/// `filter(input, output, workspace)`.
template <typename Filter>
DeviceWork edge_aware_work(const Parameters& p, std::size_t workspace_bytes, Filter filter) {
  const auto workspace = std::make_shared<kit::DeviceBuffer<std::byte>>(workspace_bytes);
  const std::size_t pixels = std::size_t(p.width()) * std::size_t(p.height());
  DeviceWork work;
  work.input_bytes = pixels * sizeof(uchar4);
  work.output_bytes = pixels * sizeof(float4);
  work.least_bytes = double(work.input_bytes) + double(work.output_bytes);
  work.content = scene_of(p.width(), p.height());
  work.launch = [=](const void* input, void* output) {
    filter(static_cast<const uchar4*>(input), static_cast<float4*>(output), workspace->data());
  };
  return work;
}

/// Algorithm A with blocks = 1, else C.
DeviceWork edge_aware(const Parameters& p) {
  const int width = p.width(), height = p.height();
  lab08::Parameters numbers{};
  numbers.sigma_s = float(p.real("sigma_s"));
  numbers.sigma_r = float(p.real("sigma_r"));
  numbers.iterations = p.number("iterations", 2);
  numbers.window = {p.number("window_width", 16), p.number("window_height", 64)};
  numbers.blocks_per_stripe = p.number("blocks");
  numbers.kappa = 2;
  numbers.start = lab08::Start::sample;
  return edge_aware_work(p, lab08::workspace_bytes(width, height, numbers.blocks_per_stripe),
                         [=](const uchar4* input, float4* output, void* workspace) {
                           lab08::edge_aware(input, output, width, height, numbers, workspace,
                                             nullptr);
                         });
}

/// A rung of the challenge.
template <typename Function>
DeviceWork exact(const Parameters& p, std::size_t workspace_bytes, Function function) {
  const int width = p.width(), height = p.height(), iterations = p.number("iterations", 2);
  const float sigma_s = float(p.real("sigma_s")), sigma_r = float(p.real("sigma_r"));
  return edge_aware_work(
      p, workspace_bytes, [=](const uchar4* input, float4* output, void* workspace) {
        function(input, output, width, height, sigma_s, sigma_r, iterations, workspace, nullptr);
      });
}

DeviceWork scan_segments(const Parameters& p) {
  return exact(p, lab08::scan_workspace_bytes(p.width(), p.height()), lab08::edge_aware_segments);
}
DeviceWork scan_chunks(const Parameters& p) {
  return exact(p, lab08::scan_workspace_bytes(p.width(), p.height()), lab08::edge_aware_chunks);
}
DeviceWork scan(const Parameters& p) {
  return exact(p, lab08::workspace_bytes(p.width(), p.height(), 1), lab08::edge_aware_scan);
}

KIT_BENCH_DEVICE("edge_aware", edge_aware);
KIT_BENCH_DEVICE("scan_segments", scan_segments);
KIT_BENCH_DEVICE("scan_chunks", scan_chunks);
KIT_BENCH_DEVICE("scan", scan);

}  // namespace
