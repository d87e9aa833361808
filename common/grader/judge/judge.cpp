/// @file
/// The runs of a grading, and a verdict for each case. Every case runs twice, in two processes with
/// other poison, another order of blocks and of what streams do: what differs between the runs
/// depends on luck, and a value that holds the poison of both was never written. A case that does
/// not end costs its whole time limit, so that the rest of its stage is not run.
#include "grader/judge/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <filesystem>
#include <future>
#include <map>

#include "grader/diagnosis/diagnosis.hpp"
#include "grader/diagnosis/heat_map.hpp"
#include "grader/judge/calls_alone.hpp"
#include "grader/judge/common_property.hpp"
#include "grader/judge/derived_seed.hpp"
#include "grader/judge/impulse.hpp"
#include "grader/judge/stage_causes.hpp"
#include "grader/lab/thin_image.hpp"
#include "grader/protocol/poison.hpp"
#include "grader/support/usable_cores.hpp"
#include "kit/error.hpp"
#include "kit/image_io.hpp"

namespace kit::grader {
namespace {

/// The two runs of a case, before it is judged.
struct Runs {
  CallOutcome first, second;
  std::uint64_t first_poison = 0, second_poison = 0;
  bool ran = false, repeated = false;
};

bool same_size(const Case& one) {
  const Shape& shape = one.call.outputs.at(0);
  return one.expected.width() == shape.width && one.expected.height() == shape.height &&
         one.expected.channels() == shape.channels;
}

/// Throws HarnessError if a case cannot tell right from wrong.
void check_case(const Case& one, const LabConfig& config) {
  config.stage(one.stage);
  if (one.call.inputs.size() != 1 || one.call.outputs.size() != 1 || !same_size(one))
    throw HarnessError(
        fmt::format("case '{}': one input entry, one output of the reference's size", one.name));
  if (!(one.tolerance >= 0) || !is_finite(one.tolerance))
    throw HarnessError(
        fmt::format("case '{}': the tolerance must be a number of at least 0", one.name));
  for (double value : one.expected.values())
    if (!is_finite(value))
      throw HarnessError(
          fmt::format("case '{}': the reference holds a value that is not finite", one.name));
}

/// True unless an output of zeros, or a copy of the first input, would pass.
bool tells_trivial_answers(const Case& one) {
  const auto& expected = one.expected.values();
  if (std::all_of(expected.begin(), expected.end(),
                  [&](double value) { return std::abs(value) <= slack(one); }))
    return false;
  if (one.call.inputs[0].empty()) return true;
  const Tensor& input = one.call.inputs[0][0];
  const Shape& output = one.call.outputs[0];
  if (input.shape.width != output.width || input.shape.height != output.height ||
      input.shape.channels != output.channels)
    return true;
  // A copy passes only if every one of its values does.
  const Image<double> copy = to_double_image(input);
  for (std::size_t i = 0; i < copy.size(); ++i)
    if (!(std::abs(copy.data()[i] - expected[i]) <= slack(one))) return true;
  return false;
}

CaseRecord make_record(const Case& one) {
  CaseRecord record;
  record.name = one.name;
  record.stage = one.stage;
  record.params = one.call.params;
  record.width = one.expected.width();
  record.height = one.expected.height();
  record.channels = one.expected.channels();
  record.tolerance = bound_on_error(one);
  record.looked_at = one.observed;
  record.taken_over_by = one.taken_over_by;
  record.why_taken_over = one.why_taken_over;
  record.values = one.expected.size();
  record.scored = tells_trivial_answers(one);
  return record;
}

void take_failure(CaseRecord& record, const CallOutcome& outcome, const char* prefix) {
  record.verdict = outcome.verdict.value_or(Verdict::grader_fault);
  record.cause = outcome.cause;
  record.message = prefix + outcome.message;
}

Observation observe(const Case& one, const Runs& runs) {
  Observation seen;
  seen.spec = &one;
  seen.first = {&runs.first.outputs[0], runs.first_poison};
  if (runs.repeated && runs.second.returned())
    seen.second = {&runs.second.outputs[0], runs.second_poison};
  seen.guards = runs.first.guards;
  seen.inputs_changed = runs.first.inputs_changed;
  return seen;
}

void take(CaseRecord& record, const Diagnosis& diagnosis) {
  record.verdict = diagnosis.cause.empty() ? Verdict::passed : Verdict::wrong;
  record.cause = diagnosis.cause;
  record.message = diagnosis.message;
  record.presumed = diagnosis.presumed;
  record.by_pattern = diagnosis.by_pattern;
}

/// All that the case shows by itself. An output with wrong values is left to explain_outputs(), and
/// what is known about it is returned.
std::optional<FailedOutput> judge_case(CaseRecord& record, const Case& one, const Runs& runs) {
  record.seconds = runs.first.seconds;
  if (!runs.first.returned()) {
    take_failure(record, runs.first, "");
    return std::nullopt;
  }
  // From here on there is an output.
  const Observation seen = observe(one, runs);
  Judgement judgement = judge_output(seen);
  record.compared = true;
  record.comparison = judgement.comparison;
  record.halfway = judgement.halfway;
  record.repeatable = judgement.repeatable;
  record.guards = seen.guards;
  record.inputs_changed = seen.inputs_changed;
  // The first output is compared all the same: a report shows how far it was right.
  if (runs.repeated && !runs.second.returned()) {
    take_failure(record, runs.second, "on the second run: ");
    return std::nullopt;
  }
  if (judgement.right) {
    take(record, diagnose_side_effects(seen, judgement));
    return std::nullopt;
  }
  record.verdict = Verdict::wrong;
  FailedOutput failed;
  failed.matches = matching_models(seen, judgement);
  failed.judgement = std::move(judgement);
  return failed;
}

/// Runs of all cases by one worker after another.
class CaseRunner {
 public:
  CaseRunner(const JudgePlan& plan, const std::vector<Case>& cases)
      : plan_(plan), cases_(cases), runs_(cases.size()), skipped_(cases.size()) {}

