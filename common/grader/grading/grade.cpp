/// @file
/// One grading from sources to verdict.json. The order is what a student should hear first: what is
/// forbidden, what does not compile, what was not begun, and only then what is wrong.
#include "grader/grading/grade.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <optional>
#include <utility>

#include "grader/grading/build_worker.hpp"
#include "grader/grading/float_faults.hpp"
#include "grader/grading/observed_stages.hpp"
#include "grader/grading/page_data.hpp"
#include "grader/grading/search.hpp"
#include "grader/grading/source_check.hpp"
#include "grader/grading/stand_in.hpp"
#include "grader/judge/common_property.hpp"
#include "grader/judge/judge.hpp"
#include "grader/judge/last_words.hpp"
#include "grader/judge/observe.hpp"
#include "grader/judge/recorded_call.hpp"
#include "grader/judge/timing.hpp"
#include "grader/lab/own_headers.hpp"
#include "grader/repair/hidden_name.hpp"
#include "grader/repair/repair.hpp"
#include "grader/report/verdict_json.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/text_file.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

void fill_without_running(Grading& grading, const std::set<std::string>& not_done, Verdict other) {
  for (const StageConfig& stage : grading.config.stages) {
    StageRecord record;
    record.config = stage;
    record.verdict = not_done.count(stage.id) > 0 ? Verdict::not_done : other;
    grading.stages.push_back(record);
  }
  for (const EvidenceConfig& entry : grading.config.evidence)
    grading.evidence.push_back(
        {entry, "", Verdict::skipped, "judged once its stage passes", {}, 0});
}

/// The verdict for source or objects that a lab must not have.
void forbid(Grading& grading, const std::set<std::string>& not_done, const std::string& why) {
  grading.verdict = Verdict::forbidden;
  grading.fault = why;
  fill_without_running(grading, not_done, Verdict::forbidden);
}

/// What is never freed may lie at a pointer that hides the one which is.
void note_hidden_names(Grading& grading) {
  for (StageRecord& stage : grading.stages)
    for (StageFault& fault : stage.faults) {
      if (fault.finding.kind != FindingKind::leak || fault.finding.place.line == 0) continue;
      const fs::path path = stage_path(grading.options, grading.config, stage.config);
      if (path.filename() != file_name(fault.finding.place)) continue;
      const auto hidden = repair::hidden_name_in(build::read_text(path), fault.finding.place.line);
      if (hidden)
        fault.finding.message +=
            fmt::format(". The `{}` of line {} hides that of line {}, which stays what it was",
                        hidden->name, hidden->inner, hidden->outer);
    }
}

void measure_all(Grading& grading, const Suite& suite, const GradeSteps& before) {
  const GradeOptions& options = grading.options;
  std::vector<TimingPlan> plans =
      suite.timing ? suite.timing(options.backend) : std::vector<TimingPlan>{};
  if (plans.empty() && options.backend == Backend::sim && grading.config.needs_cuda()) {
    grading.timing_note = "needs a GPU";
    return;
  }
  if (!options.timing) {
    grading.timing_note = fmt::format("not measured this time; make lab{} measures it",
                                      grading.config.lab.substr(0, 2));
    return;
  }
  LabConfig roomy = grading.config;
  roomy.memory_mib = std::max(roomy.memory_mib, 4096);  // the data of several launches at once
  Session session(grading.build.worker, roomy, options.backend, fresh_seed());
  if (options.containment != nullptr)
    session.run_inside(options.containment->worker_wrapper(grading.build.worker));
  // What a stand-in computes on the host is no time of the student's.
  const auto counts = [&](const TimingPlan& plan) {
    return std::any_of(grading.stages.begin(), grading.stages.end(), [&](const StageRecord& stage) {
      return stage.config.id == plan.stage && stage.verdict == Verdict::passed &&
             stage.stand_in.empty();
    });
  };
  if (before.timing && std::any_of(plans.begin(), plans.end(), counts))
    before.timing(conclude(grading));
  const BaselineStore store = baselines_of(options.root, grading.config.lab);
  if (options.refresh) forget(store);
  for (const TimingPlan& plan : plans)
    if (counts(plan)) grading.timing.push_back(measure(plan, session, store));
  if (grading.timing.empty() && grading.timing_note.empty())
    grading.timing_note = "measured once the stage passes";
}

