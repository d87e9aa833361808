/// The one-screen digest of a launch.
#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>

#include "inspect.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

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

std::string extent(const json& triple) {
  std::string text = triple[0].dump();
  for (std::size_t i = 1; i < 3; ++i) {
    if (triple[1] != 1 || triple[2] != 1)
      text += (i == 1 || triple[2] != 1) ? "x" + triple[i].dump() : "";
  }
  return text;
}

/// Lines of a source file; empty if it cannot be read.
std::vector<std::string> lines_of(const std::string& path) {
  std::vector<std::string> lines;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string memory_table(const json& counters) {
  struct Row {
    const char *name, *requests, *units, *unit;
    double ideal;  // units a request of a full warp of 4-byte values takes
  };
  const Row rows[] = {
      {"global load", "global_load_requests", "global_load_sectors", "sectors", 4},
      {"global store", "global_store_requests", "global_store_sectors", "sectors", 4},
      {"global atomic", "global_atomic_requests", "global_atomic_sectors", "sectors", 4},
      {"shared load", "shared_load_requests", "shared_load_wavefronts", "wavefronts", 1},
      {"shared store", "shared_store_requests", "shared_store_wavefronts", "wavefronts", 1},
  };
  std::string text = "  memory          requests      units                per request\n";
  for (const Row& row : rows) {
    const double requests = counters.value(row.requests, 0.0),
                 units = counters.value(row.units, 0.0);
    if (requests == 0) continue;
    text += format("  %-14s %9s  %9s %-10s %8.2f  (32 floats in a row: %g)\n", row.name,
                   amount(requests).c_str(), amount(units).c_str(), row.unit, units / requests,
                   row.ideal);
  }
  const double constant = counters.value("constant_requests", 0.0);
  if (constant > 0) {
    text +=
        format("  %-14s %9s  %9s %-10s %8.2f  (all lanes one word: 0)\n", "constant load",
               amount(constant).c_str(), amount(counters.value("constant_replays", 0.0)).c_str(),
               "replays", counters.value("constant_replays", 0.0) / constant);
  }
  const double moved = 32 * (counters.value("global_load_sectors", 0.0) +
                             counters.value("global_store_sectors", 0.0));
  const double used =
      counters.value("global_load_bytes", 0.0) + counters.value("global_store_bytes", 0.0);
  if (moved > 0) {
    text += format("  bytes asked for / moved by L1: %sB / %sB = %.0f %%\n", amount(used).c_str(),
                   amount(moved).c_str(), 100 * used / moved);
  }
  return text;
}

/// The student's lines that touch memory or divide warps, with what they cost.
std::string listing(const json& launch, const std::string& folder) {
  struct Line {
    std::string counts;
    double units = 0;
  };
  std::map<std::pair<std::string, int>, Line> lines;
  for (const json& place : launch.at("places")) {
    const int number = place.at("line");
    if (number == 0) continue;
    Line& line = lines[{place.at("file"), number}];
    const double requests = place.at("requests"), units = place.at("units");
    const std::string space = place.at("space");
    if (requests > 0) {
      const char* unit = space == "global"     ? "sectors"
                         : space == "constant" ? "words"
                                               : "wavefronts";
      line.counts += format("%s%s %s %s x %.2f %s", line.counts.empty() ? "" : "; ", space.c_str(),
                            place.at("access").get<std::string>().c_str(), amount(requests).c_str(),
                            units / requests, unit);
      if (space != "constant") line.units += units;
    }
    const double divergences = place.at("divergences");
    if (divergences > 0) {
      line.counts += format("%swarps divided %s times", line.counts.empty() ? "" : "; ",
                            amount(divergences).c_str());
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

std::string digest(const json& launch, const Card& card, const std::string& folder) {
  const json& counters = launch.at("counters");
  const auto count = [&](const char* name) { return counters.value(name, 0.0); };
  std::string text =
      format("%s, grid %s, block %s\n", launch.at("kernel").get<std::string>().c_str(),
             extent(launch.at("grid")).c_str(), extent(launch.at("block")).c_str());
  text += format("  threads %s, working %s; warps %s; barriers %s; divergent branches %s\n",
                 amount(count("threads")).c_str(), amount(count("working_threads")).c_str(),
                 amount(count("warps")).c_str(), amount(count("barriers")).c_str(),
                 amount(count("divergent_branches")).c_str());
  text += memory_table(counters);
  const double dram = 32 * (count("unique_load_sectors") + count("unique_store_sectors"));
  text +=
      format("  distinct bytes %sB; floating-point operations %s (%.1f a thread, %.2f a byte)\n",
             amount(dram).c_str(), amount(count("flops")).c_str(),
             count("flops") / std::max(1.0, count("working_threads")),
             dram > 0 ? count("flops") / dram : 0);
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
