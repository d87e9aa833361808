/// @file
/// A multiprocessor is a closed queueing network: its blocks go round between the units that they
/// share (issue, pipes, caches, the card's memories, of which each multiprocessor has its part) and
/// a delay that they do not share, the time that a warp takes by itself. Mean value analysis gives
/// the blocks that are done in a clock (Reiser and Lavenberg 1980). Blocks and not warps, since a
/// block's warps begin together and its place is free when the last one has ended.
#include "estimate/model.hpp"

#include <algorithm>
#include <cmath>

namespace kit::estimate {
namespace {

constexpr double kSectorBytes = 32, kSchedulers = 4, kLanes = 32;

double product(const std::array<unsigned, 3>& extent) {
  return double(extent[0]) * extent[1] * extent[2];
}
double warps_of_block(const Launch& launch) {
  return std::ceil(product(launch.block) / kLanes);
}

// Customers that come round in a clock if `count` of them share stations of these demands (clocks)
// and each is away for `delay` clocks more.
double throughput(const std::vector<double>& demands, double delay, double count) {
  std::vector<double> queues(demands.size(), 0);
  double rate = 0;
  const int steps = std::max(1, int(std::lround(count)));
  for (int n = 1; n <= steps; ++n) {
    double cycle = delay;
    for (std::size_t k = 0; k < demands.size(); ++k) cycle += demands[k] * (1 + queues[k]);
    rate = n / cycle;
    for (std::size_t k = 0; k < demands.size(); ++k)
      queues[k] = rate * demands[k] * (1 + queues[k]);
  }
  return rate;
}

// Lines of 128 bytes that a request touches, on the average: what it moves more than its lanes ask
// for comes from sectors that lie by themselves.
double lines_of(double requests, double sectors, double bytes) {
  constexpr double kLineSectors = 4;
  if (requests <= 0) return 1;
  const double asked = std::min(sectors, bytes / kSectorBytes);
  return std::max(1.0, (asked / kLineSectors + (sectors - asked)) / requests);
}

}  // namespace

double resident_blocks(const Launch& launch, const Card& card) {
  const double warps = warps_of_block(launch);
  // Registers are given to warps, 256 at a time; 1 KiB of each block's shared memory is the
  // system's.
  const double registers = std::ceil(launch.registers * kLanes / 256) * 256;
  double blocks = std::min(card.blocks, std::floor(card.threads / (warps * kLanes)));
  blocks = std::min(blocks, std::floor(std::floor(card.registers / registers) / warps));
  blocks = std::min(blocks, std::floor(card.shared_kib * 1024 / (launch.shared_bytes + 1024)));
  return std::max(1.0, blocks);
}

Memory memory_of(const Launch& launch, const Card& card) {
  const Traffic& traffic = launch.traffic;
  const double room = card.l2_mib * 1048576;
  const auto fits = [&](double bytes) { return std::clamp(2 - bytes / room, 0.0, 1.0); };
  const double touched =
      kSectorBytes * (traffic.unique_load_sectors + traffic.unique_store_sectors);
  const double waves =
      std::max(1.0, product(launch.grid) / (resident_blocks(launch, card) * card.multiprocessors));
  Memory memory;
  memory.l2_load_sectors = std::clamp(traffic.block_load_sectors, traffic.unique_load_sectors,
                                      std::max(traffic.unique_load_sectors, traffic.load_sectors));
  // What blocks that run together touch, and read again.
  const double again = memory.l2_load_sectors - traffic.unique_load_sectors;
  const double earlier = std::min(kSectorBytes * traffic.unique_load_sectors, launch.earlier_bytes);
  memory.dram_load_sectors = traffic.unique_load_sectors + again * (1 - fits(touched / waves)) -
                             fits(launch.earlier_bytes + touched) * earlier / kSectorBytes;
  memory.dram_store_sectors = traffic.unique_store_sectors;
  return memory;
}

Latencies latencies_of(const Launch& launch, const Card& card) {
  Latencies latencies = card.latencies;
  const Traffic& traffic = launch.traffic;
  const Memory memory = memory_of(launch, card);
  const double sectors = std::max(1.0, traffic.load_sectors);
  const double beyond_l1 = std::min(1.0, memory.l2_load_sectors / sectors);
  const double beyond_l2 = std::min(beyond_l1, memory.dram_load_sectors / sectors);
  const double lines = lines_of(traffic.load_requests, traffic.load_sectors, traffic.load_bytes);
  latencies.global_load = card.l1_clocks + beyond_l1 * (card.l2_clocks - card.l1_clocks) +
                          beyond_l2 * (card.dram_clocks - card.l2_clocks) +
                          card.line_clocks * (lines - 1);
  return latencies;
}

Estimate estimate(const Launch& launch, const Card& card) {
  const Traffic& traffic = launch.traffic;
  const WarpWork& warp = launch.warp;
  const double clocks_per_ms = card.clock_ghz * 1e6;
  const double blocks = product(launch.grid), block_warps = warps_of_block(launch);
  const double warps = blocks * block_warps;
  const double resident = resident_blocks(launch, card);
  const double used = std::min(card.multiprocessors, blocks);
  // Of the multiprocessor that gets most.
  const double most_blocks = std::ceil(blocks / card.multiprocessors);
  const double here = std::min(resident, most_blocks);

  const Memory memory = memory_of(launch, card);
  const double dram_bytes = kSectorBytes * (memory.dram_load_sectors + memory.dram_store_sectors);
  const double l2_ns = kSectorBytes * memory.l2_load_sectors / card.l2_gb_per_s +
                       kSectorBytes * traffic.store_sectors / card.l2_write_gb_per_s;
  const double card_clocks = clocks_per_ms / 1e6;  // of each GB/s
  // Clocks of a multiprocessor's units for each warp.
  const double share = used / warps;  // of what the whole launch takes
  const auto per_warp = [&](double count) { return count / warps; };
  struct Unit {
    const char* name;
    double clocks;
    int station;
  };
  // What an instruction takes at one time is one station: it is issued, and then in one of the
  // pipes.
  enum Station { core, near_memory, l2, dram, atomics, starts, stations };
  const std::vector<Unit> units = {
      {"DRAM bandwidth", share * dram_bytes / (card.dram_gb_per_s * card.dram_share) * card_clocks,
       dram},
      {"L2 bandwidth", share * l2_ns * card_clocks, l2},
      {"atomic operations", share * traffic.atomic_sectors / card.atomics_per_ns * card.clock_ghz,
       atomics},
      {"L1 and shared memory",
       std::max(
           per_warp(traffic.load_sectors + traffic.store_sectors) / card.l1_sectors,
           per_warp(lines_of(traffic.load_requests, traffic.load_sectors, traffic.load_bytes) *
                        traffic.load_requests +
                    lines_of(traffic.store_requests, traffic.store_sectors, traffic.store_bytes) *
                        traffic.store_requests) /
               card.l1_lines) +
           per_warp(traffic.shared_wavefronts) / card.shared_wavefronts +
           warp.shuffles / card.shuffles,
       near_memory},
      {"constant memory",
       per_warp(traffic.constant_requests + traffic.constant_replays) / card.constant_words,
       near_memory},
      {"instruction issue", warp.instructions / kSchedulers, core},
      {"float32 pipe", warp.fma / card.fma, core},
      {"integer pipe",
       std::max(warp.alu / card.alu,
                (warp.alu + warp.either + warp.fma / 2) / (card.alu + card.fma / 2)),
       core},
      {"special functions", warp.sfu / card.sfu, core},
      {"float64 pipe", warp.fp64 / card.fp64, core},
      {"starting blocks", share * blocks / card.blocks_per_ns * card.clock_ghz, starts},
  };
  std::vector<double> demands(stations, 0);
  Estimate result;
  result.resident_warps = resident * block_warps;
  const double rounds = most_blocks * block_warps;  // warps of that multiprocessor
  for (const Unit& unit : units) {
    double& demand = demands[std::size_t(unit.station)];
    demand = std::max(demand, unit.clocks);
    result.terms.push_back({unit.name, rounds * unit.clocks / clocks_per_ms});
  }
  const double alone = std::max(warp.clocks, 1.0);
  result.terms.push_back({"latency", std::ceil(most_blocks / resident) * alone / clocks_per_ms});
  result.terms.push_back({"launch", card.floor_us * 1e-3});
  double needed = 0;
  for (double& demand : demands) {
    needed += demand;
    demand *= block_warps;
  }
  const double rate = throughput(demands, std::max(0.0, alone - needed), here);
  result.milliseconds = card.floor_us * 1e-3 + most_blocks / rate / clocks_per_ms;
  std::stable_sort(result.terms.begin(), result.terms.end(),
                   [](const auto& a, const auto& b) { return a.milliseconds > b.milliseconds; });
  return result;
}

double extrapolate(double small_size, double small_count, double large_size, double large_count,
                   double size) {
  const double area =
      (large_count / large_size - small_count / small_size) / (large_size - small_size);
  const double edge = small_count / small_size - area * small_size;
  return std::max(0.0, area * size * size + edge * size);
}

}  // namespace kit::estimate