std::string first_line(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

/// Says what the failed cases share where it is only known what the mistake led to.
void compare_symptoms(Grading& grading) {
  for (const StageConfig& stage : grading.config.stages)
    add_common_property_to_symptoms(stage.id, grading.cases, [](const CaseRecord& record) {
      return repair::is_symptom(record) || repair::is_crash(record);
    });
}

/// Races between the host's threads are looked for in runs that may end early. A case that is right
/// in the plain run says nothing about them then.
std::string what_ended_the_look(const std::vector<CaseRecord>& cases) {
  for (const CaseRecord& one : cases)
    if (one.verdict == Verdict::passed && one.observed == Verdict::crashed)
      return fmt::format("not looked for: watched by the simulator, the case '{}' ended ({})",
                         one.name, one.ended_when_observed);
  return {};
}

/// A program without kernels that crashes is run once more where the simulator looks on: it knows
/// the line, and where blocks of the heap end. A program without OpenMP is not built for that
/// before.
void explain_crashes(Grading& grading, const JudgePlan& plan, const std::vector<Case>& cases,
                     BuildResult observed) {
  const GradeOptions& options = grading.options;
  // A class is not kept waiting.
  if (grading.config.needs_cuda() || !options.observe || options.containment != nullptr) return;
  const auto unexplained = [](const CaseRecord& record) {
    return record.verdict == Verdict::crashed && record.fault_when_observed.empty();
  };
  if (std::none_of(grading.cases.begin(), grading.cases.end(), unexplained)) return;
  if (!observed.ok) {
    GradeOptions watched = options;
    watched.backend = Backend::sim;
    watched.observed = true;
    observed = build_worker(watched);
  }
  if (!observed.ok) return;
  JudgePlan observing = plan;
  observing.worker = observed.worker;
  constexpr int kMostTries = 3;  // of a stage: a case may end well there, or only after long
  std::map<std::string, int> tries;
  for (std::size_t i = 0; i < grading.cases.size(); ++i) {
    CaseRecord& record = grading.cases[i];
    if (!unexplained(record) || ++tries[record.stage] > kMostTries) continue;
    record.fault_when_observed = fault_of_call(observing, cases[i], i);
    if (record.fault_when_observed.empty()) continue;
    record.message += ". The simulator saw: " + record.fault_when_observed;
    tries[record.stage] = kMostTries;
  }
}

/// What is known of a grading's runs before its build.
JudgePlan plan_of(const Grading& grading, const Suite& suite) {
  JudgePlan plan;
  plan.suite = &suite;
  plan.config = &grading.config;
  plan.backend = grading.options.backend;
  plan.seed = grading.options.seed;
  plan.containment = grading.options.containment;
  plan.hidden = grading.options.hidden;
  plan.refuses_host_results = grading.options.refuses_host_results;
  plan.pictures = output_folder(grading.options);
  return plan;
}

/// Writes what the report's page shows beside the verdict. A page that cannot be made costs nobody
/// a grading.
void write_page_data(const Grading& grading, JudgePlan plan, const std::vector<Case>& cases,
                     const std::vector<WrongOutput>& pictures, const BuildResult& observed) {
  std::optional<RecordedCall> recorded;
  if (observed.ok && grading.config.needs_cuda()) {
    plan.worker = observed.worker;
    try {
      recorded = record_call(plan, cases, grading.cases, grading.options.watch);
    } catch (const RecordError&) {
      if (grading.options.watch.asks()) throw;
    }
  }
  write_json(output_folder(grading.options) + "/page.json",
             page_data(grading, cases, pictures, recorded));
}

using FutureCases = std::future<std::vector<Case>>;

/// The cases and their references are made while the compilers are at work.
FutureCases start_cases(const JudgePlan& plan) {
  // A submission that is contained is one of many at work.
  const auto when = plan.containment == nullptr ? std::launch::async : std::launch::deferred;
  return std::async(when, [plan] { return plan_cases(plan); });
}

void judge_all(Grading& grading, const Suite& suite, FutureCases future_cases,
               const std::set<std::string>& not_done, const BuildResult& observed,
               const GradeSteps& before) {
  JudgePlan plan = plan_of(grading, suite);
  plan.worker = grading.build.worker;
  plan.not_done = not_done;
  const std::vector<Case> cases = future_cases.get();
  plan.unobserved = unobserved_stages(grading.options, grading.config);
  Judged judged = judge_observed(plan, cases, observed.ok ? observed.worker : "");
  grading.cases = std::move(judged.cases);
  if (grading.build.races == kLookedFor)
    if (const std::string end = what_ended_the_look(grading.cases); !end.empty())
      grading.build.races = end;
  grading.student_output = std::move(judged.student_output);
  grading.device = judged.device;
  const StandIns stand_ins = grade_with_stand_ins(grading, plan, cases);
  explain_by_stages(grading.config, grading.cases);
  explain_crashes(grading, plan, cases, observed);
  search_mistakes(grading, plan, cases, stand_ins, before.search);
  if (observed.ok && grading.config.needs_cuda()) {
    JudgePlan observing = plan;
    observing.worker = observed.worker;
    explain_floats(grading, observing, cases);
  }
  compare_symptoms(grading);
  refer_to_told_cases(grading.cases);
  grading.stages = judge_stages(grading.config, grading.cases);
  note_hidden_names(grading);
  for (StageRecord& stage : grading.stages) stage.stand_in = files_for(stand_ins, stage.config.id);
  grading.evidence = judge_evidence(grading.config, suite, grading.cases, grading.stages);
  // Evidence is what the simulator saw. Without it nothing can be said for or against the student.
  if (!observed.ok) {
    for (EvidenceRecord& record : grading.evidence) {
      record.verdict = Verdict::skipped;
      record.points = 0;
      record.open_message.clear();
      record.message = grading.options.observe
                           ? "the simulator cannot compile this code: " + first_line(observed.log)
                           : "not looked at in this grading";
    }
  }
  withhold_bonus(grading.stages, grading.evidence);
  grading.verdict = judge_lab(grading.stages, grading.evidence);
  measure_all(grading, suite, before);
  if (grading.options.page) write_page_data(grading, plan, cases, judged.pictures, observed);
}

/// The first name in the student's files that is not allowed, with its file; none if all are.
std::optional<std::string> forbidden_source(const GradeOptions& options, const LabConfig& config) {
  const fs::path folder = fs::path(source_folder(options)) / config.lab;
  const std::vector<std::string> own = own_headers(folder);
  std::vector<fs::path> files;
  for (const StageConfig& stage : config.stages)
    files.push_back(stage_path(options, config, stage));
  for (const std::string& header : own) files.push_back(folder / header);
  for (const fs::path& path : files) {
    if (const auto found = forbidden_in(build::read_text(path), own))
      return path.filename().string() + ", " + *found;
  }
  return std::nullopt;
}

bool all_required_in(const LabConfig& config, const std::set<std::string>& ids) {
  for (const StageConfig& stage : config.stages)
    if (!stage.challenge && ids.count(stage.id) == 0) return false;
  return true;
}

/// Ends a grading: everything that reads it reads verdict.json or what stands there.
VerdictFile publish(const Grading& grading) {
  VerdictFile verdict = conclude(grading);
  const std::string out = output_folder(grading.options);
  write_json(out + "/verdict.json", to_json(verdict));
  // Of code that never ran, a page shows the source.
  if (grading.options.page && !fs::exists(out + "/page.json"))
    write_json(out + "/page.json", page_data(grading, {}, {}, std::nullopt));
  return verdict;
}

/// The grading of a lab that was built, or was not. What fails in here is the kit's fault, but a
/// missing GPU.
void judge_build(Grading& grading, const Suite& suite, FutureCases cases,
                 const std::set<std::string>& not_done, const BuildResult& looked_at,
                 const GradeSteps& before) {
  grading.build.stopped |= looked_at.stopped;
  // Code that hides something from one backend may show it to the other.
  const std::string& refused =
      grading.build.refused.empty() ? looked_at.refused : grading.build.refused;
  if (!refused.empty()) {
    grading.build.ok = true;  // the compiler had nothing against it
    forbid(grading, not_done, refused);
  } else if (!grading.build.ok || looked_at.out_of_time) {
    // Who keeps the simulator from looking has shown nothing.
    if (grading.build.ok) grading.build.log = looked_at.log;
    grading.build.ok = false;
    grading.verdict = Verdict::build_failed;
    fill_without_running(grading, not_done, Verdict::build_failed);
  } else if (all_required_in(grading.config, not_done)) {
    grading.verdict = Verdict::not_done;
    fill_without_running(grading, not_done, Verdict::skipped);
  } else {
    try {
      judge_all(grading, suite, std::move(cases), not_done, looked_at, before);
    } catch (const NeedsGpuError&) {
      throw;
    } catch (const RecordError&) {
      throw;
    } catch (const std::exception& error) {
      grading.verdict = Verdict::grader_fault;
      grading.fault = error.what();
    }
  }
}

}  // namespace

VerdictFile grade(const GradeOptions& options, const GradeSteps& before) {
  Grading grading;
  grading.options = options;
  grading.config = load_lab(options.root + "/labs", options.lab);
  grading.config.seconds_per_case *= options.timeout_factor;
  const Suite& suite = find_suite(options.lab);
  const std::set<std::string> not_done = untouched_stages(options, grading.config);
  // An earlier verdict must not be taken for this one's, whatever happens from here on.
  const std::string out = output_folder(options);
  std::error_code ignored;
  fs::create_directories(out, ignored);
  fs::remove(out + "/verdict.json", ignored);
  fs::remove(out + "/page.json", ignored);
  const auto forbidden =
      options.check_source ? forbidden_source(options, grading.config) : std::nullopt;
  if (forbidden) {
    forbid(grading, not_done, *forbidden);
    return publish(grading);
  }
  FutureCases cases = start_cases(plan_of(grading, suite));
  BuiltWorkers workers = build_workers(options, grading.config);
  grading.build = std::move(workers.graded);
  judge_build(grading, suite, std::move(cases), not_done, workers.observed, before);
  return publish(grading);
}

}  // namespace kit::grader
