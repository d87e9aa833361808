/// @file
/// The observed runs. They are runs of their own beside the two that are judged: seeing each access
/// takes ten times as long, and on a GPU nothing can be seen at all.
#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <utility>

#include "grader/diagnosis/diagnosis.hpp"
#include "grader/judge/derived_seed.hpp"
#include "grader/judge/last_words.hpp"
#include "grader/judge/observe.hpp"
#include "grader/judge/session.hpp"
#include "grader/protocol/failing_call.hpp"
#include "grader/results/findings.hpp"
#include "grader/support/side_by_side.hpp"
#include "grader/support/usable_cores.hpp"

namespace kit::grader {
namespace {

/// Whether what a case showed leaves nothing else to correct first.
bool is_clean(const ObservedCase& seen) {
  return seen.verdict == Verdict::passed && seen.right && seen.observations &&
         std::none_of(seen.observations->findings.begin(), seen.observations->findings.end(),
                      [](const Finding& finding) { return cost_of(finding.kind) == 1; });
}

/// Lines that launch in a case.
std::size_t launch_lines(const ObservedCase& seen) {
  std::set<std::pair<std::string, int>> lines;
  for (const LaunchObservations& launch : seen.observations->launches)
    lines.emplace(launch.place.file, launch.place.line);
  return lines.size();
}

/// For each function of a stage whose observed cases are all right, the case that launches from the
/// most lines; of those the one that costs least: it is run once for each of its calls.
std::vector<std::size_t> cases_for_failures(const std::vector<Case>& cases,
                                            const std::vector<ObservedCase>& seen) {
  std::set<std::string> faulty;
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (seen[i].verdict && !is_clean(seen[i])) faulty.insert(cases[i].stage);
  const auto cost = [&](std::size_t i) {
    return std::pair(-std::ptrdiff_t(launch_lines(seen[i])),
                     seen[i].observations->launches.size() * cases[i].call.outputs.at(0).values());
  };
  std::map<std::pair<std::string, std::string>, std::size_t> best;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (!seen[i].observations || seen[i].observations->launches.empty()) continue;
    if (faulty.count(cases[i].stage) > 0) continue;
    const auto [known, is_new] = best.emplace(std::pair(cases[i].stage, cases[i].call.function), i);
    if (!is_new && cost(i) < cost(known->second)) known->second = i;
  }
  std::vector<std::size_t> chosen;
  chosen.reserve(best.size());
  for (const auto& [function, index] : best) chosen.push_back(index);
  return chosen;
}

bool output_is_right(const Case& one, const CallOutcome& outcome, std::uint64_t poison) {
  Observation seen;
  seen.spec = &one;
  seen.first = {&outcome.outputs[0], poison};
  return judge_output(seen).right;
}

/// The observed runs: those of one stage follow one another in a worker of their own, so that what
/// is seen does not depend on how many stages run at the same time.
class ObservedRuns {
 public:
  ObservedRuns(const JudgePlan& plan, const std::vector<Case>& cases, const FirstRuns& first)
      : plan_(plan), cases_(cases), first_(first), seen_(cases.size()) {
    for (std::size_t i = 0; i < cases.size(); ++i)
      if (plan.not_done.count(cases[i].stage) == 0) stages_[cases[i].stage].push_back(i);
    loop_found_ = !kernels();
  }

  std::vector<ObservedCase> run() {
    std::vector<const std::vector<std::size_t>*> stages;
    for (const auto& [stage, indices] : stages_) stages.push_back(&indices);
    // As they come in the lab, as the first runs do.
    std::sort(stages.begin(), stages.end(),
              [](const auto* a, const auto* b) { return a->front() < b->front(); });
    side_by_side(stages.size(), at_once(), [&](std::size_t n) { observe_stage(*stages[n]); });
    // Last, since a call that fails may leave the program in any state.
    const std::vector<std::size_t> chosen = cases_for_failures(cases_, seen_);
    side_by_side(chosen.size(), at_once(), [&](std::size_t n) { let_calls_fail(chosen[n]); });
    return std::move(seen_);
  }

