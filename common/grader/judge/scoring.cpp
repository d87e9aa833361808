/// @file
/// From judged cases to stages, evidence, points and the lab's verdict. Everything here is a
/// function of the records alone: nothing runs, so that every rule can be tested with records made
/// by hand.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "grader/judge/judge.hpp"
#include "grader/judge/observe.hpp"
#include "grader/results/findings.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

double rounded(double points) {
  return std::round(points * 100) / 100;
}

/// Whether all of a stage's own cases pass and none of them shows a finding of this kind: at the
/// corners of its contract the stage's file is right, whatever others call it with.
bool is_right_alone(const std::string& stage, FindingKind kind,
                    const std::vector<CaseRecord>& cases) {
  bool looked_at = false;
  for (const CaseRecord& one : cases) {
    if (one.stage != stage) continue;
    if (one.verdict != Verdict::passed) return false;
    looked_at |= one.observed == Verdict::passed;
    for (const Finding& finding : findings_of(one))
      if (finding.kind == kind) return false;
  }
  return looked_at;
}

/// The stage whose file a finding lies in, unless that file is right when its own cases call it;
/// empty if there is none.
std::string stage_of(const Finding& finding, const std::string& seen_by,
                     const std::vector<CaseRecord>& cases, const LabConfig& config) {
  for (const StageConfig& stage : config.stages)
    if (stage.file == file_name(finding.place) &&
        (stage.id == seen_by || !is_right_alone(stage.id, finding.kind, cases)))
      return stage.id;
  return "";
}

struct OwnedFinding {
  const Finding* finding;
  std::string stage;
};

/// The findings of a case with the stages that they cost points. What lies elsewhere counts for the
/// stage whose case showed it; but what a file did that a stand-in has replaced since, and that is
/// right when its own cases call it, came of a third file's mistake and is nobody's.
std::vector<OwnedFinding> owned_findings(const CaseRecord& record,
                                         const std::vector<CaseRecord>& cases,
                                         const LabConfig& config) {
  std::vector<OwnedFinding> list;
  const auto add = [&](const std::vector<Finding>& findings, const std::string& else_of) {
    for (const Finding& finding : findings) {
      std::string stage = stage_of(finding, record.stage, cases, config);
      if (stage.empty()) stage = else_of;
      list.push_back({&finding, std::move(stage)});
    }
  };
  if (record.observations) add(record.observations->findings, record.stage);
  add(record.replaced_findings, "");
  return list;
}

/// What the simulator saw in a stage's file, in the cases of any stage.
std::vector<StageFault> faults_of(const StageConfig& stage, const std::vector<CaseRecord>& cases,
                                  const LabConfig& config) {
  std::vector<StageFault> faults;
  for (const CaseRecord& record : cases) {
    for (const auto& [finding, owner] : owned_findings(record, cases, config)) {
      const FindingKind kind = finding->kind;
      const bool known = std::any_of(faults.begin(), faults.end(), [&](const StageFault& fault) {
        return fault.finding.kind == kind;
      });
      if (!known && owner == stage.id) faults.push_back({*finding, cost_of(kind)});
    }
  }
  std::stable_sort(faults.begin(), faults.end(), [](const StageFault& a, const StageFault& b) {
    return triage_rank(a.finding.kind) < triage_rank(b.finding.kind);
  });
  return faults;
}

/// Whether a failed case shows by itself that what happened is undefined.
bool is_undefined(const CaseRecord& record) {
  static const std::set<std::string> kCauses = {"race",
                                                "not_repeatable",
                                                "out_of_bounds_write",
                                                "segmentation_fault",
                                                "illegal_address",
                                                "arithmetic_fault",
                                                "too_little_shared"};
  const auto kind = finding_kind_from(record.cause);
  return kCauses.count(record.cause) > 0 || (kind && cost_of(*kind) == 1);
}

/// The share of its points that a stage earns.
double earned_share(const StageRecord& stage, const std::vector<CaseRecord>& cases) {
  constexpr double kLeastCost = 0.1;  // of each kind of wrong result
  double share = double(stage.scored_passed) / stage.scored;
  std::set<std::string> causes;
  for (const CaseRecord& one : cases) {
    if (one.stage != stage.config.id || one.verdict == Verdict::passed) continue;
    if (one.scored && is_undefined(one)) return 0;
    // A case that code without any work passes earns nothing; failing it is a mistake all the same.
    causes.insert(one.cause);
  }
  share = std::min(share, 1 - kLeastCost * double(causes.size()));
  for (const StageFault& fault : stage.faults) share -= fault.cost;
  return std::max(share, 0.0);
}

