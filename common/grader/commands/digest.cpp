/// @file
/// The one-screen digest of a launch: what it moved and in how many pieces, what bounds its time,
/// and which of the source's lines cost most. Counts come first, so that the estimate can be
/// checked.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <utility>

#include "grader/commands/inspect.hpp"

namespace kit::grader {
namespace {

/// 1234567 as "1.23 M".
std::string amount(double value) {
  if (value >= 1e9) return fmt::format("{:.2f} G", value / 1e9);
  if (value >= 1e6) return fmt::format("{:.2f} M", value / 1e6);
  if (value >= 1e4) return fmt::format("{:.1f} k", value / 1e3);
  return fmt::format("{:.0f}", value);
}

/// (32, 8, 1) as "32x8".
std::string extent(const std::array<unsigned, 3>& sizes) {
  if (sizes[2] != 1) return fmt::format("{}x{}x{}", sizes[0], sizes[1], sizes[2]);
  return sizes[1] != 1 ? fmt::format("{}x{}", sizes[0], sizes[1]) : fmt::format("{}", sizes[0]);
}

/// Lines of the source file of this name in the first folder that has one; empty if none has.
std::vector<std::string> lines_of(const std::vector<std::string>& folders,
                                  const std::string& name) {
  std::vector<std::string> lines;
  for (const std::string& folder : folders) {
    const std::string path = folder + "/" + name;
    if (!std::filesystem::is_regular_file(path)) continue;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    break;
  }
  return lines;
}

std::string memory_table(const LaunchCounters& counters) {
  const auto count = [&](Counter counter) { return static_cast<double>(counters.*counter); };
  struct Row {
    const char* name;
    Counter requests, units;
    const char* unit;
    double ideal;  // units a request of a full warp of 4-byte values takes
  };
  const Row rows[] = {
      {"global load", &LaunchCounters::global_load_requests, &LaunchCounters::global_load_sectors,
       "sectors", 4},
      {"global store", &LaunchCounters::global_store_requests,
       &LaunchCounters::global_store_sectors, "sectors", 4},
      {"global atomic", &LaunchCounters::global_atomic_requests,
       &LaunchCounters::global_atomic_sectors, "sectors", 4},
      {"shared load", &LaunchCounters::shared_load_requests,
       &LaunchCounters::shared_load_wavefronts, "wavefronts", 1},
      {"shared store", &LaunchCounters::shared_store_requests,
       &LaunchCounters::shared_store_wavefronts, "wavefronts", 1},
  };
  std::string text = "  memory          requests      units                per request\n";
  for (const Row& row : rows) {
    const double requests = count(row.requests), units = count(row.units);
    if (requests == 0) continue;
    text +=
        fmt::format("  {:<14} {:>9}  {:>9} {:<10} {:8.2f}  (32 floats in a row: {:g})\n", row.name,
                    amount(requests), amount(units), row.unit, units / requests, row.ideal);
  }
  const double constant = count(&LaunchCounters::constant_requests);
  if (constant > 0) {
    text += fmt::format("  {:<14} {:>9}  {:>9} {:<10} {:8.2f}  (all lanes one word: 0)\n",
                        "constant load", amount(constant),
                        amount(count(&LaunchCounters::constant_replays)), "replays",
                        count(&LaunchCounters::constant_replays) / constant);
  }
  for (const auto& [name, requests] :
       {std::pair{"texture read", &LaunchCounters::texture_requests},
        std::pair{"surface read", &LaunchCounters::surface_load_requests},
        std::pair{"surface write", &LaunchCounters::surface_store_requests}})
    if (count(requests) > 0) text += fmt::format("  {:<14} {:>9}\n", name, amount(count(requests)));
  const double moved = 32 * (count(&LaunchCounters::global_load_sectors) +
                             count(&LaunchCounters::global_store_sectors));
  const double used =
      count(&LaunchCounters::global_load_bytes) + count(&LaunchCounters::global_store_bytes);
  if (moved > 0) {
    text += fmt::format("  bytes asked for / moved by L1: {}B / {}B = {:.0f} %\n", amount(used),
                        amount(moved), 100 * used / moved);
  }
  return text;
}

/// What the requests to a kind of memory are broken into; null if that is not known.
const char* unit_of(MemorySpace space) {
  switch (space) {
    case MemorySpace::global:
      return "sectors";
    case MemorySpace::constant:
      return "words";
    case MemorySpace::texture:
    case MemorySpace::surface:
      return nullptr;
    default:
      return "wavefronts";
  }
}

/// The student's lines that touch memory or divide warps, with what they cost. A thread's own
/// variables are left out: those that the observed build keeps in memory are registers of a card,
/// as a rule.
std::string listing(const LaunchObservations& launch, const std::vector<std::string>& folders) {
  struct Requests {
    std::string kind, rate;  // "global read", " x 4.00 sectors"
    double number = 0;
  };
  struct Line {
    std::vector<Requests> requests;
    double units = 0, divergences = 0;
    // A line that stands in several places of the code, as one of an inlined function does, is told
    // once.
    void add(const std::string& kind, const std::string& rate, double number) {
      for (Requests& known : requests) {
        if (known.kind == kind && known.rate == rate) {
          known.number += number;
          return;
        }
      }
      requests.push_back({kind, rate, number});
    }
    std::string counts() const {
      std::vector<std::string> parts;
      for (const Requests& each : requests)
        parts.push_back(fmt::format("{} {}{}", each.kind, amount(each.number), each.rate));
      if (divergences > 0)
        parts.push_back(fmt::format("warps divided {} times", amount(divergences)));
      return fmt::format("{}", fmt::join(parts, "; "));
    }
  };
  std::map<std::pair<std::string, int>, Line> lines;
  for (const LineCounters& place : launch.lines) {
    if (place.place.line == 0) continue;
    if (place.space == MemorySpace::local && place.divergences == 0) continue;
    Line& line = lines[{place.place.file, place.place.line}];
    const auto requests = static_cast<double>(place.requests);
    const auto units = static_cast<double>(place.units);
    if (requests > 0 && place.space != MemorySpace::local) {
      const char* const unit = unit_of(place.space);
      line.add(fmt::format("{} {}", to_string(place.space), to_string(place.access)),
               unit == nullptr ? "" : fmt::format(" x {:.2f} {}", units / requests, unit),
               requests);
      if (unit != nullptr && place.space != MemorySpace::constant) line.units += units;
    }
    line.divergences += static_cast<double>(place.divergences);
  }
  double worst = 0;
  for (const auto& [place, line] : lines) worst = std::max(worst, line.units);
  std::string text;
  std::map<std::string, std::vector<std::string>> sources;
  for (const auto& [place, line] : lines) {
    const std::string name = std::filesystem::path(place.first).filename().string();
    auto& source = sources[place.first];
    // Whatever place the program names, only files of these folders are read.
    if (source.empty()) source = lines_of(folders, name);
    std::string code =
        std::size_t(place.second) <= source.size() ? source[std::size_t(place.second) - 1] : "";
    code.erase(0, std::min(code.find_first_not_of(" \t"), code.size()));
    text += fmt::format("  {}:{}  {:.60}\n      {}{}\n", name, place.second, code, line.counts(),
                        line.units == worst && worst > 0 ? "   <- costs most" : "");
  }
  return text;
}

}  // namespace

std::string digest(const LaunchObservations& launch, const std::string& estimate,
                   const std::vector<std::string>& folders) {
  const LaunchCounters& counters = launch.counters;
  const auto count = [&](Counter counter) { return static_cast<double>(counters.*counter); };
  std::string text = fmt::format("{}, grid {}, block {}\n", launch.kernel, extent(launch.grid),
                                 extent(launch.block));
  text += fmt::format(
      "  threads {}, working {}; warps {}; barriers {}; divergent branches {}\n",
      amount(count(&LaunchCounters::threads)), amount(count(&LaunchCounters::working_threads)),
      amount(count(&LaunchCounters::warps)), amount(count(&LaunchCounters::barriers)),
      amount(count(&LaunchCounters::divergent_branches)));
  text += memory_table(counters);
  const double dram = 32 * (count(&LaunchCounters::unique_load_sectors) +
                            count(&LaunchCounters::unique_store_sectors));
  text += fmt::format(
      "  distinct bytes {}B; floating-point operations {} ({:.1f} a thread, {:.2f} a byte)\n",
      amount(dram), amount(count(&LaunchCounters::flops)),
      count(&LaunchCounters::flops) / std::max(1.0, count(&LaunchCounters::working_threads)),
      dram > 0 ? count(&LaunchCounters::flops) / dram : 0);
  return text + estimate + listing(launch, folders);
}

}  // namespace kit::grader
