// Only the student's code is changed; the cases say whether it is right then.
#include "grader/grading/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grader/build/stand_ins.hpp"
#include "grader/grading/build_worker.hpp"
#include "grader/judge/observe.hpp"
#include "grader/repair/missing_barrier.hpp"
#include "grader/repair/missing_order.hpp"
#include "grader/repair/one_instance.hpp"
#include "grader/repair/parts.hpp"
#include "grader/repair/places.hpp"
#include "grader/repair/repair.hpp"
#include "grader/repair/shared_size.hpp"
#include "grader/repair/suspicious_line.hpp"
#include "grader/repair/unused_name.hpp"
#include "grader/repair/wrong_type.hpp"
#include "grader/results/findings.hpp"
#include "grader/support/text_file.hpp"
#include "grader/support/usable_cores.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

std::optional<repair::Repair> suspicious_line(const Grading& grading, const StageConfig& stage) {
  const fs::path path = stage_path(grading.options, grading.config, stage);
  return repair::find_suspicious_line(grading.build.log, stage.file,
                                      build::read_text(path.string()));
}

/// What a search in one stage's file asks.
struct Question {
  const std::vector<Case>& cases;  ///< of the lab
  repair::SearchCases asked;       ///< of the stage
  bool observe = false;            ///< whether what mends is to be looked at by the simulator
};

/// True if what spoils a case of the stage is an earlier call: it is right alone, whatever is
/// changed.
bool keeps_state(const StageConfig& stage, const std::vector<CaseRecord>& records) {
  return std::any_of(records.begin(), records.end(), [&](const CaseRecord& record) {
    return record.stage == stage.id && record.cause == "stale_state";
  });
}

/// True if the simulator found something that makes results wrong in a case of the stage. What
/// mends the values may leave that, and then it is no correction.
bool has_findings(const StageConfig& stage, const std::vector<CaseRecord>& records) {
  return std::any_of(records.begin(), records.end(), [&](const CaseRecord& record) {
    return record.stage == stage.id && nearest_finding(findings_of(record)) != nullptr;
  });
}

/// True for a condition of the host's where kernels were seen to leave their memory: it chooses
/// other code than that which is wrong.
bool leads_past_overruns(const repair::Repair& repair, const StageConfig& stage,
                         const std::string& text, const std::vector<CaseRecord>& records) {
  if (repair.cause != repair::kWrongBranch && repair.cause != "wrong_condition") return false;
  if (!repair::is_in_host_function(text, repair.line)) return false;
  const auto overruns = [&](const Finding& finding) {
    return finding.kind == FindingKind::out_of_bounds && file_name(finding.place) == stage.file &&
           !repair::is_in_host_function(text, finding.place.line);
  };
  return std::any_of(records.begin(), records.end(), [&](const CaseRecord& record) {
    const std::vector<Finding> findings = findings_of(record);
    return record.stage == stage.id && std::any_of(findings.begin(), findings.end(), overruns);
  });
}

/// All lines of a text but these.
std::set<int> lines_but(const std::string& text, const std::set<int>& these) {
  std::set<int> others;
  const auto count = int(std::count(text.begin(), text.end(), '\n')) + 1;
  for (int line = 1; line <= count; ++line)
    if (these.count(line) == 0) others.insert(line);
  return others;
}

/// Builds a worker of `text` with edits in all lines but some, in a folder of this name.
using BuildText = std::function<std::optional<repair::SwitchedWorker>(
    const std::string& text, const std::set<int>& without, const std::string& name)>;

/// How a file's text is built for a search.
struct Builders {
  BuildText plain, observed;
};

/// A build of a text with edits in few lines.
repair::BuildLines lines_of(const BuildText& build, const std::string& text, const char* name) {
  return [&build, &text, name](const std::set<int>& lines) {
    return build(text, lines_but(text, lines), name);
  };
}

