// What is measured of lab 06: tables and box filters of 8-bit images.
#include <algorithm>
#include <cstdint>
#include <memory>

#include "bench/harness/bench.hpp"
#include "kit/device_buffer.hpp"
#include "kit/synthetic.hpp"
#include "lab.hpp"
#include "labs/06_integral_image/baseline/box_baseline.hpp"

namespace {

using namespace kit::bench;
using Bytes = std::uint8_t;
using Sum = std::uint32_t;

struct Size {
  explicit Size(const Parameters& p)
      : width(p.width()), height(p.height()), channels(p.number("channels", 1)) {}
  std::size_t values() const {
    return std::size_t(width) * std::size_t(height) * std::size_t(channels);
  }
  int width, height, channels;
};

/// Room for a table (of 8-byte sums, if need be) and for what tiles or one pass need.
struct Memory {
  explicit Memory(const Size& s)
      : table(2 * s.values()),
        workspace(std::max(lab06::one_pass_workspace(s.width, s.height, s.channels),
                           lab06::tiles_workspace(s.width, s.height, s.channels)) /
                      8 +
                  1) {}
  kit::DeviceBuffer<Sum> table;
  kit::DeviceBuffer<std::uint64_t> workspace;
};

DeviceWork work_on_bytes(const Size& size, std::size_t output_bytes_each) {
  DeviceWork work;
  work.input_bytes = size.values();
  work.output_bytes = size.values() * output_bytes_each;
  work.least_bytes = double(work.input_bytes) + double(work.output_bytes);
  work.pixels = DeviceWork::Pixels::bytes;
  return work;
}

/// `filter(input, output, size, radius, memory)`.
template <typename Filter>
DeviceWork box(const Parameters& p, Filter filter) {
  const Size size(p);
  const int radius = p.number("radius");
  const auto memory = std::make_shared<Memory>(size);
  DeviceWork work = work_on_bytes(size, 1);
  work.launch = [=](const void* input, void* output) {
    filter(static_cast<const Bytes*>(input), static_cast<Bytes*>(output), size, radius, *memory);
  };
  return work;
}

DeviceWork box_naive(const Parameters& p) {
  DeviceWork work = box(p, [](const Bytes* in, Bytes* out, const Size& s, int radius, Memory&) {
    lab06::box_naive(in, out, s.width, s.height, s.channels, radius, nullptr);
  });
  work.may_be_slow = p.number("radius") >= 25;
  return work;
}

DeviceWork box_by_lines(const Parameters& p) {
  return box(p, [](const Bytes* in, Bytes* out, const Size& s, int radius, Memory& memory) {
    lab06::scan_rows_by_lines(in, memory.table.data(), s.width, s.height, s.channels, nullptr);
    lab06::scan_columns_by_lines(memory.table.data(), s.width, s.height, s.channels, nullptr);
    lab06::box_from_table(memory.table.data(), out, s.width, s.height, s.channels, radius, nullptr);
  });
}

DeviceWork box_filter(const Parameters& p) {
  return box(p, [](const Bytes* in, Bytes* out, const Size& s, int radius, Memory& memory) {
    lab06::box_filter(in, out, s.width, s.height, s.channels, radius, memory.table.data(), nullptr);
  });
}

DeviceWork box_in_tiles(const Parameters& p) {
  return box(p, [](const Bytes* in, Bytes* out, const Size& s, int radius, Memory& memory) {
    lab06::table_in_tiles(in, memory.table.data(), s.width, s.height, s.channels,
                          memory.workspace.data(), nullptr);
    lab06::box_from_table(memory.table.data(), out, s.width, s.height, s.channels, radius, nullptr);
  });
}

DeviceWork box_one_pass(const Parameters& p) {
  return box(p, [](const Bytes* in, Bytes* out, const Size& s, int radius, Memory& memory) {
    lab06::box_one_pass(in, out, s.width, s.height, s.channels, radius, memory.table.data(),
                        memory.workspace.data(), nullptr);
  });
}

DeviceWork box_in_strips(const Parameters& p) {
  return box(p, [](const Bytes* in, Bytes* out, const Size& s, int radius, Memory& memory) {
    lab06::box_in_strips(in, out, s.width, s.height, s.channels, radius, memory.table.data(),
                         nullptr);
  });
}

DeviceWork box_sliding(const Parameters& p) {
  return box(p, [](const Bytes* in, Bytes* out, const Size& s, int radius, Memory& memory) {
    lab06::box_sliding(in, out, s.width, s.height, s.channels, radius, memory.table.data(),
                       nullptr);
  });
}

/// `make(input, table, size, memory)`.
template <typename Make>
DeviceWork table(const Parameters& p, Make make) {
  const Size size(p);
  const auto memory = std::make_shared<Memory>(size);
  DeviceWork work = work_on_bytes(size, sizeof(Sum));
  work.launch = [=](const void* input, void* output) {
    make(static_cast<const Bytes*>(input), static_cast<Sum*>(output), size, *memory);
  };
  return work;
}

DeviceWork table_by_lines(const Parameters& p) {
  return table(p, [](const Bytes* in, Sum* out, const Size& s, Memory&) {
    lab06::scan_rows_by_lines(in, out, s.width, s.height, s.channels, nullptr);
    lab06::scan_columns_by_lines(out, s.width, s.height, s.channels, nullptr);
  });
}

DeviceWork table_by_blocks(const Parameters& p) {
  return table(p, [](const Bytes* in, Sum* out, const Size& s, Memory&) {
    lab06::scan_rows_by_blocks(in, out, s.width, s.height, s.channels, nullptr);
    lab06::scan_columns_by_blocks(out, s.width, s.height, s.channels, nullptr);
  });
}

DeviceWork table_in_tiles(const Parameters& p) {
  return table(p, [](const Bytes* in, Sum* out, const Size& s, Memory& memory) {
    lab06::table_in_tiles(in, out, s.width, s.height, s.channels, memory.workspace.data(), nullptr);
  });
}

DeviceWork table_one_pass(const Parameters& p) {
  return table(p, [](const Bytes* in, Sum* out, const Size& s, Memory& memory) {
    lab06::table_one_pass(in, out, s.width, s.height, s.channels, memory.workspace.data(), nullptr);
  });
}

/// The drawn scene in grey; continued by its mirror images where the image is larger.
std::vector<Bytes> scene_of(int side) {
  constexpr int kDrawn = 1960;
  static const kit::Image<Bytes> drawn = kit::to_bytes(kit::scene(kDrawn, kDrawn, 1));
  const auto place = [&](int at) {
    if (side < kDrawn) return int(std::int64_t(at) * kDrawn / side);
    const int folded = at % (2 * kDrawn);
    return folded < kDrawn ? folded : 2 * kDrawn - 1 - folded;
  };
  std::vector<Bytes> image;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) image.push_back(drawn.at(place(x), place(y)));
  }
  return image;
}

