// Micro-benchmarks of the card at hand: what the estimate of `make profile` knows of it
// (docs/estimate.md). Each kernel does one thing alone; none is taken from the labs. Prints a file
// for common/grader/cards; tests/hardware/card_rates compiles and runs it.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "card_rates.cuh"
#include "kit/cuda_check.hpp"
#include "kit/device_buffer.hpp"

using namespace card_rates;

namespace {

/// The card and scratch memory, and what is printed of it.
class Card {
 public:
  Card() : clocks_(1024), out_(1 << 20) {
    KIT_CHECK(cudaGetDeviceProperties(&card_, 0));
    int khz = 0;
    KIT_CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
    ghz_ = khz * 1e-6;
  }
  const cudaDeviceProp& properties() const { return card_; }
  double ghz() const { return ghz_; }
  long long* clocks() { return clocks_.data(); }
  unsigned* out() { return out_.data(); }
  float* floats() { return reinterpret_cast<float*>(out_.data()); }

  /// Clocks that the kernel wrote; the least of several runs.
  double clocks_of(const std::function<void()>& launch) {
    long long least = 0;
    for (int run = 0; run < 3; ++run) {
      launch();
      KIT_CHECK(cudaGetLastError());
      long long clocks = 0;
      KIT_CHECK(cudaMemcpy(&clocks, clocks_.data(), sizeof clocks, cudaMemcpyDeviceToHost));
      least = run == 0 ? clocks : std::min(least, clocks);
    }
    return double(least);
  }
  /// Median milliseconds of device time.
  double milliseconds(const std::function<void()>& launch, int runs = 7) {
    std::vector<float> times;
    for (int run = 0; run < runs; ++run) {
      kit::Event start, stop;
      wait_cycles<<<1, 1>>>(kWaitCycles);
      start.record();
      launch();
      stop.record();
      stop.synchronize();
      KIT_CHECK(cudaGetLastError());
      times.push_back(stop.milliseconds_since(start));
    }
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
  }

 private:
  cudaDeviceProp card_{};
  double ghz_ = 0;
  kit::DeviceBuffer<long long> clocks_;
  kit::DeviceBuffer<unsigned> out_;
};

class Json {
 public:
  void number(const char* name, double value) { add(name, value, "%.6g"); }
  void text(const char* name, const std::string& value) {
    std::printf("%s\n  \"%s\": \"%s\"", first_ ? "{" : ",", name, value.c_str());
    first_ = false;
  }
  void end() { std::printf("\n}\n"); }