/// The change of one stage's file that mends what is asked of it.
std::optional<repair::Repair> search_words(const Grading& grading, const JudgePlan& plan,
                                           const StageConfig& stage, const Question& question,
                                           const Builders& builders) {
  const auto build = [&](const std::string& text, const std::set<int>& without, std::size_t part) {
    return builders.plain(text, without, fmt::format("{}", part));
  };
  const std::string text = build::read_text(stage_path(grading.options, grading.config, stage));
  if (const auto one = repair::OneInstance::of(text, *question.asked.failed[0])) {
    const repair::SearchCases asked =
        repair::cases_to_mend(stage.id, question.cases, grading.cases,
                              [&](const Case& other) { return one->is_for(other); });
    const auto parts = repair::parts_of(one->source());
    const auto first = asked.failed.empty() ? std::nullopt : build(one->source(), parts[0], 0);
    if (first && repair::fails_alike(plan, *first, asked)) {
      // What leads past this instance leaves the others as they are.
      std::vector<repair::Confirmation> confirmations = {
          {lines_of(builders.plain, text, "all_instances"), question.asked}};
      if (question.observe)
        confirmations.push_back({lines_of(builders.observed, one->source(), "observed"), asked});
      return repair::find_repair(
          plan, parts.size(),
          [&](std::size_t n) { return n == 0 ? first : build(one->source(), parts[n], n); }, asked,
          confirmations);
    }
  }
  const auto parts = repair::parts_of(text);
  std::vector<repair::Confirmation> confirmations;
  if (question.observe)
    confirmations.push_back({lines_of(builders.observed, text, "observed"), question.asked});
  return repair::find_repair(
      plan, parts.size(), [&](std::size_t n) { return build(text, parts[n], n); }, question.asked,
      confirmations);
}

/// What was built for the simulator to look at.
BuildRequest observed_request(GradeOptions options) {
  options.observed = true;
  options.backend = Backend::sim;
  return plain_request(options);
}

/// The mistake in one stage's file, if a change of it mends the cases that are asked; else a name
/// that the compiler calls unused.
std::optional<repair::Repair> search_file(const Grading& grading, const JudgePlan& plan,
                                          const StageConfig& stage, const BuildRequest& request,
                                          const Question& question, build::CompilerSlots& slots) {
  const std::string root = grading.options.root, out = output_folder(grading.options);
  const fs::path path = stage_path(grading.options, grading.config, stage);
  const auto builder = [&](const BuildRequest& of) -> BuildText {
    return [&](const std::string& text, const std::set<int>& without, const std::string& name) {
      return repair::build_switched(root, of, {path, text, without},
                                    fmt::format("{}/edits_{}_{}", out, stage.id, name), slots);
    };
  };
  BuildRequest observed = observed_request(grading.options);
  observed.stand_ins = request.stand_ins;
  std::optional<repair::Repair> found =
      search_words(grading, plan, stage, question, {builder(request), builder(observed)});
  const auto build = [&](repair::Widening widening, const std::set<int>& only) {
    return repair::build_widened(root, request, path, out + "/wide_" + stage.id, widening, only,
                                 slots);
  };
  if (found && leads_past_overruns(*found, stage, build::read_text(path), grading.cases))
    found.reset();
  if (!found && !keeps_state(stage, grading.cases))
    found = repair::find_wrong_type(plan, build, question.asked);
  if (found && found->cause != repair::kWrongBranch) return found;
  if (auto suspicious = suspicious_line(grading, stage)) return suspicious;
  const auto unused = repair::find_unused_name(grading.build.log, stage.file);
  return unused ? unused : found;
}