  void run_once(Judged& judged, FirstRuns& progress) {
    const FinishFirstRuns at_end(progress);
    Session first(plan_.worker, *plan_.config, plan_.backend,
                  derived_seed(plan_.seed, SeedFor::first_order));
    contain(first, plan_);
    CallOutcome start;
    judged.device = first.describe(start).device;
    if (start.verdict) start_failure_ = start;
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      run_first(first, i);
      if (runs_[i].first.verdict == Verdict::crashed) progress.note_crash(i);
      progress.note(i + 1, stopped_);
    }
    judged.student_output = first.output();
  }

  /// Each case waits for its first run.
  void run_again(const FirstRuns& progress) {
    Session second(plan_.worker, *plan_.config, plan_.backend,
                   derived_seed(plan_.seed, SeedFor::second_order));
    contain(second, plan_);
    // A stage that hung may end in time now; only cases that returned are repeated.
    StoppedCases stopped;
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      progress.stopped(cases_[i].stage, i);
      if (runs_[i].first.returned()) run_second(second, i, stopped);
    }
  }

  const Runs& runs(std::size_t index) const { return runs_[index]; }
  /// Why a case was not run; empty if it was.
  const std::string& skipped(std::size_t index) const { return skipped_[index]; }

 private:
  bool done(std::size_t i) const { return plan_.not_done.count(cases_[i].stage) == 0; }

  void run_first(Session& session, std::size_t i) {
    Runs& runs = runs_[i];
    if (!done(i)) return;
    // A worker that cannot even start says so once; every case gets that verdict.
    if (start_failure_.verdict) {
      runs.first = start_failure_;
      runs.ran = true;
      return;
    }
    const auto stopped = stopped_.find(cases_[i].stage);
    if (stopped != stopped_.end()) {
      skipped_[i] = fmt::format("not run: the case '{}' of this stage did not end in time",
                                cases_[stopped->second].name);
      return;
    }
    // The poison of each case is its own, so that an output that was kept from an earlier call is
    // no answer.
    runs.first_poison = derived_seed(plan_.seed, SeedFor::first_poison, i);
    runs.first = session.call(cases_[i].call, runs.first_poison, plan_.config->seconds_per_case);
    runs.ran = true;
    if (runs.first.verdict == Verdict::timed_out) stopped_[cases_[i].stage] = i;
  }