 private:
  void add(const char* name, double value, const char* format) {
    std::printf("%s\n  \"%s\": ", first_ ? "{" : ",", name);
    std::printf(format, value);
    std::fflush(stdout);
    first_ = false;
  }
  bool first_ = true;
};

/// Latency of an operation by one warp and one chain, and the warp instructions that a
/// multiprocessor issues in a clock with 32 warps of 4 chains.
template <Op op>
void measure_op(Card& card, Json& json, const std::string& name, int instructions = 1) {
  const unsigned y = 0x3f800001u;
  const double alone =
      card.clocks_of([&] { chains<op, 1><<<1, kWarp>>>(card.out(), card.clocks(), y); });
  const double full =
      card.clocks_of([&] { chains<op, 4><<<1, kLargestBlock>>>(card.out(), card.clocks(), y); });
  json.number((name + "_latency_clocks").c_str(), alone / kChainSteps);
  json.number((name + "_per_clock").c_str(),
              kChainSteps * (kLargestBlock / kWarp) * instructions / full);
}

/// Links that lead through `count` words in steps of `step`, which has no common factor with count.
std::vector<unsigned> ring(std::size_t count, std::size_t step) {
  std::vector<unsigned> links(count);
  for (std::size_t n = 0; n < count; ++n) links[n] = unsigned((n + step) % count);
  return links;
}

void measure_latencies(Card& card, Json& json) {
  constexpr int kSteps = 2048;
  constexpr unsigned kNever = 1u << 30;
  json.number("loop_clocks", card.clocks_of([&] {
    loops<0><<<1, kWarp>>>(card.out(), card.clocks(), kSteps, kNever);
  }) / kSteps);
  json.number("loop_with_8_branches_clocks", card.clocks_of([&] {
    loops<8><<<1, kWarp>>>(card.out(), card.clocks(), kSteps, kNever);
  }) / kSteps);
  kit::DeviceBuffer<char> flushed(std::size_t(256) << 20);
  struct Chase {
    const char* name;
    std::size_t words, step;
    int warm, lanes;
    unsigned lane_step;
  };
  const auto of = [&](auto kernel, const Chase& chase) {
    const std::vector<unsigned> links = ring(chase.words, chase.step);
    const kit::DeviceBuffer<unsigned> data(links.data(), links.size());
    json.number(chase.name, card.clocks_of([&] {
      KIT_CHECK(cudaMemset(flushed.data(), 0, flushed.size()));
      kernel<<<1, chase.lanes>>>(data.data(), card.clocks(), card.out(), chase.warm, kSteps,
                                 chase.lane_step);
    }) / kSteps);
  };
  KIT_CHECK(cudaMemcpyToSymbol(constant_links, ring(2048, 1).data(), sizeof constant_links));
  constexpr std::size_t kMiB = 1 << 18;  // in words
  of(chase<Space::l1>, {"l1_latency_clocks", 2048, 33, 2048, 1, 1});
  of(chase<Space::l2>, {"l2_latency_clocks", kMiB, 4129, 1 << 16, 1, 1});
  of(chase<Space::l2>, {"dram_latency_clocks", 128 * kMiB, 16417, 0, 1, 1});
  of(chase<Space::l2>, {"dram_latency_clocks_1_gib", 1024 * kMiB, 262147 * 4 + 1, 0, 1, 1});
  // A whole warp: on one line, and each lane on a line of its own.
  of(chase<Space::l1>, {"l1_latency_clocks_of_a_warp", 2048, 32, 2048, 32, 1});
  of(chase<Space::l2>, {"l2_latency_clocks_of_a_warp", kMiB, 4128, 1 << 16, 32, 1});
  of(chase<Space::l2>, {"dram_latency_clocks_of_a_warp", 128 * kMiB, 16416, 0, 32, 1});
  of(chase<Space::l1>, {"l1_latency_clocks_32_lines", 4096, 1, 4096, 32, 128});
  of(chase<Space::l2>, {"l2_latency_clocks_32_lines", kMiB, 33, 1 << 14, 32, 8192});
  of(chase<Space::l2>, {"dram_latency_clocks_32_lines", 128 * kMiB, 32, 0, 32, 1 << 20});
  of(chase<Space::shared>, {"shared_latency_clocks", 64, 1, 64, 1, 1});
  of(chase<Space::constant>, {"constant_latency_clocks", 64, 1, 2048, 1, 1});
  of(chase<Space::constant>, {"constant_latency_clocks_32_words", 64, 1, 2048, 32, 1});
  json.number("atomic_latency_clocks", card.clocks_of([&] {
    wait_for_atomics<<<1, 1>>>(card.out(), card.clocks(), 512, 0);
  }) / 512);
}

void measure_multiprocessor(Card& card, Json& json) {
  constexpr int kTurns = 256;
  const double requests = double(kTurns) * 8 * (kLargestBlock / kWarp);
  const kit::DeviceBuffer<float4> data(1 << 16);
  const auto l1 = [&](const char* name, int step, int first = 0) {
    json.number(name, card.clocks_of([&] {
      read_l1<float><<<1, kLargestBlock>>>(reinterpret_cast<const float*>(data.data()) + first,
                                           card.clocks(), card.floats(), step, kTurns, 0);
    }) / requests);
  };
  l1("l1_clocks_per_request_1_word", 0);
  l1("l1_clocks_per_request_4_sectors", 1);
  l1("l1_clocks_per_request_5_sectors_2_lines", 1, 1);
  l1("l1_clocks_per_request_8_sectors", 2);
  l1("l1_clocks_per_request_16_sectors", 4);
  l1("l1_clocks_per_request_32_sectors", 8);
  l1("l1_clocks_per_request_32_lines", 32);
  json.number("l1_clocks_per_request_vector", card.clocks_of([&] {
    read_l1<float4><<<1, kLargestBlock>>>(data.data(), card.clocks(), card.floats(), 1, kTurns, 0);
  }) / requests);
  const auto shared = [&](const char* name, int step) {
    json.number(name, card.clocks_of([&] {
      read_shared<float><<<1, kLargestBlock>>>(card.clocks(), card.floats(), step, kTurns);
    }) / requests);
  };
  shared("shared_clocks_per_request", 1);
  shared("shared_clocks_per_request_2_ways", 2);
  shared("shared_clocks_per_request_32_ways", 32);
  json.number("shared_clocks_per_request_vector", card.clocks_of([&] {
    read_shared<float4><<<1, kLargestBlock>>>(card.clocks(), card.floats(), 1, kTurns);
  }) / requests);
  for (const int words : {1, 2, 8, 32}) {
    json.number(("constant_clocks_per_request_" + std::to_string(words) + "_words").c_str(),
                card.clocks_of([&] {
                  read_constant<<<1, kLargestBlock>>>(card.clocks(), card.out(), words, kTurns, 0);
                }) / requests);
  }
  for (const int warps : {1, 2, 4, 8, 16, 32}) {
    json.number(("barrier_clocks_" + std::to_string(warps) + "_warps").c_str(),
                card.clocks_of([&] { barriers<<<1, warps * kWarp>>>(card.clocks(), 64); }) / 512);
  }
  for (const unsigned step : {0u, 1u, 32u}) {
    json.number(("shared_atomic_clocks_step_" + std::to_string(step)).c_str(), card.clocks_of([&] {
      add_in_shared<<<1, kLargestBlock>>>(card.out(), card.clocks(), kTurns, step);
    }) / (requests / 8));
  }
}

void measure_card(Card& card, Json& json) {
  const int multiprocessors = card.properties().multiProcessorCount;
  const int all = multiprocessors * 2;
  const std::size_t large = std::size_t(1) << 31, near = std::size_t(16) << 20;
  kit::DeviceBuffer<char> memory(2 * large);
  KIT_CHECK(cudaMemset(memory.data(), 0, memory.size()));
  auto* const vectors = reinterpret_cast<float4*>(memory.data());
  auto* const floats = reinterpret_cast<float*>(memory.data());
  const auto gb_per_s = [](double bytes, double ms) { return bytes / ms * 1e-6; };
  json.number("dram_read_gb_per_s", gb_per_s(double(large), card.milliseconds([&] {
                read_all<<<all, kLargestBlock>>>(vectors, large / 16, card.floats(), 1);
              })));
  json.number("dram_write_gb_per_s", gb_per_s(double(large), card.milliseconds([&] {
                write_all<<<all, kLargestBlock>>>(vectors, large / 16, 1);
              })));
  json.number("dram_copy_gb_per_s", gb_per_s(2.0 * double(large), card.milliseconds([&] {
                copy_all<<<unsigned(large / 16 / 256), 256>>>(vectors, vectors + large / 16,
                                                              large / 16);
              })));
  json.number("dram_copy_floats_gb_per_s", gb_per_s(2.0 * double(large), card.milliseconds([&] {
                copy_all<<<unsigned(large / 4 / 256), 256>>>(floats, floats + large / 4, large / 4);
              })));
  json.number("dram_sectors_gb_per_s", gb_per_s(double(large) / 4, card.milliseconds([&] {
                read_sectors<<<all, kLargestBlock>>>(floats, large / 128, card.floats());
              })));
  constexpr int kTurns = 64;
  for (const int mib : {4, 16, 24, 32, 40, 48, 64}) {
    const std::size_t bytes = std::size_t(mib) << 20;
    json.number(("read_" + std::to_string(mib) + "_mib_gb_per_s").c_str(),
                gb_per_s(double(bytes) * kTurns, card.milliseconds([&] {
                  read_all<<<all, kLargestBlock>>>(vectors, bytes / 16, card.floats(), kTurns);
                })));
  }
  json.number("l2_write_gb_per_s", gb_per_s(double(near) * kTurns, card.milliseconds([&] {
                write_all<<<all, kLargestBlock>>>(vectors, near / 16, kTurns);
              })));
  json.number("l2_write_floats_gb_per_s", gb_per_s(double(near) * kTurns, card.milliseconds([&] {
                write_all<<<all, kLargestBlock>>>(floats, near / 4, kTurns);
              })));
  const double updates = double(all) * kLargestBlock * kTurns;
  const auto atomics = [&](const char* name, unsigned lane_step, unsigned warp_step) {
    json.number(name, updates / card.milliseconds([&] {
      add_atomically<<<all, kLargestBlock>>>(reinterpret_cast<unsigned*>(memory.data()), kTurns,
                                             lane_step, warp_step);
    }) * 1e-6);
  };
  atomics("atomic_same_address_per_ns", 0, 0);
  atomics("atomic_same_line_per_ns", 1, 0);
  atomics("atomic_own_line_per_ns", 1, 32);
  // Floors: one launch between two events, and each of many in a row.
  json.number("launch_alone_us", 1e3 * card.milliseconds([] { empty<<<1, 32>>>(); }, 31));
  json.number("launch_alone_wide_us",
              1e3 * card.milliseconds([&] { empty<<<multiprocessors * 16, 128>>>(); }, 31));
  constexpr int kLaunches = 20;  // as many as the host queues while the device waits
  json.number("launch_in_a_row_us", 1e3 / kLaunches *
                                        card.milliseconds(
                                            [] {
                                              for (int n = 0; n < kLaunches; ++n)
                                                empty<<<1, 32>>>();
                                            },
                                            31));
  json.number("blocks_per_ns",
              (1 << 20) / card.milliseconds([] { empty<<<1 << 20, 32>>>(); }) * 1e-6);
  json.number("blocks_of_256_per_ns",
              (1 << 20) / card.milliseconds([] { empty<<<1 << 20, 256>>>(); }) * 1e-6);
}

}  // namespace