EvidenceRecord judge_one(const EvidenceConfig& config, const Evidence& evidence,
                         const std::vector<CaseResult>& results,
                         const std::vector<StageRecord>& stages) {
  EvidenceRecord record{config, evidence.stage, Verdict::skipped, "", {}, 0};
  // How a wrong result was computed says nothing.
  for (const StageRecord& stage : stages)
    if (stage.config.id == evidence.stage && !stage.results_are_right()) {
      record.message = fmt::format("judged once stage '{}' passes", evidence.stage);
      return record;
    }
  try {
    const EvidenceResult result = evidence.check(results);
    // Forgery comes before everything else that the check said.
    record.verdict = result.forged   ? Verdict::cheated
                     : result.passed ? Verdict::passed
                                     : Verdict::wrong;
    record.message = result.message;
    record.measured = result.measured;
    record.points = result.passed && !result.forged ? config.points : 0;
  } catch (const std::exception& error) {
    record.verdict = Verdict::grader_fault;
    record.message = error.what();
  }
  return record;
}

constexpr const char* kOtherStage = "other_stage";

/// How much a cause says: nothing, what the failed cases have in common, or which mistake it is.
enum class Weight { none, pattern, mistake };

Weight weight_of(const std::string& cause) {
  if (cause.empty() || cause == "unknown" || cause == kOtherStage) return Weight::none;
  return cause == "special_case" ? Weight::pattern : Weight::mistake;
}

/// What the first of a stage's cases with this verdict says that says most; only of what is
/// certain, if asked.
std::string cause_of(const std::string& stage, Verdict verdict,
                     const std::vector<CaseRecord>& cases, bool certain = false) {
  std::string cause;
  for (const CaseRecord& one : cases) {
    if (one.stage != stage || one.verdict != verdict || one.cause.empty()) continue;
    if (certain && one.presumed) continue;
    // A later case may tell what the first one could not.
    const Weight known = weight_of(cause);
    if (known == Weight::none || weight_of(one.cause) > known) cause = one.cause;
  }
  return cause;
}

std::string cause_of(const StageRecord& stage, const std::vector<CaseRecord>& cases) {
  std::string worst = cause_of(stage.config.id, stage.verdict, cases);
  if (worst != "illegal_address" && worst != "segmentation_fault") return worst;
  // In a large image a wrong index leaves all memory; in a small one its results tell what it is.
  // What those only let presume, such as a race, may as well come from that index.
  const std::string wrong = cause_of(stage.config.id, Verdict::wrong, cases, true);
  return weight_of(wrong) == Weight::mistake ? wrong : worst;
}

}  // namespace

void explain_by_stages(const LabConfig& config, std::vector<CaseRecord>& cases) {
  std::set<std::string> failed;
  const auto fails = [](const CaseRecord& one) {
    return severity(one.verdict) >= severity(Verdict::wrong);
  };
  for (const CaseRecord& one : cases)
    if (fails(one)) failed.insert(one.stage);
  for (CaseRecord& one : cases) {
    if (!fails(one) || failed.count(one.taken_over_by) == 0) continue;
    const std::string text = fmt::format("{} of {}, which does not pass: correct that first",
                                         one.why_taken_over, config.stage(one.taken_over_by).file);
    // The other stage explains what nothing else did; a cause that is known stays and is only
    // qualified.
    if (one.cause == "unknown" || one.cause == "special_case") {
      one.cause = kOtherStage;
      one.message = text;
    } else {
      one.message += (one.message.ends_with('.') ? " But " : "; but ") + text;
    }
  }
}

bool StageRecord::results_are_right() const {
  return passed == cases && severity(verdict) <= severity(Verdict::wrong) &&
         std::all_of(faults.begin(), faults.end(),
                     [](const StageFault& fault) { return fault.cost < 1; });
}

