// Times lab 06's solutions beside a copy, for docs/results/lab06_ladder.csv, and counts how far a
// float32 table is off, for lab06_float_table.csv; see tests/hardware/lab06_ladder, which builds
// and runs this.
//   lab06_ladder times | floats | small
// Times are medians in ms between two events, each launch after 256 MiB were written, so that the
// L2 cache is cold. "copy" is that of a float32 image of the same width and height.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "../../labs/06_integral_image/lab.hpp"
#include "kit/box_baseline.hpp"
#include "kit/cuda_check.hpp"
#include "kit/device_buffer.hpp"
#include "kit/synthetic.hpp"

namespace {

using Bytes = std::vector<std::uint8_t>;
using Sums = std::vector<std::uint32_t>;
using Work = std::function<void()>;

constexpr int kLaunches = 21, kFewLaunches = 3;
bool small = false;  // one launch each, nothing timed

/// Median time of `work` on the default stream, after two launches that are not counted.
double median_ms(const Work& work, int launches = kLaunches) {
  if (small) {
    work();
    KIT_CHECK(cudaDeviceSynchronize());
    return 0;
  }
  static kit::DeviceBuffer<std::uint8_t> scratch(std::size_t(256) << 20);
  cudaEvent_t start, stop;
  KIT_CHECK(cudaEventCreate(&start));
  KIT_CHECK(cudaEventCreate(&stop));
  std::vector<float> times;
  for (int n = -2; n < launches; ++n) {
    KIT_CHECK(cudaMemsetAsync(scratch.data(), n & 0xff, scratch.bytes()));
    KIT_CHECK(cudaEventRecord(start));
    work();
    KIT_CHECK(cudaEventRecord(stop));
    KIT_CHECK(cudaEventSynchronize(stop));
    float ms = 0;
    KIT_CHECK(cudaEventElapsedTime(&ms, start, stop));
    if (n >= 0) times.push_back(ms);
  }
  KIT_CHECK(cudaEventDestroy(start));
  KIT_CHECK(cudaEventDestroy(stop));
  std::nth_element(times.begin(), times.begin() + launches / 2, times.end());
  return times[std::size_t(launches / 2)];
}

Bytes noise(std::size_t count) {
  Bytes values(count);
  std::uint32_t state = 1;
  for (std::uint8_t& value : values) {
    state = state * 1664525u + 1013904223u;
    value = std::uint8_t(state >> 24);
  }
  return values;
}

/// One size: every table and every box filter, timed and compared with the CPU.
class Ladder {
 public:
  Ladder(int width, int height, int channels)
      : width_(width),
        height_(height),
        channels_(channels),
        image_(noise(std::size_t(width) * height * channels)),
        d_image_(image_.data(), image_.size()),
        d_output_(image_.size()),
        d_table_(image_.size()),
        d_workspace_(lab06::one_pass_workspace(width, height, channels) / 8) {
    kit::DeviceBuffer<float> from(std::size_t(width) * height), to(from.size());
    KIT_CHECK(cudaMemset(from.data(), 0, from.bytes()));
    copy_ms_ = median_ms([&] {
      KIT_CHECK(
          cudaMemcpyAsync(to.data(), from.data(), to.bytes(), cudaMemcpyDeviceToDevice, nullptr));
    });
    row("copy", -1, 8, copy_ms_, true);
  }

  void tables() {
    Sums right(image_.size());
    kit::baseline::summed_area_table(image_.data(), right.data(), width_, height_, channels_, 0);
    const auto table = [&](const char* what, double bytes, int launches, const Work& work) {
      KIT_CHECK(cudaMemset(d_table_.data(), 0xee, d_table_.bytes()));
      const double ms = median_ms(work, launches);
      Sums got(right.size());
      d_table_.download(got.data());
      row(what, -1, bytes, ms, got == right);
    };
    table("table by lines", 13, kFewLaunches, [&] {
      lab06::scan_rows_by_lines(d_image_.data(), d_table_.data(), width_, height_, channels_, 0);
      lab06::scan_columns_by_lines(d_table_.data(), width_, height_, channels_, 0);
    });
    table("table by blocks", 13, kLaunches, [&] {
      lab06::scan_rows_by_blocks(d_image_.data(), d_table_.data(), width_, height_, channels_, 0);
      lab06::scan_columns_by_blocks(d_table_.data(), width_, height_, channels_, 0);
    });
    table("table in one pass", 5, kLaunches, [&] {
      lab06::table_one_pass(d_image_.data(), d_table_.data(), width_, height_, channels_,
                            d_workspace_.data(), 0);
    });
  }