int main() {
  Card card;
  Json json;
  const cudaDeviceProp& properties = card.properties();
  json.text("name", properties.name);
  json.number("multiprocessors", properties.multiProcessorCount);
  json.number("clock_ghz", card.ghz());
  json.number("l2_mib", properties.l2CacheSize / 1048576.0);
  json.number("shared_kib", double(properties.sharedMemPerMultiprocessor) / 1024);
  json.number("registers", properties.regsPerMultiprocessor);
  json.number("threads", properties.maxThreadsPerMultiProcessor);
  json.number("blocks", properties.maxBlocksPerMultiProcessor);
  measure_op<Op::fma>(card, json, "fma");
  measure_op<Op::add>(card, json, "add");
  measure_op<Op::imad>(card, json, "imad");
  measure_op<Op::iadd>(card, json, "xor_and_iadd", 2);
  measure_op<Op::logic>(card, json, "logic");
  measure_op<Op::sfu>(card, json, "sfu");
  measure_op<Op::root>(card, json, "square_root");
  measure_op<Op::divide>(card, json, "divide");
  measure_op<Op::convert>(card, json, "convert");
  measure_op<Op::shuffle>(card, json, "shuffle");
  measure_op<Op::vote>(card, json, "vote");
  measure_op<Op::fp64>(card, json, "fp64");
  measure_latencies(card, json);
  measure_multiprocessor(card, json);
  measure_card(card, json);
  json.end();
}