/// The change of one stage's file after which no two streams meet any more.
std::optional<repair::Repair> search_order(const Grading& grading, const JudgePlan& plan,
                                           const StageConfig& stage,
                                           const repair::SearchCases& asked,
                                           const std::vector<std::string>& stand_ins,
                                           build::CompilerSlots& slots) {
  const fs::path path = stage_path(grading.options, grading.config, stage);
  const std::string text = build::read_text(path);
  BuildRequest observed = observed_request(grading.options);
  observed.stand_ins = stand_ins;
  const auto worker = repair::build_switched(
      grading.options.root, observed, {path, text, repair::lines_of_device_functions(text)},
      fmt::format("{}/edits_{}_order", output_folder(grading.options), stage.id), slots);
  return worker ? repair::find_order(plan, *worker, text, asked) : std::nullopt;
}

/// Takes back that a barrier is missing, where none mends the result. Asked only where another
/// change mends it: two barriers may be missing, of which neither mends alone.
void ask_for_barrier(Grading& grading, const JudgePlan& plan, const StageConfig& stage,
                     const std::vector<Case>& cases, const BuildRequest& request,
                     build::CompilerSlots& slots) {
  const Case* const one = repair::case_with_shared_race(stage.id, cases, grading.cases);
  if (one == nullptr) return;
  const fs::path path = stage_path(grading.options, grading.config, stage);
  const auto worker = repair::build_switched(
      grading.options.root, request,
      {.path = path, .text = build::read_text(path), .barriers = true},
      fmt::format("{}/edits_{}_barriers", output_folder(grading.options), stage.id), slots);
  if (worker && repair::no_barrier_mends(plan, *worker, *one))
    repair::doubt_barrier(stage.id, grading.cases);
}

/// The build that edits are tried on: the simulator's, also of what was graded on a GPU. Empty if
/// the code does not compile for it.
std::optional<BuildRequest> request_of_search(GradeOptions options) {
  const bool built = options.backend == Backend::sim;
  options.backend = Backend::sim;
  const BuildRequest request = plain_request(options);
  if (built) return request;
  if (!build_worker(options).ok) return std::nullopt;
  build::make_stand_ins(options.root, request);
  return request;
}

}  // namespace

void search_mistakes(Grading& grading, const JudgePlan& plan, const std::vector<Case>& cases,
                     const StandIns& stand_ins,
                     const std::function<void(const std::string& file)>& before) {
  const GradeOptions& options = grading.options;
  // In a class the time is better spent otherwise.
  if (!options.observe || options.containment != nullptr) return;
  constexpr int kMaxStages = 2;
  build::CompilerSlots slots(options.compilers > 0 ? options.compilers : usable_cores());
  int searched = 0;
  std::optional<BuildRequest> request;
  for (const StageConfig& stage : grading.config.stages) {
    if (plan.not_done.count(stage.id) > 0) continue;
    if (repair::explain_by_shared_size(plan, stage.id, cases, grading.cases)) continue;
    const Question question{cases, repair::cases_to_mend(stage.id, cases, grading.cases),
                            has_findings(stage, grading.cases)};
    const repair::SearchCases meeting = repair::cases_to_order(stage.id, cases, grading.cases);
    const bool asks = !question.asked.failed.empty() || !meeting.failed.empty();
    if (!asks || ++searched > kMaxStages) {
      if (const auto found = suspicious_line(grading, stage))
        repair::add_suspicion(stage.id, stage.file, *found, grading.cases);
      continue;
    }
    if (before) before(stage.file);
    if (!request) request = request_of_search(options);
    if (!request) return;
    request->stand_ins = files_for(stand_ins, stage.id);
    if (!question.asked.failed.empty()) {
      if (const auto found = search_file(grading, plan, stage, *request, question, slots)) {
        ask_for_barrier(grading, plan, stage, cases, *request, slots);
        repair::explain_by_repair(stage.id, stage.file, *found, grading.cases);
        continue;
      }
    }
    if (meeting.failed.empty()) continue;
    if (const auto found = search_order(grading, plan, stage, meeting, request->stand_ins, slots))
      repair::explain_by_order(stage.id, stage.file, *found, grading.cases);
  }
}

}  // namespace kit::grader
