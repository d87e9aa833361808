/// @file
/// The student's objects are kept, so that a grading with stand-ins costs two links and the runs of
/// the stages that failed. Where all stages pass nothing of this is looked at.
#include "grader/grading/stand_in.hpp"

#include <algorithm>

#include "grader/grading/build_worker.hpp"
#include "grader/judge/observe.hpp"
#include "grader/results/findings.hpp"

namespace kit::grader {
namespace {

/// The files whose stages do not pass.
std::set<std::string> files_that_fail(const std::vector<StageRecord>& stages) {
  std::set<std::string> files;
  for (const StageRecord& stage : stages)
    if (stage.verdict != Verdict::passed) files.insert(stage.config.file);
  return files;
}

/// Whether a stage with this verdict did not pass for a reason that may lie in another file.
bool may_pass_yet(Verdict verdict) {
  return verdict != Verdict::passed && verdict != Verdict::not_done &&
         verdict != Verdict::cheated && verdict != Verdict::grader_fault;
}

/// Finds what one file calls.
class Walk {
 public:
  Walk(const build::Calls& calls, const std::set<std::string>& failing,
       const std::set<std::string>& available)
      : calls_(calls), failing_(failing), available_(available) {}

  /// A file that is replaced calls nobody any more.
  void from(const std::string& file) {
    if (!seen_.insert(file).second || calls_.count(file) == 0) return;
    for (const std::string& called : calls_.at(file)) {
      if (seen_.count(called) > 0) continue;
      if (failing_.count(called) > 0 && available_.count(called) > 0)
        replaced_.insert(called);
      else
        from(called);
    }
  }

  std::vector<std::string> replaced() const { return {replaced_.begin(), replaced_.end()}; }

 private:
  const build::Calls& calls_;
  const std::set<std::string>& failing_;
  const std::set<std::string>& available_;
  std::set<std::string> seen_, replaced_;
};

bool is_one_of(const std::vector<std::string>& files, const std::string& file) {
  return std::find(files.begin(), files.end(), file) != files.end();
}

/// The stages of which a case fails.
std::set<std::string> failed_stages(const std::vector<CaseRecord>& cases) {
  std::set<std::string> failed;
  for (const CaseRecord& one : cases)
    if (one.verdict != Verdict::passed) failed.insert(one.stage);
  return failed;
}

/// The case as it is with stand-ins.
CaseRecord merged(CaseRecord now, const CaseRecord& before, bool fails,
                  const std::vector<std::string>& files, const LabConfig& config) {
  // What was found in a replaced file is that file's, unless its caller is wrong too: a block that
  // is too large is found at the launch.
  if (!fails)
    for (const Finding& finding : findings_of(before))
      if (is_one_of(files, file_name(finding.place))) now.replaced_findings.push_back(finding);
  if (!now.taken_over_by.empty() && is_one_of(files, config.stage(now.taken_over_by).file))
    now.taken_over_by.clear();
  return now;
}

/// Grades some stages with the same stand-ins. False if there is no such program.
bool grade_again(Grading& grading, JudgePlan plan, const std::vector<Case>& cases,
                 const std::set<std::string>& stages, const std::vector<std::string>& files) {
  const BuiltWorkers built = build_workers(grading.options, grading.config, files);
  if (!built.graded.ok) return false;
  plan.worker = built.graded.worker;
  plan.has_stand_ins = true;
  std::vector<std::size_t> places;
  std::vector<Case> again;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (stages.count(cases[i].stage) == 0) continue;
    places.push_back(i);
    again.push_back(cases[i]);
  }
  const Judged judged = judge_observed(plan, again, built.observed.ok ? built.observed.worker : "");
  const std::set<std::string> failed = failed_stages(judged.cases);
  for (std::size_t i = 0; i < places.size(); ++i) {
    CaseRecord& record = grading.cases[places[i]];
    record = merged(judged.cases[i], record, failed.count(record.stage) > 0, files, grading.config);
  }
  return true;
}

}  // namespace

std::vector<std::string> files_for(const StandIns& stand_ins, const std::string& stage) {
  const auto found = stand_ins.find(stage);
  return found == stand_ins.end() ? std::vector<std::string>{} : found->second;
}

StandIns choose_stand_ins(const std::vector<StageRecord>& stages, const build::Calls& calls,
                          const std::set<std::string>& available) {
  StandIns chosen;
  const std::set<std::string> failing = files_that_fail(stages);
  for (const StageRecord& stage : stages) {
    if (!may_pass_yet(stage.verdict)) continue;
    Walk walk(calls, failing, available);
    walk.from(stage.config.file);
    if (auto files = walk.replaced(); !files.empty()) chosen[stage.config.id] = std::move(files);
  }
  return chosen;
}

StandIns grade_with_stand_ins(Grading& grading, const JudgePlan& plan,
                              const std::vector<Case>& cases) {
  const std::vector<StageRecord> stages = judge_stages(grading.config, grading.cases);
  if (files_that_fail(stages).empty()) return {};
  const GradeOptions& options = grading.options;
  const auto available = build::files_with_stand_in(options.root, options.lab);
  if (available.empty()) return {};
  StandIns chosen = choose_stand_ins(
      stages, build::calls_between(options.root, plain_request(options)), available);
  // Stages with the same stand-ins share a program.
  std::map<std::vector<std::string>, std::set<std::string>> groups;
  for (const auto& [stage, files] : chosen) groups[files].insert(stage);
  for (const auto& [files, together] : groups)
    if (!grade_again(grading, plan, cases, together, files))
      for (const std::string& stage : together) chosen.erase(stage);
  return chosen;
}

}  // namespace kit::grader
