#include "evidence.hpp"

#include "verdict.hpp"

namespace kit::grader {

bool gave_output(const CaseResult& result) {
  return result.verdict == verdict::kPassed || result.verdict == verdict::kWrong;
}

bool says_changed(const nlohmann::json& report, const char* key) {
  const auto found = report.find(key);
  if (found == report.end() || found->is_null()) return false;
  if (found->is_boolean()) return found->get<bool>();
  if (found->is_number()) return found->get<double>() != 0;
  return !found->empty();
}

bool found_any(const CaseResult& result, std::initializer_list<const char*> kinds) {
  const auto findings = result.report.find("findings");
  if (findings == result.report.end()) return false;
  for (const nlohmann::json& finding : *findings) {
    for (const char* kind : kinds) {
      if (finding.at("kind") == kind) return true;
    }
  }
  return false;
}

double total(const std::vector<CaseResult>& results, const CasePredicate& wanted,
             const std::string& counter_name) {
  double sum = 0;
  for (const CaseResult& result : results) {
    if (wanted(result)) sum += counter(result.report, counter_name);
  }
  return sum;
}

EvidenceResult count_bad(const std::vector<CaseResult>& results, const CasePredicate& bad,
                         const std::string& good_text, const std::string& bad_text) {
  int checked = 0, found = 0, unseen = 0;
  std::string first;
  for (const CaseResult& result : results) {
    if (!gave_output(result)) continue;
    ++checked;
    if (!result.report.contains("launches")) ++unseen;
    if (!bad(result)) continue;
    if (found++ == 0) first = result.name;
  }
  EvidenceResult evidence;
  evidence.passed = found == 0 && checked > 0 && unseen == 0;
  evidence.measured = {{"checked", checked}, {"found", found}};
  const std::string calls = std::to_string(checked) + " calls";
  if (found > 0)
    evidence.message =
        bad_text + " in " + std::to_string(found) + " of " + calls + ", first in \"" + first + "\"";
  else if (unseen > 0)
    evidence.message = "the simulator could not run " + std::to_string(unseen) + " of " + calls +
                       ", so nothing can be said";
  else
    evidence.message = good_text + " in " + calls;
  return evidence;
}

EvidenceResult check_bounds(const std::vector<CaseResult>& results) {
  return count_bad(
      results,
      [](const CaseResult& result) {
        return says_changed(result.report, "guards") ||
               says_changed(result.report, "inputs_changed") ||
               found_any(result, {"out_of_bounds", "misaligned", "null_pointer",
                                  "uninitialised_read", "use_after_free", "host_pointer"});
      },
      "no thread read or wrote outside its buffers, no input changed",
      "memory outside the buffers was used (threads beyond the image must neither read nor store)");
}

EvidenceResult check_order(const std::vector<CaseResult>& results) {
  return count_bad(
      results,
      [](const CaseResult& result) {
        return !result.repeatable || found_any(result, {"global_race", "shared_race"});
      },
      "no two threads meet at one address, and the bits are the same in another order of the "
      "blocks",
      "another order of the blocks gives other bits (a thread reads what another one writes)");
}

EvidenceResult forged_counts() {
  EvidenceResult evidence;
  evidence.forged = true;
  evidence.message = "the counts are below what the pixels alone take: they are not the kernel's";
  return evidence;
}

EvidenceResult nothing_seen() {
  EvidenceResult evidence;
  evidence.message = "the simulator saw no reads or no writes, so nothing can be said";
  return evidence;
}

}  // namespace kit::grader