std::vector<StageRecord> judge_stages(const LabConfig& config,
                                      const std::vector<CaseRecord>& cases) {
  std::vector<StageRecord> stages;
  for (const StageConfig& stage : config.stages) {
    StageRecord record;
    record.config = stage;
    record.verdict = Verdict::passed;
    // The worst case decides the verdict; points count only cases that no trivial answer passes.
    for (const CaseRecord& one : cases) {
      if (one.stage != stage.id) continue;
      const bool passed = one.verdict == Verdict::passed;
      ++record.cases;
      record.passed += passed ? 1 : 0;
      record.scored += one.scored ? 1 : 0;
      record.scored_passed += one.scored && passed ? 1 : 0;
      if (severity(one.verdict) > severity(record.verdict)) record.verdict = one.verdict;
    }
    record.cause = cause_of(record, cases);
    // Such a stage would give its points to nobody, or to everybody.
    if (record.scored == 0)
      throw HarnessError(
          fmt::format("stage '{}' of {} has no case with points", stage.id, config.lab));
    record.faults = faults_of(stage, cases, config);
    if (record.verdict == Verdict::passed && !record.faults.empty()) {
      record.verdict = Verdict::wrong;
      record.cause = cause_of(record.faults[0].finding.kind);
    }
    record.points = rounded(stage.points * earned_share(record, cases));
    // Most cases of a file with a bug may pass without anything done to it.
    if (stage.find_the_bug && record.verdict != Verdict::passed) record.points = 0;
    stages.push_back(record);
  }
  // Whoever has written what a step leads to has no need of it.
  for (StageRecord& step : stages) {
    const auto reached = [&](const StageRecord& stage) {
      return stage.config.id == step.config.step_of && stage.verdict == Verdict::passed;
    };
    if (step.verdict != Verdict::not_done || std::none_of(stages.begin(), stages.end(), reached))
      continue;
    step.verdict = Verdict::passed;
    step.points = step.config.points;
  }
  return stages;
}

namespace {

/// The message for who must learn nothing of hidden cases: a line or a number of the worst case
/// says how large that is.
std::string open_message_of(const EvidenceRecord& record, const EvidenceRecord& open) {
  if (record.verdict == open.verdict) return open.message;
  return fmt::format("judged over hidden cases too, which are not shown; of the others alone: {}",
                     open.message);
}

}  // namespace

std::vector<EvidenceRecord> judge_evidence(const LabConfig& config, const Suite& suite,
                                           const std::vector<CaseRecord>& cases,
                                           const std::vector<StageRecord>& stages) {
  // A bug that was not found costs no points of the lab: it is for evidence of its own alone.
  const auto results_for = [&](const Evidence& evidence) {
    std::vector<CaseResult> results;
    for (const CaseRecord& record : cases) {
      if (!record.looked_at ||
          (record.stage != evidence.stage && config.stage(record.stage).find_the_bug))
        continue;
      results.push_back(record);
      for (const StageRecord& stage : stages)
        if (stage.config.id == record.stage) results.back().stand_in = stage.stand_in;
    }
    return results;
  };
  std::vector<EvidenceRecord> records;
  for (const EvidenceConfig& entry : config.evidence) {
    const auto found = std::find_if(suite.evidence.begin(), suite.evidence.end(),
                                    [&](const Evidence& one) { return one.id == entry.id; });
    if (found == suite.evidence.end())
      throw HarnessError(fmt::format(
          "{}: lab.json names evidence '{}' that cases.cpp does not check", config.lab, entry.id));
    std::vector<CaseResult> results = results_for(*found);
    EvidenceRecord record = judge_one(entry, *found, results, stages);
    const auto hidden = std::erase_if(
        results, [](const CaseResult& result) { return is_hidden_case(result.name); });
    if (hidden > 0)
      record.open_message = open_message_of(record, judge_one(entry, *found, results, stages));
    records.push_back(std::move(record));
  }
  return records;
}

void withhold_bonus(std::vector<StageRecord>& stages, const std::vector<EvidenceRecord>& evidence) {
  for (StageRecord& stage : stages) {
    for (const EvidenceRecord& record : evidence) {
      // Evidence that was skipped takes nothing: its stage did not pass, and earns no bonus anyway.
      const bool failed = severity(record.verdict) >= severity(Verdict::wrong);
      if (stage.config.challenge && record.stage == stage.config.id && failed) stage.points = 0;
    }
  }
}

Verdict judge_lab(const std::vector<StageRecord>& stages,
                  const std::vector<EvidenceRecord>& evidence) {
  Verdict worst = Verdict::passed;
  // Challenges are left out: nobody fails a lab by trying one.
  bool begun = false;
  for (const StageRecord& stage : stages) {
    if (stage.config.challenge) continue;
    begun |= stage.verdict != Verdict::not_done;
    if (severity(stage.verdict) > severity(worst)) worst = stage.verdict;
  }
  if (!begun) return Verdict::not_done;
  for (const EvidenceRecord& record : evidence) {
    if (record.verdict == Verdict::skipped) continue;  // its stage says why
    const auto stage = std::find_if(stages.begin(), stages.end(), [&](const StageRecord& one) {
      return one.config.id == record.stage;
    });
    const bool optional = stage != stages.end() && stage->config.challenge;
    if (optional && record.verdict == Verdict::wrong) continue;  // costs the bonus, no more
    if (severity(record.verdict) > severity(worst)) worst = record.verdict;
  }
  return worst;
}

}  // namespace kit::grader
