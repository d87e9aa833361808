// Lab 06's box filter and summed-area table on the CPU.
#include "bench/harness/host_work.hpp"
#include "labs/06_integral_image/baseline/box_baseline.hpp"
#include "labs/06_integral_image/bench/plain.hpp"

namespace {

using namespace kit::bench;
namespace baseline = kit::baseline;
namespace plain = kit::plain;

HostWork box_filter(const Parameters& p) {
  const int channels = p.number("channels", 1), radius = p.number("radius");
  const auto data = std::make_shared<Bytes<std::uint8_t>>(
      p, kit::noise(p.width(), p.height(), 1, channels), p.values());
  const Code code = code_of(p);
  HostWork work;
  work.least_bytes = 2.0 * double(p.values());
  work.run = [=] {
    if (code == Code::plain) {
      plain::box_filter(data->input.data(), data->output.data(), data->width, data->height,
                        channels, radius);
    } else {
      baseline::box_filter(data->input.data(), data->output.data(), data->width, data->height,
                           channels, radius, code == Code::all_cores ? 0 : 1);
    }
  };
  return work;
}

HostWork table(const Parameters& p) {
  const int channels = p.number("channels", 1);
  const auto data = std::make_shared<Bytes<std::uint32_t>>(
      p, kit::noise(p.width(), p.height(), 1, channels), p.values());
  const Code code = code_of(p);
  if (code == Code::plain) throw kit::InputError("table has no plain version");
  HostWork work;
  work.least_bytes = 5.0 * double(p.values());
  work.run = [=] {
    baseline::summed_area_table(data->input.data(), data->output.data(), data->width, data->height,
                                channels, code == Code::all_cores ? 0 : 1);
  };
  return work;
}

KIT_BENCH_HOST("box_filter", box_filter);
KIT_BENCH_HOST("table", table);

}  // namespace