  void run_second(Session& session, std::size_t i, StoppedCases& stopped) {
    if (stopped.count(cases_[i].stage) > 0) return;
    Runs& runs = runs_[i];
    // A right program's result does not depend on when the work of its streams is done.
    session.set_schedule(i % 2 == 0 ? WorkSchedule::late : WorkSchedule::random);
    runs.second_poison = derived_seed(plan_.seed, SeedFor::second_poison, i);
    runs.second = session.call(cases_[i].call, runs.second_poison, plan_.config->seconds_per_case);
    runs.repeated = true;
    if (runs.second.verdict == Verdict::timed_out) stopped[cases_[i].stage] = i;
  }

  const JudgePlan& plan_;
  const std::vector<Case>& cases_;
  std::vector<Runs> runs_;
  std::vector<std::string> skipped_;
  StoppedCases stopped_;
  CallOutcome start_failure_;
};

/// The failed case of a stage with the largest error, the smaller picture among equals; -1: none.
int worst_case(const std::vector<CaseRecord>& records, const std::string& stage) {
  int worst = -1;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const CaseRecord& record = records[i];
    if (record.stage != stage || !record.compared || record.comparison.above_tolerance == 0)
      continue;
    if (worst < 0 ||
        record.comparison.max_abs_error > records[std::size_t(worst)].comparison.max_abs_error)
      worst = static_cast<int>(i);
  }
  return worst;
}

void write_pictures(const JudgePlan& plan, const std::vector<Case>& cases, const CaseRunner& runner,
                    Judged& judged) {
  std::vector<CaseRecord>& records = judged.cases;
  if (plan.pictures.empty()) return;
  for (const StageConfig& stage : plan.config->stages) {
    const bool asked = std::any_of(records.begin(), records.end(),
                                   [&](const CaseRecord& one) { return one.stage == stage.id; });
    if (!asked) continue;
    // A picture of an earlier grading must not pass for one of this grading.
    const std::string path = plan.pictures + "/errors_" + stage.id + ".png";
    std::filesystem::remove(path);
    const int worst = worst_case(records, stage.id);
    if (worst < 0) continue;
    const auto index = static_cast<std::size_t>(worst);
    const Observation seen = observe(cases[index], runner.runs(index));
    Judgement judgement = judge_output(seen);
    save_image(path, heat_map(seen, judgement));
    records[index].heat_map = path;
    judged.pictures.push_back({index, to_double_image(*seen.first.tensor),
                               std::move(judgement.wrong), std::move(judgement.unwritten)});
  }
}

/// Judges each case by itself. The outputs that are wrong, by stage.
std::map<std::string, std::vector<FailedOutput>> judge_runs(const JudgePlan& plan,
                                                            const std::vector<Case>& cases,
                                                            const CaseRunner& runner,
                                                            Judged& judged) {
  std::vector<std::optional<FailedOutput>> outputs(cases.size());
  judged.cases.resize(cases.size());
  const auto judge = [&](std::size_t i) {
    CaseRecord record = make_record(cases[i]);
    if (plan.not_done.count(record.stage) > 0) {
      record.verdict = Verdict::not_done;
    } else if (!runner.skipped(i).empty()) {
      record.verdict = Verdict::skipped;
      record.message = runner.skipped(i);
    } else {
      outputs[i] = judge_case(record, cases[i], runner.runs(i));
    }
    judged.cases[i] = std::move(record);
  };
  std::atomic<std::size_t> next = 0;
  const auto judge_some = [&] {
    for (std::size_t i = next++; i < cases.size(); i = next++) judge(i);
  };
  std::vector<std::future<void>> others;
  const int threads = plan.containment == nullptr ? usable_cores() : 1;
  for (int n = 1; n < threads; ++n) others.push_back(std::async(std::launch::async, judge_some));
  judge_some();
  for (std::future<void>& other : others) other.get();
  std::map<std::string, std::vector<FailedOutput>> failed;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (!outputs[i]) continue;
    outputs[i]->index = i;
    failed[cases[i].stage].push_back(std::move(*outputs[i]));
  }
  return failed;
}

