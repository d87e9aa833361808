/// @file
/// The roofline estimate: each resource's time as if it alone mattered. The largest bounds a launch
/// from below, and that is all that counts can say without a model of latency.
#include "grader/commands/estimate.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "kit/error.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

std::string known_cards(const std::string& root) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(root + "/common/grader/cards")) {
    if (entry.path().extension() == ".json") names.push_back(entry.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

Card load_card(const std::string& root, const std::string& name) {
  const bool is_path = name.find('/') != std::string::npos || name.ends_with(".json");
  const std::string path = is_path ? name : root + "/common/grader/cards/" + name + ".json";
  std::ifstream file(path);
  if (!file) {
    throw InputError("no card '" + name + "'; there are " + known_cards(root) +
                     ", or give the path of a file like common/grader/cards/t4.json");
  }
  const nlohmann::json json = nlohmann::json::parse(file, nullptr, /*allow_exceptions=*/false);
  const auto number = [&](const char* field) {
    const auto found = json.is_object() ? json.find(field) : json.end();
    if (found == json.end() || !found->is_number() || !(found->get<double>() > 0)) {
      throw InputError(path + ": '" + field + "' must be a positive number");
    }
    return found->get<double>();
  };
  Card card;
  card.multiprocessors = number("multiprocessors");
  card.clock_ghz = number("clock_ghz");
  card.dram_gb_per_s = number("dram_gb_per_s");
  card.fp32_tflop_per_s = number("fp32_tflop_per_s");
  card.name = json.value("name", name);
  return card;
}

Estimate estimate(const LaunchCounters& counters, const Card& card) {
  constexpr double kSectorBytes = 32, kL1SectorsPerClock = 4;
  const auto count = [&](Counter counter) { return static_cast<double>(counters.*counter); };
  const double clocks_per_ms = card.multiprocessors * card.clock_ghz * 1e6;
  Estimate result;
  result.bounds = {
      {"DRAM bandwidth", (count(&LaunchCounters::unique_load_sectors) +
                          count(&LaunchCounters::unique_store_sectors)) *
                             kSectorBytes / (card.dram_gb_per_s * 1e6)},
      {"L1 cache",
       (count(&LaunchCounters::global_load_sectors) + count(&LaunchCounters::global_store_sectors) +
        count(&LaunchCounters::global_atomic_sectors)) /
           (kL1SectorsPerClock * clocks_per_ms)},
      {"shared memory", (count(&LaunchCounters::shared_load_wavefronts) +
                         count(&LaunchCounters::shared_store_wavefronts)) /
                            clocks_per_ms},
      {"constant memory",
       (count(&LaunchCounters::constant_requests) + count(&LaunchCounters::constant_replays)) /
           clocks_per_ms},
      {"arithmetic", count(&LaunchCounters::flops) / (card.fp32_tflop_per_s * 1e9)},
  };
  std::stable_sort(result.bounds.begin(), result.bounds.end(),
                   [](const auto& a, const auto& b) { return a.milliseconds > b.milliseconds; });
  return result;
}

}  // namespace kit::grader
