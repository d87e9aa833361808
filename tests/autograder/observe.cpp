#include "observe.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "findings.hpp"
#include "poison.hpp"
#include "session.hpp"
#include "verdict.hpp"

namespace kit::grader {

using nlohmann::json;

std::vector<ObservedCase> observe_cases(const JudgePlan& plan, const std::vector<Case>& cases,
                                        std::set<std::string> stopped) {
  // Every access is looked at, which takes ten times as long as running the kernel.
  constexpr double kSlower = 10;
  std::vector<ObservedCase> seen(cases.size());
  Session session(plan.worker, *plan.config, Backend::sim, plan.seed);
  contain(session, plan);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const std::string& stage = cases[i].stage;
    if (!cases[i].observed || plan.not_done.count(stage) > 0 || stopped.count(stage) > 0) continue;
    CallOutcome outcome = session.call(cases[i].call, mix_bits(plan.seed + i),
                                       kSlower * plan.config->seconds_per_case);
    seen[i] = {std::move(outcome.observations), outcome.verdict};
    if (outcome.verdict == verdict::kTimedOut) stopped.insert(stage);
  }
  return seen;
}

void add_observations(std::vector<ObservedCase> seen, std::vector<CaseRecord>& records) {
  for (std::size_t i = 0; i < seen.size(); ++i) {
    records.at(i).observations = std::move(seen[i].observations);
    records[i].observed = seen[i].verdict;
  }
}

namespace {

/// The cause that a finding stands for.
std::string cause_of(const json& finding) {
  const std::string kind = finding.at("kind");
  return kind == "shared_race" || kind == "global_race" ? "race" : kind;
}

void explain_by_findings(CaseRecord& record) {
  const json* const finding = nearest_finding(record.observations);
  if (finding == nullptr) return;
  if (record.verdict == verdict::kCrashed) {
    if (distance_to_mistake(*finding) == 0)
      record.message += ". The simulator saw: " + describe(*finding);
    return;
  }
  if (record.verdict != verdict::kWrong || !record.presumed) return;
  // Garbage where a part of a tile or table is missing is read from memory that nothing has
  // written: the finding confirms what was presumed.
  const bool named =
      record.cause != "race" && record.cause != "not_finite" && record.cause != "unknown";
  if (named && cause_of(*finding) == "uninitialised_read") return;
  record.cause = cause_of(*finding);
  record.message = describe(*finding);
}

}  // namespace

void explain_by_findings(std::vector<CaseRecord>& records) {
  for (CaseRecord& record : records) explain_by_findings(record);
}

json all_findings(const std::vector<CaseRecord>& records) {
  json merged = json::array();
  for (const CaseRecord& record : records) {
    if (!record.observations.contains("findings")) continue;
    std::set<std::size_t> here;  // merged findings that this case showed
    for (const json& finding : record.observations["findings"]) {
      const auto same = [&](const json& known) {
        return known["kind"] == finding["kind"] && known["file"] == finding["file"] &&
               known["line"] == finding["line"] &&
               known.value("other_line", 0) == finding.value("other_line", 0);
      };
      auto found = std::find_if(merged.begin(), merged.end(), same);
      if (found == merged.end()) {
        merged.push_back(finding);
        merged.back()["case"] = record.name;
        merged.back()["cases"] = 0;
        found = std::prev(merged.end());
      }
      if (here.insert(std::size_t(found - merged.begin())).second) {
        (*found)["cases"] = found->at("cases").get<int>() + 1;
      }
    }
  }
  std::stable_sort(merged.begin(), merged.end(), [](const json& a, const json& b) {
    return distance_to_mistake(a) < distance_to_mistake(b);
  });
  return merged;
}

double counter(const json& report, const std::string& name) {
  double sum = 0;
  const auto launches = report.find("launches");
  if (launches == report.end()) return 0;
  for (const json& launch : *launches) {
    sum += launch.at("counters").value(name, 0.0);
  }
  return sum;
}

}  // namespace kit::grader
