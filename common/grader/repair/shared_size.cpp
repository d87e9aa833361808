#include "grader/repair/shared_size.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grader/judge/derived_seed.hpp"
#include "grader/judge/observe.hpp"
#include "grader/repair/asked_case.hpp"
#include "grader/repair/conclusion.hpp"
#include "grader/results/findings.hpp"

namespace kit::repair {
namespace {

using grader::CaseRecord;

/// An access beyond some array: whether it is the launch's shared memory shows when that is larger.
std::optional<grader::Finding> overrun_in(const CaseRecord& record) {
  for (const grader::Finding& finding : grader::findings_of(record))
    if (finding.kind == grader::FindingKind::out_of_bounds) return finding;
  return std::nullopt;
}

/// " in line 70", if `position` tells where the kernel was launched.
std::string launch_line(const std::string& position) {
  const std::size_t begin = position.find("launched at ");
  const std::size_t end = position.find(')', begin), colon = position.rfind(':', end);
  if (begin == std::string::npos || end == std::string::npos || colon < begin) return {};
  return " in line " + position.substr(colon + 1, end - colon - 1);
}

}  // namespace

bool explain_by_shared_size(const grader::JudgePlan& plan, const std::string& stage,
                            const std::vector<grader::Case>& cases,
                            std::vector<CaseRecord>& records) {
  constexpr std::size_t kMaxCases = 6;
  constexpr double kSeconds = 3;
  std::vector<std::size_t> asked;
  bool others = false;  // fail in another way
  for (std::size_t i = 0; i < cases.size(); ++i) {
    // Enough of it in the first call, but not in later ones.
    if (records[i].stage == stage && records[i].cause == "stale_state") return false;
    const bool failed = records[i].stage == stage && records[i].verdict != grader::Verdict::passed;
    if (failed && overrun_in(records[i]))
      asked.push_back(i);
    else if (failed)
      others = true;
  }
  if (asked.empty()) return false;
  std::vector<std::size_t> tried = asked;
  std::stable_sort(tried.begin(), tried.end(), [&](std::size_t a, std::size_t b) {
    return cases[a].expected.size() < cases[b].expected.size();
  });
  if (tried.size() > kMaxCases) tried.resize(kMaxCases);
  grader::Session session(plan.worker, *plan.config, grader::Backend::sim, plan.seed);
  grader::contain(session, plan);
  for (const std::size_t i : tried) {
    grader::Call call = cases[i].call;
    call.more_shared = true;
    const std::uint64_t poison = grader::derived_seed(plan.seed, grader::SeedFor::repair_poison, i);
    if (!ask(session, cases[i], call, poison, kSeconds).right) return false;
  }
  for (const std::size_t i : asked) {
    CaseRecord& record = records[i];
    const grader::Finding overrun = *overrun_in(record);
    record.message = fmt::format(
        "{}. The launch{} asks for less than the kernel uses: its third value is too small (it "
        "counts bytes), or the kernel's rows are longer than was planned. {}",
        describe(overrun), launch_line(overrun.position),
        what_was_tried("With more shared memory", tried.size()));
    record.cause = "too_little_shared";
    record.presumed = record.by_pattern = false;
  }
  return !others;
}

}  // namespace kit::repair
