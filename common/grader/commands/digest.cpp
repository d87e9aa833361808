/// The one-screen digest of a launch.
#include <algorithm>
#include <array>
#include <cstdarg>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

#include "grader/commands/inspect.hpp"

namespace kit::grader {
namespace {

std::string format(const char* pattern, ...) {
  char text[512];
  va_list arguments;
  va_start(arguments, pattern);
  std::vsnprintf(text, sizeof text, pattern, arguments);
  va_end(arguments);
  return text;
}

/// 1234567 as "1.23 M".
std::string amount(double value) {
  if (value >= 1e9) return format("%.2f G", value / 1e9);
  if (value >= 1e6) return format("%.2f M", value / 1e6);
  if (value >= 1e4) return format("%.1f k", value / 1e3);
  return format("%.0f", value);
}

/// (32, 8, 1) as "32x8".
std::string extent(const std::array<unsigned, 3>& sizes) {
  std::string text = std::to_string(sizes[0]);
  if (sizes[1] != 1 || sizes[2] != 1) text += "x" + std::to_string(sizes[1]);
  if (sizes[2] != 1) text += "x" + std::to_string(sizes[2]);
  return text;
}

/// Lines of a source file; empty if it cannot be read.
std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
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
    text += format("  %-14s %9s  %9s %-10s %8.2f  (32 floats in a row: %g)\n", row.name,
                   amount(requests).c_str(), amount(units).c_str(), row.unit, units / requests,
                   row.ideal);
  }
  const double constant = count(&LaunchCounters::constant_requests);
  if (constant > 0) {
    text +=
        format("  %-14s %9s  %9s %-10s %8.2f  (all lanes one word: 0)\n", "constant load",
               amount(constant).c_str(), amount(count(&LaunchCounters::constant_replays)).c_str(),
               "replays", count(&LaunchCounters::constant_replays) / constant);
  }
  const double moved = 32 * (count(&LaunchCounters::global_load_sectors) +
                             count(&LaunchCounters::global_store_sectors));
  const double used =
      count(&LaunchCounters::global_load_bytes) + count(&LaunchCounters::global_store_bytes);
  if (moved > 0) {
    text += format("  bytes asked for / moved by L1: %sB / %sB = %.0f %%\n", amount(used).c_str(),
                   amount(moved).c_str(), 100 * used / moved);
  }
  return text;
}

/// What the requests to a kind of memory are broken into.
const char* unit_of(MemorySpace space) {
  switch (space) {
    case MemorySpace::global:
      return "sectors";
    case MemorySpace::constant:
      return "words";
    default:
      return "wavefronts";
  }
}

/// The student's lines that touch memory or divide warps, with what they cost.
std::string listing(const LaunchObservations& launch, const std::string& folder) {
  struct Line {
    std::string counts;
    double units = 0;
  };
  std::map<std::pair<std::string, int>, Line> lines;
  for (const LineCounters& place : launch.lines) {
    if (place.place.line == 0) continue;
    Line& line = lines[{place.place.file, place.place.line}];
    const auto requests = static_cast<double>(place.requests);
    const auto units = static_cast<double>(place.units);
    if (requests > 0) {
      line.counts += format("%s%s %s %s x %.2f %s", line.counts.empty() ? "" : "; ",
                            to_string(place.space), to_string(place.access),
                            amount(requests).c_str(), units / requests, unit_of(place.space));
      if (place.space != MemorySpace::constant) line.units += units;
    }
    if (place.divergences > 0) {
      line.counts += format("%swarps divided %s times", line.counts.empty() ? "" : "; ",
                            amount(static_cast<double>(place.divergences)).c_str());
    }
  }
  double worst = 0;
  for (const auto& [place, line] : lines) worst = std::max(worst, line.units);
  std::string text;
  std::map<std::string, std::vector<std::string>> sources;
  for (const auto& [place, line] : lines) {
    const std::string name = std::filesystem::path(place.first).filename().string();
    auto& source = sources[place.first];
    if (source.empty()) source = lines_of(place.first);
    if (source.empty()) source = lines_of(folder + "/" + name);
    std::string code =
        std::size_t(place.second) <= source.size() ? source[std::size_t(place.second) - 1] : "";
    code.erase(0, std::min(code.find_first_not_of(" \t"), code.size()));
    text += format("  %s:%d  %.60s\n      %s%s\n", name.c_str(), place.second, code.c_str(),
                   line.counts.c_str(), line.units == worst && worst > 0 ? "   <- costs most" : "");
  }
  return text;
}

}  // namespace

std::string digest(const LaunchObservations& launch, const Card& card, const std::string& folder) {
  const LaunchCounters& counters = launch.counters;
  const auto count = [&](Counter counter) { return static_cast<double>(counters.*counter); };
  std::string text = format("%s, grid %s, block %s\n", launch.kernel.c_str(),
                            extent(launch.grid).c_str(), extent(launch.block).c_str());
  text += format("  threads %s, working %s; warps %s; barriers %s; divergent branches %s\n",
                 amount(count(&LaunchCounters::threads)).c_str(),
                 amount(count(&LaunchCounters::working_threads)).c_str(),
                 amount(count(&LaunchCounters::warps)).c_str(),
                 amount(count(&LaunchCounters::barriers)).c_str(),
                 amount(count(&LaunchCounters::divergent_branches)).c_str());
  text += memory_table(counters);
  const double dram = 32 * (count(&LaunchCounters::unique_load_sectors) +
                            count(&LaunchCounters::unique_store_sectors));
  text +=
      format("  distinct bytes %sB; floating-point operations %s (%.1f a thread, %.2f a byte)\n",
             amount(dram).c_str(), amount(count(&LaunchCounters::flops)).c_str(),
             count(&LaunchCounters::flops) / std::max(1.0, count(&LaunchCounters::working_threads)),
             dram > 0 ? count(&LaunchCounters::flops) / dram : 0);
  const Estimate time = estimate(counters, card);
  text += format("  estimate for %s: at least %.4f ms, bound by %s (", card.name.c_str(),
                 time.milliseconds(), time.bounds.front().resource.c_str());
  for (std::size_t i = 1; i < 3; ++i) {
    text += format("%s%s %.4f", i > 1 ? ", " : "", time.bounds[i].resource.c_str(),
                   time.bounds[i].milliseconds);
  }
  return text + ")\n" + listing(launch, folder);
}

}  // namespace kit::grader