 private:
  bool kernels() const { return plan_.config->needs_cuda(); }

  /// A submission that is contained is one of many at work. Beside these the first runs are.
  int at_once() const {
    constexpr int kMost = 8;
    return plan_.containment == nullptr ? std::clamp(usable_cores() / 2, 1, kMost) : 1;
  }

  Session session() const {
    Session session(plan_.worker, *plan_.config, Backend::sim,
                    derived_seed(plan_.seed, SeedFor::observed_order));
    contain(session, plan_);
    return session;
  }

  std::uint64_t poison(std::size_t i) const {
    return derived_seed(plan_.seed, SeedFor::observed_poison, i);
  }

  void observe_stage(const std::vector<std::size_t>& indices) {
    // Every access is looked at, which takes ten times as long as running the kernel.
    constexpr double kSlower = 10;
    // A worker that crashes is replaced for the next case.
    Session worker = session();
    bool left = false;         // a run did not end
    bool looked_into = false;  // a crash was
    for (const std::size_t i : indices) {
      const std::optional<std::size_t> stopped = first_.stopped(cases_[i].stage, i);
      const bool may_be_endless = stopped == i && !loop_found_;
      const bool wanted = cases_[i].observed && !stopped && !left;
      // Of crashes one in each stage is looked into, though it is no case for the observer.
      const bool crashed = !wanted && first_.crashed(i) && !std::exchange(looked_into, true);
      if (!wanted && !may_be_endless && !crashed) continue;
      const bool endless = may_be_endless && !loop_found_.exchange(true);
      if (!wanted && !endless && !crashed) continue;
      const double slower = endless ? kEndlessSlower : kSlower;
      CallOutcome outcome =
          worker.call(cases_[i].call, poison(i), slower * plan_.config->seconds_per_case);
      // Threads of the host's may share work in many ways; which one is graded is not for this run
      // to say.
      bool right = !kernels() || outcome.verdict != Verdict::crashed;
      if (kernels() && outcome.returned()) right = output_is_right(cases_[i], outcome, poison(i));
      seen_[i] = {std::move(outcome.observations), outcome.verdict, right, outcome.message,
                  fault_in(outcome.last_words)};
      left |= outcome.verdict == Verdict::timed_out;
    }
  }

  /// The case once for each of its calls of CUDA's functions, which fails. Which was the last is
  /// the worker's word, and no reason to go on for ever.
  void let_calls_fail(std::size_t i) {
    Session worker = session();
    Call call = cases_[i].call;
    // A program that answers an error with its end takes a new worker for what is left.
    for (int next = 1; next > call.fail_from && next <= kMostFailingCalls;) {
      call.fail_from = next;
      CallOutcome outcome =
          worker.call(call, poison(i), kEndlessSlower * plan_.config->seconds_per_case);
      next = outcome.ended_at_call + 1;
      if (!outcome.observations) break;
      for (Finding& finding : outcome.observations->findings)
        seen_[i].observations->findings.push_back(std::move(finding));
    }
  }

  // The steps after which a loop counts as endless take a few seconds, more on a busy machine.
  static constexpr double kEndlessSlower = 3;

  const JudgePlan& plan_;
  const std::vector<Case>& cases_;
  const FirstRuns& first_;
  std::map<std::string, std::vector<std::size_t>> stages_;
  std::vector<ObservedCase> seen_;
  std::atomic<bool> loop_found_ = false;  // steps are counted in kernels alone
};

}  // namespace

std::vector<ObservedCase> observe_cases(const JudgePlan& plan, const std::vector<Case>& cases,
                                        const FirstRuns& first) {
  return ObservedRuns(plan, cases, first).run();
}

}  // namespace kit::grader
