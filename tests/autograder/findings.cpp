#include "findings.hpp"

#include <filesystem>
#include <map>

namespace kit::grader {
namespace {

constexpr int kHarmless = 9;

}  // namespace

int distance_to_mistake(const nlohmann::json& finding) {
  static const std::map<std::string, int> later = {
      {"uninitialised_read", 1}, {"divergent_barrier", 2}, {"deadlock", 2},
      {"infinite_loop", 2},      {"shared_race", 3},       {"global_race", 3},
      {"unchecked_error", 8},    {"leak", kHarmless}};
  const auto found = later.find(finding.value("kind", ""));
  return found == later.end() ? 0 : found->second;
}

bool harms_results(const nlohmann::json& finding) {
  return distance_to_mistake(finding) < kHarmless;
}

std::string file_name(const nlohmann::json& finding) {
  return std::filesystem::path(finding.value("file", "")).filename().string();
}

std::string describe(const nlohmann::json& finding) {
  const int line = finding.value("line", 0);
  const std::string place =
      line == 0 ? "" : "line " + std::to_string(line) + " of " + file_name(finding) + ": ";
  return place + finding.value("message", "");
}

const nlohmann::json* nearest_finding(const nlohmann::json& report) {
  const auto findings = report.find("findings");
  if (findings == report.end()) return nullptr;
  const nlohmann::json* nearest = nullptr;
  for (const nlohmann::json& finding : *findings) {
    if (finding.value("line", 0) == 0 || !harms_results(finding)) continue;
    if (nearest == nullptr || distance_to_mistake(finding) < distance_to_mistake(*nearest))
      nearest = &finding;
  }
  return nearest;
}

}  // namespace kit::grader