  void boxes(int radius, bool naive) {
    Bytes right(image_.size());
    kit::baseline::box_filter(image_.data(), right.data(), width_, height_, channels_, radius, 0);
    const auto box = [&](const char* what, double bytes, int launches, const Work& work) {
      KIT_CHECK(cudaMemset(d_output_.data(), 0xee, d_output_.bytes()));
      const double ms = median_ms(work, launches);
      Bytes got(right.size());
      d_output_.download(got.data());
      row(what, radius, bytes, ms, got == right);
    };
    const std::uint8_t* const in = d_image_.data();
    std::uint8_t* const out = d_output_.data();
    if (naive) {
      box("box naive", 2, kFewLaunches,
          [&] { lab06::box_naive(in, out, width_, height_, channels_, radius, 0); });
    }
    box("box table by lines", 18, kFewLaunches, [&] {
      lab06::scan_rows_by_lines(in, d_table_.data(), width_, height_, channels_, 0);
      lab06::scan_columns_by_lines(d_table_.data(), width_, height_, channels_, 0);
      lab06::box_from_table(d_table_.data(), out, width_, height_, channels_, radius, 0);
    });
    box("box table by blocks", 18, kLaunches, [&] {
      lab06::box_filter(in, out, width_, height_, channels_, radius, d_table_.data(), 0);
    });
    box("box table in one pass", 10, kLaunches, [&] {
      lab06::box_one_pass(in, out, width_, height_, channels_, radius, d_table_.data(),
                          d_workspace_.data(), 0);
    });
  }

 private:
  void row(const char* what, int radius, double bytes, double ms, bool right) const {
    std::printf("%s,%dx%d,%d,%s,%g,%.4f,%.4f,%.2f,%s\n", what, width_, height_, channels_,
                radius < 0 ? "" : std::to_string(radius).c_str(), bytes, ms, copy_ms_,
                copy_ms_ > 0 ? ms / copy_ms_ : 0, right ? "yes" : "NO");
    std::fflush(stdout);
  }

  int width_, height_, channels_;
  Bytes image_;
  kit::DeviceBuffer<std::uint8_t> d_image_, d_output_;
  kit::DeviceBuffer<std::uint32_t> d_table_;
  kit::DeviceBuffer<std::uint64_t> d_workspace_;
  double copy_ms_ = 0;
};

void print_times() {
  std::printf("what,size,channels,radius,least_bytes_per_value,ms,copy_ms,x_copy,exact\n");
  for (const auto& [width, height] : {std::pair(2048, 2048), std::pair(4096, 4096),
                                      std::pair(8192, 8192), std::pair(8191, 8193)}) {
    Ladder ladder(width, height, 1);
    ladder.tables();
    for (const int radius : {1, 10, 100, 1000}) ladder.boxes(radius, radius <= 10);
  }
  // S4's sizes and windows, colour.
  for (const int size : {512, 1960, 4284}) {
    Ladder ladder(size, size, 3);
    for (const int radius : {5, 50, 250}) ladder.boxes(radius, radius < 250 || size < 4284);
  }
}

void print_small() {
  for (const int channels : {1, 3}) {
    Ladder ladder(channels == 1 ? 301 : 150, channels == 1 ? 203 : 270, channels);
    ladder.tables();
    ladder.boxes(7, true);
  }
}

/// A drawn scene of 1960 x 1960, shrunk, or continued by its mirror images.
Bytes scene_of(int size) {
  constexpr int kDrawn = 1960;
  static const kit::Image<std::uint8_t> drawn = kit::to_bytes(kit::scene(kDrawn, kDrawn, 1));
  const auto place = [&](int at) {
    if (size < kDrawn) return int(std::int64_t(at) * kDrawn / size);
    const int folded = at % (2 * kDrawn);
    return folded < kDrawn ? folded : 2 * kDrawn - 1 - folded;
  };
  Bytes image;
  image.reserve(std::size_t(size) * size);
  for (int y = 0; y < size; ++y) {
    for (int x = 0; x < size; ++x) image.push_back(drawn.at(place(x), place(y)));
  }
  return image;
}

void print_floats() {
  std::printf(
      "image,size,radius,float_largest_difference,float_percent_differ,bits_of_sums,"
      "exact_ones_that_differ_from_cpu\n");
  for (const bool drawn : {true, false}) {
    for (const int size : {512, 1960, 4284, 8192, 16384}) {
      const std::size_t count = std::size_t(size) * size;
      const Bytes image = drawn ? scene_of(size) : noise(count);
      kit::DeviceBuffer<std::uint8_t> d_image(image.data(), count), d_exact(count), d_float(count);
      kit::DeviceBuffer<float> d_table(count);
      kit::DeviceBuffer<std::uint64_t> d_workspace(count);
      kit::DeviceBuffer<std::uint32_t> d_result(2);
      for (const int radius : {5, 50, 250, 2051, 2052}) {
        if (2 * radius + 1 > size) continue;
        lab06::box_filter(d_image.data(), d_exact.data(), size, size, 1, radius, d_workspace.data(),
                          0);
        lab06::box_by_float_table(d_image.data(), d_float.data(), size, size, 1, radius,
                                  d_table.data(), 0);
        lab06::count_differences(d_exact.data(), d_float.data(), int(count), d_result.data(), 0);
        Sums result(2);
        d_result.download(result.data());
        Bytes right(count), got(count);
        kit::baseline::box_filter(image.data(), right.data(), size, size, 1, radius, 0);
        d_exact.download(got.data());
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < count; ++i) wrong += got[i] != right[i] ? 1 : 0;
        std::printf("%s,%d,%d,%u,%.3f,%d,%zu\n", drawn ? "scene" : "noise", size, radius, result[1],
                    100.0 * result[0] / double(count),
                    lab06::needs_64_bits(size, size, radius) ? 64 : 32, wrong);
        std::fflush(stdout);
      }
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "times";
  small = what == "small";
  if (what == "floats") {
    print_floats();
  } else if (small) {
    print_small();
  } else {
    print_times();
  }
}
