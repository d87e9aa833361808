#include "estimate/launch.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>

#include "kit/error.hpp"

namespace kit::estimate {
namespace {

using sim::Counters;

// "filter_lines<false, lab07::Cascade>" of "void lab07::filter_lines<false, lab07::Cascade>(int)":
// without what stands before the name and after it.
std::string bare_name(const std::string& name) {
  std::string text;
  int depth = 0;
  for (std::size_t n = 0; n < name.size(); ++n) {
    const char c = name[n];
    if (name.compare(n, 21, "(anonymous namespace)") == 0) {
      text += "(anonymous namespace)";
      n += 20;
      continue;
    }
    if (c == '<') ++depth;
    if (c == '>') --depth;
    if (c == '(' && depth == 0) break;
    if (c == ' ' && depth == 0) {
      text.clear();
      continue;
    }
    if (c == ':' && depth == 0) {
      text.clear();
      continue;
    }
    if (c != ' ') text += c;
  }
  return text;
}

// Without the arguments of a template.
std::string stem(const std::string& name) {
  return name.substr(0, name.find('<'));
}

Traffic traffic_of(const SeenCall& call, std::size_t n) {
  const auto count = [&](std::uint64_t Counters::*counter) {
    return extrapolate(call.small_size, double(call.small[n].counters.*counter), call.large_size,
                       double(call.large[n].counters.*counter), call.size);
  };
  Traffic traffic;
  traffic.load_requests = count(&Counters::global_load_requests);
  traffic.load_sectors = count(&Counters::global_load_sectors);
  traffic.load_bytes = count(&Counters::global_load_bytes);
  traffic.store_bytes = count(&Counters::global_store_bytes);
  traffic.block_load_sectors = count(&Counters::block_load_sectors);
  traffic.unique_load_sectors = count(&Counters::unique_load_sectors);
  traffic.store_requests = count(&Counters::global_store_requests);
  traffic.store_sectors = count(&Counters::global_store_sectors);
  traffic.unique_store_sectors = count(&Counters::unique_store_sectors);
  traffic.atomic_sectors = count(&Counters::global_atomic_sectors);
  traffic.shared_wavefronts =
      count(&Counters::shared_load_wavefronts) + count(&Counters::shared_store_wavefronts);
  traffic.constant_requests = count(&Counters::constant_requests);
  traffic.constant_replays = count(&Counters::constant_replays);
  return traffic;
}

unsigned digit(char c) {
  return unsigned(std::isdigit(static_cast<unsigned char>(c)) ? c - '0' : c - 'a' + 10);
}

}  // namespace

const Kernel* find_kernel(const Kernels& kernels, const SeenLaunch& seen) {
  const std::string full = bare_name(seen.function), launched = stem(bare_name(seen.kernel));
  const std::string file = std::filesystem::path(seen.file).stem().string();
  // In the file and elsewhere, with the template's arguments and without.
  for (const bool here : {true, false}) {
    for (const bool whole : {true, false}) {
      const Kernel* found = nullptr;
      int count = 0;
      for (const Kernel& kernel : kernels) {
        if (here && kernel.file != file) continue;
        const std::string name = bare_name(kernel.name);
        if (whole ? name != full : stem(name) != (full.empty() ? launched : stem(full))) continue;
        ++count;
        found = &kernel;
      }
      if (count == 1) return found;
    }
  }
  return nullptr;
}

std::vector<std::uint8_t> parameter_bytes(const Kernel& kernel, const SeenLaunch& seen) {
  std::vector<std::uint8_t> stored;
  for (std::size_t n = 0; n + 1 < seen.arguments.size(); n += 2)
    stored.push_back(std::uint8_t(digit(seen.arguments[n]) << 4 | digit(seen.arguments[n + 1])));
  if (kernel.parameters.empty()) return {};
  const Parameter& last = kernel.parameters.back();
  std::vector<std::uint8_t> bytes(last.offset + last.bytes, 0);
  // libstdc++ keeps a tuple's last value first.
  std::size_t at = 0, widest = 1;
  for (std::size_t n = kernel.parameters.size(); n-- > 0;) {
    const Parameter& one = kernel.parameters[n];
    const std::size_t align = std::max<std::size_t>(1, one.align);
    widest = std::max(widest, align);
    at = (at + align - 1) / align * align;
    if (at + one.bytes > stored.size()) return {};
    std::copy_n(stored.begin() + long(at), one.bytes, bytes.begin() + long(one.offset));
    at += one.bytes;
  }
  return (at + widest - 1) / widest * widest == stored.size() ? bytes : std::vector<std::uint8_t>{};
}

WarpWork mean_warp(const Kernel& kernel, const SeenLaunch& seen, const Latencies& latencies) {
  constexpr std::uint64_t kBlocks = 7, kMostSteps = 3'000'000;  // of one walk
  constexpr unsigned kWarps = 8, kLanes = 32;
  const std::vector<std::uint8_t> arguments = parameter_bytes(kernel, seen);
  const auto& [bx, by, bz] = seen.block;
  const unsigned threads = bx * by * bz, warps = (threads + kLanes - 1) / kLanes;
  const std::uint64_t blocks = std::uint64_t(seen.grid[0]) * seen.grid[1] * seen.grid[2];
  const unsigned each = std::min(kWarps, warps);
  // Where one thread has a long way to go, fewer blocks are looked at.
  constexpr double kAllSteps = 2e7, kLooks = 3;
  ThreadPlace middle;
  middle.grid = seen.grid;
  middle.block = seen.block;
  middle.block_index = {seen.grid[0] / 2, seen.grid[1] / 2, seen.grid[2] / 2};
  const double way =
      1 + walk(kernel, arguments, middle, latencies, kMostSteps).instructions * kLooks * each;
  const std::uint64_t looked_at =
      std::min({kBlocks, blocks, std::max<std::uint64_t>(1, std::uint64_t(kAllSteps / way))});
  WarpWork mean;
  double slowest = 0;
  for (std::uint64_t b = 0; b < looked_at; ++b) {
    // Spread over the grid, also over its rows and columns.
    const std::uint64_t number = (2 * b + 1) * blocks / (2 * looked_at);
    ThreadPlace place;
    place.grid = seen.grid;
    place.block = seen.block;
    place.block_index = {unsigned(number % seen.grid[0]),
                         unsigned(number / seen.grid[0] % seen.grid[1]),
                         unsigned(number / seen.grid[0] / seen.grid[1])};
    std::vector<double> slowest_here;  // of each phase: a barrier waits for the slowest warp
    for (unsigned w = 0; w < each; ++w) {
      const unsigned first = (each < warps ? w * warps / each : w) * kLanes;
      WarpWork longest;
      // Lanes may go different ways: the one that goes furthest stands for the warp.
      for (const unsigned lane : {0u, kLanes / 2 - 1, kLanes - 1}) {
        const unsigned thread = std::min(first + lane, threads - 1);
        place.thread = {thread % bx, thread / bx % by, thread / bx / by};
        const WarpWork one = walk(kernel, arguments, place, latencies, kMostSteps);
        if (one.instructions > longest.instructions) longest = one;
      }
      slowest_here.resize(std::max(slowest_here.size(), longest.phases.size()), 0);
      for (std::size_t phase = 0; phase < longest.phases.size(); ++phase)
        slowest_here[phase] = std::max(slowest_here[phase], longest.phases[phase]);
      mean.add(longest, 1.0 / double(looked_at * each));
    }
    for (const double phase : slowest_here) slowest += phase / double(looked_at);
  }
  mean.clocks = slowest;
  return mean;
}

WarpWork rough_warp(const SeenLaunch& seen, const Latencies& latencies) {
  constexpr double kLanes = 32, kTogether = 4, kOperations = 2;
  const Counters& counters = seen.counters;
  const double warps = std::max(1.0, double(counters.warps));
  WarpWork work;
  work.global_loads = double(counters.global_load_requests) / warps;
  work.global_stores = double(counters.global_store_requests) / warps;
  work.atomics = double(counters.global_atomic_requests) / warps;
  work.shared_loads = double(counters.shared_load_requests) / warps;
  work.shared_stores = double(counters.shared_store_requests) / warps;
  work.constant_loads = double(counters.constant_requests) / warps;
  work.barriers = double(counters.barriers) / warps;
  work.fma = double(counters.flops) / (warps * kLanes * kOperations);
  const double requests = work.global_loads + work.global_stores + work.atomics +
                          work.shared_loads + work.shared_stores;
  work.either = 2 * requests;
  work.instructions = work.fma + 4 * requests;
  work.clocks = work.instructions + work.fma * latencies.arithmetic +
                work.global_loads / kTogether * latencies.global_load +
                work.shared_loads / kTogether * latencies.shared_load +
                work.atomics * latencies.atomic + work.barriers * latencies.barrier;
  return work;
}

std::vector<LaunchEstimate> estimate_call(const SeenCall& call, const Kernels& kernels,
                                          const Card& card) {
  const std::size_t count = call.target.size();
  if (call.small.size() != count || call.large.size() != count)
    throw InputError(
        "launches differ with the picture's size: " + std::to_string(call.small.size()) + ", " +
        std::to_string(call.large.size()) + " and " + std::to_string(count));
  std::vector<LaunchEstimate> all;
  double earlier = 0;
  for (std::size_t n = 0; n < count; ++n) {
    SeenLaunch seen = call.target[n];
    seen.function = call.large[n].function;
    LaunchEstimate one;
    one.name = seen.function.empty() ? seen.kernel : seen.function;
    Launch& launch = one.launch;
    launch.grid = seen.grid;
    launch.block = seen.block;
    launch.shared_bytes = seen.dynamic_shared_bytes;
    launch.traffic = traffic_of(call, n);
    launch.earlier_bytes = earlier;
    const Kernel* const kernel = find_kernel(kernels, seen);
    if (kernel == nullptr) {
      // Where nobody could compile, the profile's last lines say that all are rough.
      if (!kernels.empty()) one.remark = "a rough one: the kernel's instructions are not known";
      launch.warp = rough_warp(call.large[n], latencies_of(launch, card));
    } else {
      launch.registers = kernel->card_registers > 0 ? kernel->card_registers : 32;
      launch.shared_bytes += double(kernel->static_shared);
      if (!kernel->parameters.empty() && parameter_bytes(*kernel, seen).empty())
        one.remark = "the launch passes other types than the kernel takes";
      launch.warp = mean_warp(*kernel, seen, latencies_of(launch, card));
      if (!launch.warp.complete) one.remark = "a thread takes too many steps to be followed";
    }
    one.estimate = estimate(launch, card);
    earlier = 32 * launch.traffic.unique_store_sectors;
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace kit::estimate
