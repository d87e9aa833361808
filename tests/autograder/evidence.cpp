#include "evidence.hpp"

#include "findings.hpp"
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

namespace {

const nlohmann::json* finding_of(const CaseResult& result,
                                 std::initializer_list<const char*> kinds) {
  const auto findings = result.report.find("findings");
  if (findings == result.report.end()) return nullptr;
  for (const nlohmann::json& finding : *findings) {
    for (const char* kind : kinds) {
      if (finding.at("kind") == kind) return &finding;
    }
  }
  return nullptr;
}

/// A read outside of an array, or of memory that nothing has written, gives other bits each time.
const nlohmann::json* chance_finding(const CaseResult& result) {
  return finding_of(result, {"out_of_bounds", "shared_size", "uninitialised_read", "use_after_free",
                             "null_pointer", "host_pointer"});
}

/// Appends what `find` finds in the first case that has such a finding.
template <typename Find>
void add_finding(EvidenceResult& counted, const std::vector<CaseResult>& results, Find find) {
  for (const CaseResult& result : results) {
    const nlohmann::json* const finding = gave_output(result) ? find(result) : nullptr;
    if (finding == nullptr) continue;
    counted.message += ": " + describe(*finding);
    return;
  }
}

constexpr const char* kNoRace =
    "no two threads meet at one address, and the bits are the same in another order of the blocks";

}  // namespace

bool any_bad(const EvidenceResult& counted) {
  return counted.measured.value("found", 0) > 0;
}

EvidenceResult count_found(const std::vector<CaseResult>& results,
                           std::initializer_list<const char*> kinds, const std::string& good_text,
                           const std::string& bad_text) {
  const auto find = [&](const CaseResult& result) { return finding_of(result, kinds); };
  EvidenceResult counted = count_bad(
      results, [&](const CaseResult& result) { return find(result) != nullptr; }, good_text,
      bad_text);
  if (any_bad(counted)) add_finding(counted, results, find);
  return counted;
}

EvidenceResult check_bounds(const std::vector<CaseResult>& results) {
  const auto changed = [](const char* what) {
    return [what](const CaseResult& result) { return says_changed(result.report, what); };
  };
  // The simulator's findings name a line, so they come first.
  for (const EvidenceResult& bad :
       {count_found(results, {"out_of_bounds"}, "",
                    "memory outside of a buffer or an array was used"),
        count_found(results, {"null_pointer", "host_pointer", "use_after_free", "misaligned"}, "",
                    "memory was used that a kernel cannot use"),
        count_found(results, {"uninitialised_read"}, "",
                    "memory was read that nothing had written"),
        count_bad(results, changed("guards"), "",
                  "memory outside the buffers was written to (threads beyond the image must "
                  "neither read nor store)")})
    if (any_bad(bad)) return bad;
  return count_bad(results, changed("inputs_changed"),
                   "no thread read or wrote outside its buffers, no input changed",
                   "an input was written to");
}

EvidenceResult check_races(const std::vector<CaseResult>& results, const std::string& good_text) {
  const EvidenceResult races =
      count_found(results, {"shared_race", "global_race"}, "",
                  "two threads use one place of memory with nothing that orders them");
  if (any_bad(races)) return races;
  return count_bad(
      results,
      [](const CaseResult& result) {
        return !result.repeatable && chance_finding(result) == nullptr;
      },
      good_text,
      "another order of the blocks gives other bits (does a thread read what another one writes?)");
}

EvidenceResult check_order(const std::vector<CaseResult>& results) {
  const EvidenceResult races = check_races(results, kNoRace);
  if (any_bad(races)) return races;
  const auto find = [](const CaseResult& result) {
    return result.repeatable ? nullptr : chance_finding(result);
  };
  EvidenceResult chance = count_bad(
      results, [&](const CaseResult& result) { return find(result) != nullptr; }, kNoRace,
      "no race was seen, but the bits are not the same each time");
  if (any_bad(chance)) add_finding(chance, results, find);
  return chance;
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