/// How far a box filter from a float32 table is from the exact one, in grey levels, and what share
/// of the pixels differs; and whether the exact one is the CPU's.
std::map<std::string, double> float_table(const Parameters& p) {
  const int side = p.width(), radius = p.number("radius");
  const std::vector<Bytes> image = scene_of(side);
  const kit::DeviceBuffer<Bytes> input(image.data(), image.size());
  kit::DeviceBuffer<Bytes> exact(image.size()), rounded(image.size());
  kit::DeviceBuffer<float> table(image.size());
  kit::DeviceBuffer<std::uint64_t> workspace(image.size());
  kit::DeviceBuffer<std::uint32_t> result(2);
  lab06::box_filter(input.data(), exact.data(), side, side, 1, radius, workspace.data(), nullptr);
  lab06::box_by_float_table(input.data(), rounded.data(), side, side, 1, radius, table.data(),
                            nullptr);
  lab06::count_differences(exact.data(), rounded.data(), int(image.size()), result.data(), nullptr);
  std::uint32_t numbers[2];
  result.download(numbers);
  std::vector<Bytes> right(image.size()), got(image.size());
  kit::baseline::box_filter(image.data(), right.data(), side, side, 1, radius, 0);
  exact.download(got.data());
  std::size_t wrong = 0;
  for (std::size_t n = 0; n < got.size(); ++n) wrong += got[n] != right[n] ? 1 : 0;
  return {{"largest", numbers[1]},
          {"percent", 100.0 * numbers[0] / double(image.size())},
          {"exact_differ", double(wrong)}};
}

KIT_BENCH_STUDY("float_table", float_table);
KIT_BENCH_DEVICE("box_naive", box_naive);
KIT_BENCH_DEVICE("box_by_lines", box_by_lines);
KIT_BENCH_DEVICE("box_filter", box_filter);
KIT_BENCH_DEVICE("box_in_tiles", box_in_tiles);
KIT_BENCH_DEVICE("box_one_pass", box_one_pass);
KIT_BENCH_DEVICE("box_in_strips", box_in_strips);
KIT_BENCH_DEVICE("box_sliding", box_sliding);
KIT_BENCH_DEVICE("table_by_lines", table_by_lines);
KIT_BENCH_DEVICE("table_by_blocks", table_by_blocks);
KIT_BENCH_DEVICE("table_in_tiles", table_in_tiles);
KIT_BENCH_DEVICE("table_one_pass", table_one_pass);

}  // namespace
