// Lab 08's edge-aware filter on the CPU.
#include "bench/harness/host_work.hpp"
#include "labs/08_domain_transform/baseline/edge_aware_baseline.hpp"
#include "labs/08_domain_transform/bench/plain.hpp"

namespace {

using namespace kit::bench;
namespace baseline = kit::baseline;
namespace plain = kit::plain;

HostWork edge_aware(const Parameters& p) {
  constexpr int kTile = 1024;
  const kit::Image<float> tile = kit::scene(kTile, kTile, 3, 7);
  kit::Image<float> image(p.width(), p.height(), 3);
  for (int y = 0; y < p.height(); ++y) {
    for (int x = 0; x < p.width(); ++x) {
      for (int c = 0; c < 3; ++c) image.at(x, y, c) = tile.at(x % kTile, y % kTile, c);
    }
  }
  const auto data = std::make_shared<Bytes<float>>(p, image, image.size());
  const double sigma_s = p.real("sigma_s"), sigma_r = p.real("sigma_r");
  const int iterations = p.number("iterations", 2);
  const Code code = code_of(p);
  HostWork work;
  work.least_bytes = double(image.size()) * (1 + sizeof(float));
  work.run = [=] {
    if (code == Code::plain) {
      plain::edge_aware(data->input.data(), data->output.data(), data->width, data->height, sigma_s,
                        sigma_r, iterations);
    } else {
      baseline::edge_aware(data->input.data(), data->output.data(), data->width, data->height, 3,
                           sigma_s, sigma_r, iterations, code == Code::all_cores ? 0 : 1);
    }
  };
  return work;
}

KIT_BENCH_HOST("edge_aware", edge_aware);

}  // namespace