/// The causes of one stage's wrong outputs.
void explain_outputs(const std::vector<Case>& cases, const CaseRunner& runner,
                     const std::vector<FailedOutput>& failed, std::vector<CaseRecord>& records) {
  const std::vector<std::string> models = covering_models(cases, failed);
  for (const FailedOutput& one : failed) {
    const Observation seen = observe(cases[one.index], runner.runs(one.index));
    take(records[one.index], diagnose(seen, one.judgement, explanation_by(models, one)));
  }
  settle_patterns(cases, failed, records);
}

/// The suite's cases and the hidden ones.
std::vector<Case> all_cases(const JudgePlan& plan) {
  std::vector<Case> cases = plan.suite->cases(plan.backend, plan.seed);
  if (!plan.hidden.is_object()) return cases;
  // Cases of the usual kinds from other seeds, the large ones left out; then the lab's own kind.
  constexpr std::size_t kLarge = 100000;
  for (const nlohmann::json& seed : plan.hidden.value("seeds", nlohmann::json::array()))
    for (Case& one : plan.suite->cases(plan.backend, seed.get<std::uint64_t>())) {
      if (one.expected.size() >= kLarge || is_thin(one.expected.width(), one.expected.height()))
        continue;
      one.name += fmt::format(", hidden {}", cases.size());
      cases.push_back(std::move(one));
    }
  if (plan.suite->hidden && plan.hidden.contains("cases"))
    for (Case& one : plan.suite->hidden(plan.hidden["cases"], plan.backend, plan.seed)) {
      if (!is_hidden_case(one.name)) one.name += fmt::format(", hidden {}", cases.size());
      cases.push_back(std::move(one));
    }
  return cases;
}

}  // namespace

bool is_hidden_case(const std::string& name) {
  return name.starts_with("hidden case ") || name.find(", hidden ") != std::string::npos;
}

std::vector<Case> plan_cases(const JudgePlan& plan) {
  std::vector<Case> cases = all_cases(plan);
  // Thin images ask for indices that count far enough, which the values tell.
  for (Case& one : cases) one.observed &= !is_thin(one.expected.width(), one.expected.height());
  return cases;
}

void contain(Session& session, const JudgePlan& plan) {
  session.share_cores();
  if (plan.containment != nullptr)
    session.run_inside(plan.containment->worker_wrapper(plan.worker), plan.containment->budget());
}

Judged judge_cases(const JudgePlan& plan, const std::vector<Case>& cases,
                   const std::function<void(const FirstRuns& first)>& concurrently) {
  for (const Case& one : cases) check_case(one, *plan.config);
  Judged judged;
  CaseRunner runner(plan, cases);
  // Of an untouched lab not even a worker is started.
  const bool anything = std::any_of(cases.begin(), cases.end(), [&](const Case& one) {
    return plan.not_done.count(one.stage) == 0;
  });
  if (anything) {
    FirstRuns progress;
    // A submission that is contained is one of many at work: it gets no more than its share.
    const auto policy = plan.containment == nullptr ? std::launch::async : std::launch::deferred;
    auto other = std::async(policy, [&] { concurrently(progress); });
    // Without a GPU the cores are busy enough.
    auto again = std::async(plan.backend == Backend::cuda ? policy : std::launch::deferred,
                            [&] { runner.run_again(progress); });
    runner.run_once(judged, progress);
    again.get();
    other.get();
  }
  std::map<std::string, std::vector<FailedOutput>> failed = judge_runs(plan, cases, runner, judged);
  for (const auto& [stage, outputs] : failed) {
    explain_outputs(cases, runner, outputs, judged.cases);
    find_stale_state(plan, cases, outputs, judged.cases);
    find_use_of_output(plan, cases, outputs, judged.cases);
    add_common_property(stage, judged.cases);
    explain_by_impulse(plan, cases, outputs, judged.cases);
  }
  find_stale_stop(plan, cases, judged.cases);
  write_pictures(plan, cases, runner, judged);
  return judged;
}

}  // namespace kit::grader
