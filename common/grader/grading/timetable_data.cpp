#include "grader/grading/timetable_data.hpp"

#include <algorithm>
#include <string>

#include "grader/lab/timeline.hpp"
#include "grader/results/findings.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

constexpr std::size_t kMostOperations = 128;

const char* name_of(Engine engine) {
  switch (engine) {
    case Engine::kernels:
      return "kernels";
    case Engine::copy_in:
      return "copy_in";
    case Engine::copy_out:
      return "copy_out";
    case Engine::between:
      return "between";
  }
  return "kernels";
}

bool is_copy(const Operation& one) {
  return one.kind != Operation::Kind::kernel && one.kind != Operation::Kind::host_function &&
         one.kind != Operation::Kind::within_device;
}

/// No operations, or too many, or nothing but kernels: 0.
std::size_t worth_showing(const CaseRecord& record) {
  if (!record.observations) return 0;
  const std::vector<Operation>& list = record.observations->operations;
  const bool shown =
      list.size() <= kMostOperations && std::any_of(list.begin(), list.end(), is_copy);
  return shown ? list.size() : 0;
}

json timetable_of(const CaseRecord& record) {
  const std::vector<Operation>& list = record.observations->operations;
  const Timeline timeline = timeline_of(list);
  json operations = json::array();
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Timeline::Entry& entry = timeline.entries[i];
    if (entry.end <= entry.begin) continue;
    const bool between = entry.engine == Engine::between;
    operations.push_back({{"what", list[i].what},
                          {"device", between ? list[i].from_device : list[i].device},
                          {"engine", name_of(entry.engine)},
                          {"stream", list[i].stream},
                          {"begin", entry.begin},
                          {"end", entry.end},
                          {"file", file_name(list[i].place)},
                          {"line", list[i].place.line}});
  }
  return {{"stage", record.stage},
          {"case", record.name},
          {"serial", timeline.serial},
          {"length", timeline.length},
          {"operations", std::move(operations)}};
}

}  // namespace

json timetables(const LabConfig& config, const std::vector<CaseRecord>& cases) {
  json list = json::array();
  for (const StageConfig& stage : config.stages) {
    std::size_t most = 0;
    for (const CaseRecord& record : cases)
      if (record.stage == stage.id) most = std::max(most, worth_showing(record));
    // Of calls with many operations the one with the longest.
    json best;
    for (const CaseRecord& record : cases) {
      if (record.stage != stage.id || most == 0 || 2 * worth_showing(record) < most) continue;
      json one = timetable_of(record);
      if (best.is_null() || one["serial"] > best["serial"]) best = std::move(one);
    }
    if (!best.is_null()) list.push_back(std::move(best));
  }
  return list;
}

}  // namespace kit::grader
