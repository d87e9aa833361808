/// @file
/// The metrics that ncu is asked for, its table read, and a launch in a few lines. Of ncu's outputs
/// only CSV keeps one value a field; everything else is laid out for people.
#include "grader/commands/gpu_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

namespace kit::grader {
namespace {

constexpr const char* kTime = "gpu__time_duration.sum";  // ns
constexpr const char* kDram = "dram__throughput.avg.pct_of_peak_sustained_elapsed";
constexpr const char* kL1 = "l1tex__throughput.avg.pct_of_peak_sustained_elapsed";
constexpr const char* kL2 = "lts__throughput.avg.pct_of_peak_sustained_elapsed";
constexpr const char* kSm = "sm__throughput.avg.pct_of_peak_sustained_elapsed";
constexpr const char* kWarps = "sm__warps_active.avg.pct_of_peak_sustained_active";
constexpr const char* kBytes = "dram__bytes.sum";
constexpr const char* kLoads = "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum";
constexpr const char* kLoadSectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum";
constexpr const char* kStores = "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum";
constexpr const char* kStoreSectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum";

/// The fields of a line of quoted values.
std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
      if (quoted) fields.emplace_back();
    } else if (quoted) {
      fields.back() += c;
    }
  }
  return fields;
}

/// ncu prints thousands separators, and scales some units.
double number_of(std::string value, const std::string& unit) {
  std::erase(value, ',');
  const double number = std::strtod(value.c_str(), nullptr);
  static const std::map<std::string, double> scales = {
      {"us", 1e3}, {"usecond", 1e3}, {"ms", 1e6},    {"msecond", 1e6},
      {"s", 1e9},  {"Kbyte", 1e3},   {"Mbyte", 1e6}, {"Gbyte", 1e9}};
  const auto scale = scales.find(unit);
  return scale != scales.end() ? number * scale->second : number;
}

}  // namespace

std::string ncu_metrics() {
  std::string names;
  for (const char* name : {kTime, kDram, kL1, kL2, kSm, kWarps, kBytes, kLoads, kLoadSectors,
                           kStores, kStoreSectors}) {
    names += (names.empty() ? "" : ",") + std::string(name);
  }
  return names;
}

std::vector<MeasuredLaunch> read_ncu_csv(const std::string& text) {
  std::istringstream lines(text);
  std::map<long, MeasuredLaunch> launches;  // by ncu's number
  std::map<std::string, std::size_t> columns;
  for (std::string line; std::getline(lines, line);) {
    const std::vector<std::string> fields = fields_of(line);
    if (fields.size() < 5) continue;
    if (fields[0] == "ID") {
      for (std::size_t i = 0; i < fields.size(); ++i) columns[fields[i]] = i;
      continue;
    }
    const auto field = [&](const char* name) {
      const auto column = columns.find(name);
      return column != columns.end() && column->second < fields.size() ? fields[column->second]
                                                                       : "";
    };
    if (columns.empty() || field("Metric Name").empty()) continue;
    MeasuredLaunch& launch = launches[std::strtol(fields[0].c_str(), nullptr, 10)];
    launch.kernel = field("Kernel Name");
    launch.metrics[field("Metric Name")] = number_of(field("Metric Value"), field("Metric Unit"));
  }
  std::vector<MeasuredLaunch> result;
  result.reserve(launches.size());
  for (auto& [number, launch] : launches) result.push_back(std::move(launch));
  return result;
}

std::string digest(const MeasuredLaunch& launch) {
  const auto metric = [&](const char* name) {
    const auto found = launch.metrics.find(name);
    return found != launch.metrics.end() ? found->second : 0.0;
  };
  const std::pair<const char*, double> shares[] = {{"DRAM", metric(kDram)},
                                                   {"L2 cache", metric(kL2)},
                                                   {"L1 cache and shared memory", metric(kL1)},
                                                   {"multiprocessor", metric(kSm)}};
  const auto bound = std::max_element(std::begin(shares), std::end(shares),
                                      [](auto& a, auto& b) { return a.second < b.second; });
  // "<unnamed>::kernel(int, float)" reads better as "kernel".
  std::string name = launch.kernel.substr(0, launch.kernel.find('('));
  if (const std::size_t scope = name.rfind("::"); scope != std::string::npos) {
    name.erase(0, scope + 2);
  }
  return fmt::format(
      "{:.76}\n  measured: {:.2f} microseconds; DRAM moved {:.2f} MB\n"
      "  of the peak: DRAM {:.0f} %, L2 {:.0f} %, L1 and shared {:.0f} %, "
      "multiprocessor {:.0f} %;\n"
      "  warps resident {:.0f} %; bound by the {}{}\n"
      "  sectors per request: loads {:.2f}, stores {:.2f}\n",
      name, metric(kTime) / 1e3, metric(kBytes) / 1e6, metric(kDram), metric(kL2), metric(kL1),
      metric(kSm), metric(kWarps), bound->first,
      bound->second < 50 ? ", if by any: latency or too few threads" : "",
      metric(kLoads) > 0 ? metric(kLoadSectors) / metric(kLoads) : 0,
      metric(kStores) > 0 ? metric(kStoreSectors) / metric(kStores) : 0);
}

}  // namespace kit::grader
