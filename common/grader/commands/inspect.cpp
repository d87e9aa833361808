/// @file
/// The checks and counts without a grading. On a GPU its own tools are started around the worker;
/// in the simulator the observed build is asked directly.
#include "grader/commands/inspect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <utility>

#include "grader/commands/call_estimate.hpp"
#include "grader/commands/gpu_profile.hpp"
#include "grader/commands/predict.hpp"
#include "grader/grading/build_worker.hpp"
#include "grader/grading/grade.hpp"
#include "grader/judge/derived_seed.hpp"
#include "grader/judge/observe.hpp"
#include "grader/judge/recorded_call.hpp"
#include "grader/judge/session.hpp"
#include "grader/lab/backend.hpp"
#include "grader/report/lab_record.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/terminal.hpp"
#include "grader/support/text.hpp"
#include "grader/support/text_file.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

/// A lab built for inspection, and which of its stages were begun.
struct Inspected {
  GradeOptions options;
  LabConfig config;
  JudgePlan plan;
  std::string folder;  ///< of the student's files
  std::string stage;   ///< the one that is asked for; empty: all
};

Inspected build_for(const InspectCommand& command, bool observed) {
  Inspected lab;
  lab.options.root = kit_root();
  lab.options.lab = find_lab(lab.options.root + "/labs", command.lab);
  lab.options.source = command.source;
  lab.options.backend = observed ? Backend::sim : Backend::cuda;
  lab.options.observed = observed;
  lab.options.seed = command.seed ? *command.seed : fresh_seed();
  lab.config = load_lab(lab.options.root + "/labs", lab.options.lab);
  if (!lab.config.needs_cuda()) {
    throw InputError("lab " + lab.config.lab + " has no kernels to look at");
  }
  lab.stage = command.stage;
  if (!lab.stage.empty()) check_stage(lab.config, lab.stage);
  lab.folder = source_folder(lab.options) + "/" + lab.config.lab;
  lab.plan.not_done = untouched_stages(lab.options, lab.config);
  if (lab.plan.not_done.size() == lab.config.stages.size()) {
    throw Error(kExitNotPassed, lab.options.source + "/" + lab.config.lab +
                                    " is not done yet; SRC=solutions looks at the reference");
  }
  const BuildResult build = build_worker(lab.options);
  if (!build.ok) {
    std::fputs(printable(build.log).c_str(), stderr);
    throw Error(kExitNotPassed, lab.options.source + "/" + lab.config.lab + " does not compile");
  }
  lab.plan.suite = &find_suite(lab.config.lab);
  lab.plan.backend = lab.options.backend;
  lab.plan.seed = lab.options.seed;
  lab.plan.worker = build.worker;
  return lab;
}

/// The cases without results.
std::vector<CaseRecord> blank_records(const std::vector<Case>& cases) {
  std::vector<CaseRecord> records;
  for (const Case& one : cases) {
    CaseRecord record;
    record.name = one.name;
    record.stage = one.stage;
    records.push_back(record);
  }
  return records;
}

void print_finding(const CommonFinding& common) {
  const Finding& finding = common.finding;
  std::printf("%s:%d: %s\n", printable(finding.place.file).c_str(), finding.place.line,
              printable(finding.message).c_str());
  if (finding.other) std::printf("    the other access: line %d\n", finding.other->line);
  std::printf("    %s, %s; in %s, first in '%s'\n", to_string(finding.kind),
              printable(finding.position).c_str(), count_of(common.cases, "case").c_str(),
              common.first_case.c_str());
}

int sanitize_simulated(const InspectCommand& command) {
  Inspected lab = build_for(command, true);
  lab.plan.config = &lab.config;
  const std::vector<Case> cases = lab.plan.suite->cases(Backend::sim, lab.plan.seed);
  std::vector<CaseRecord> records = blank_records(cases);
  FirstRuns none;
  none.finish();
  add_observations(observe_cases(lab.plan, cases, none), records);
  const std::vector<CommonFinding> findings = all_findings(records);
  for (const CommonFinding& finding : findings) print_finding(finding);
  std::printf("%s in %s\n", count_of(findings.size(), "finding").c_str(),
              count_of(cases.size(), "case").c_str());
  return findings.empty() ? kExitPassed : kExitNotPassed;
}

/// The logs of one tool: a worker that was started again has one of its own.
std::vector<std::string> logs_of(const std::string& folder, const std::string& tool) {
  std::vector<std::string> logs;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(tool + ".") && name.ends_with(".log"))
      logs.push_back(entry.path().string());
  }
  return logs;
}

/// Errors that a tool of compute-sanitizer counted in its log.
long errors_in(const std::string& path) {
  std::ifstream file(path);
  long errors = 0;
  for (std::string line; std::getline(file, line);) {
    const std::size_t summary = line.find("SUMMARY: ");
    if (summary == std::string::npos) continue;
    const std::size_t digits = line.find_first_of("0123456789", summary);
    if (digits != std::string::npos) errors += std::strtol(line.c_str() + digits, nullptr, 10);
  }
  return errors;
}

int sanitize_on_gpu(const InspectCommand& command) {
  Inspected lab = build_for(command, false);
  const std::string out = output_folder(lab.options);
  LabConfig patient = lab.config;
  patient.seconds_per_case = 120;  // the tools slow a kernel down a hundred times
  const std::vector<Case> cases = lab.plan.suite->cases(Backend::cuda, lab.plan.seed);
  bool clean = true;
  for (const char* tool : {"memcheck", "racecheck", "initcheck", "synccheck"}) {
    for (const std::string& old : logs_of(out, tool)) fs::remove(old);
    Session session(lab.plan.worker, patient, Backend::cuda, lab.plan.seed);
    session.run_under(
        {"compute-sanitizer", "--tool", tool, "--log-file", out + "/" + tool + ".%p.log"});
    std::size_t failed = 0, ran = 0;
    std::string first;
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (lab.plan.not_done.count(cases[i].stage) > 0) continue;
      const CallOutcome outcome =
          session.call(cases[i].call, derived_seed(lab.plan.seed, SeedFor::observed_poison, i),
                       patient.seconds_per_case);
      ++ran;
      if (!outcome.returned() && failed++ == 0) first = outcome.message;
    }
    session.close();
    const std::vector<std::string> logs = logs_of(out, tool);
    const bool logged = !logs.empty();
    long errors = 0;
    for (const std::string& log : logs) errors += errors_in(log);
    clean = clean && logged && errors == 0 && failed == 0;
    std::printf("%-10s %s in %s%s%s\n", tool, count_of(std::uint64_t(errors), "error").c_str(),
                count_of(ran, "case").c_str(),
                failed > 0 ? ("; " + count_of(failed, "case") + " failed: " + first).c_str() : "",
                logged ? (errors > 0 ? ("; see " + logs.front()).c_str() : "")
                       : "; the tool wrote no log: is compute-sanitizer on the PATH?");
  }
  return clean ? kExitPassed : kExitNotPassed;
}

}  // namespace

int run_sanitize(const InspectCommand& command) {
  const std::string root = kit_root();
  return choose_backend(root, command.backend) == Backend::sim ? sanitize_simulated(command)
                                                               : sanitize_on_gpu(command);
}

namespace {

/// Of each function that the stage's cases call the largest case, which tells most about its
/// memory; the largest of all first.
std::vector<const Case*> largest_cases(const std::vector<Case>& cases, const std::string& stage) {
  std::vector<const Case*> largest;
  for (const Case& one : cases) {
    if (one.stage != stage) continue;
    const auto same = std::find_if(largest.begin(), largest.end(), [&](const Case* known) {
      return known->call.function == one.call.function;
    });
    if (same == largest.end()) {
      largest.push_back(&one);
    } else if (one.expected.size() > (*same)->expected.size()) {
      *same = &one;
    }
  }
  std::stable_sort(largest.begin(), largest.end(), [](const Case* a, const Case* b) {
    return a->expected.size() > b->expected.size();
  });
  return largest;
}

/// A launch's kernel, and what there is to say about it.
struct ShownLaunch {
  std::string kernel, text;
};

/// Runs the largest case of every function of the stages that were begun, and prints what `show`
/// makes of its launches; of a stage's further functions only kernels that were not shown yet.
template <typename Show, typename Before>
void run_largest_cases(Inspected& lab, Backend backend, const std::vector<std::string>& wrapper,
                       Show show, Before before) {
  const std::vector<Case> cases = lab.plan.suite->cases(backend, lab.plan.seed);
  LabConfig patient = lab.config;
  patient.seconds_per_case *= 20;  // profilers run a kernel many times
  std::set<std::string> known;
  for (const StageConfig& stage : lab.config.stages) {
    if (lab.plan.not_done.count(stage.id) > 0) continue;
    if (!lab.stage.empty() && stage.id != lab.stage) continue;
    bool first = true;
    before(stage);
    for (const Case* largest : largest_cases(cases, stage.id)) {
      Session session(lab.plan.worker, patient, backend, lab.plan.seed);
      session.run_under(wrapper);
      const CallOutcome outcome =
          session.call(largest->call, lab.plan.seed, patient.seconds_per_case);
      session.close();
      std::vector<ShownLaunch> launches;
      if (outcome.returned()) launches = show(outcome, *largest);
      std::string text = outcome.returned() ? "" : "  nothing to show: " + outcome.message + "\n";
      for (const ShownLaunch& launch : launches)
        if (first || known.count(launch.kernel) == 0) text += launch.text;
      for (const ShownLaunch& launch : launches) known.insert(launch.kernel);
      if (!std::exchange(first, false) && text.empty()) continue;
      std::printf("%s, %s: %s\n%s\n", stage.file.c_str(), stage.title.c_str(),
                  largest->name.c_str(), printable(text).c_str());
    }
  }
}

/// What ncu measures, kernel by kernel.
void profile_on_gpu(const InspectCommand& command) {
  Inspected lab = build_for(command, false);
  const std::string log = output_folder(lab.options) + "/ncu.csv";
  run_largest_cases(
      lab, Backend::cuda,
      {"ncu", "--clock-control", "none", "--csv", "--force-overwrite", "--log-file", log,
       "--metrics", ncu_metrics()},
      [&](const CallOutcome&, const Case&) {
        std::vector<ShownLaunch> shown;
        for (const MeasuredLaunch& launch : read_ncu_csv(build::read_text(log))) {
          shown.push_back({launch.kernel, digest(launch)});
        }
        if (shown.empty()) {
          shown.push_back({"", "  ncu measured nothing: is it on the PATH? See " + log + "\n"});
        }
        return shown;
      },
      [](const StageConfig&) {});
}

/// Estimates of a case's launches at another size, one for each; `why` says why there are none.
class Estimates {
 public:
  Estimates(const Inspected& lab, const estimate::Card& card, int size)
      : lab_(lab),
        size_(size),
        card_(card),
        kernels_(lab.options.root, lab.config.lab, lab.folder, card_),
        plans_(lab.plan.suite->timing(Backend::cuda)) {}

  /// The lines of the launches of the function that the case calls, on pictures of the chosen size.
  std::vector<std::string> lines(const Case& largest, std::size_t launches) {
    Call call = largest.call;
    int width = largest.expected.width(), height = largest.expected.height();
    for (const TimingPlan& plan : plans_) {
      if (plan.stage != largest.stage) continue;
      const Call timed = plan.call(lab_.plan.seed);
      if (timed.function != call.function) continue;
      call = timed;
      width = plan.width;
      height = plan.height;
      break;
    }
    const CallEstimate found =
        estimate_at(lab_.plan, lab_.config, call, width, height, size_, kernels_, card_);
    std::vector<std::string> all;
    for (const estimate::LaunchEstimate& launch : found.launches)
      all.push_back(estimate_line(launch, card_, size_));
    if (all.size() != launches)
      all.assign(launches,
                 fmt::format("  no estimate: {}\n",
                             found.trouble.empty()
                                 ? "large pictures take other launches"
                                 : "the kit cannot make this call with larger pictures, for which "
                                   "its buffers have other shapes"));
    return all;
  }
  /// What is printed at the end.
  std::string remark() const {
    return std::string("Times are estimates") +
           (kernels_.lacks_nvcc() ? ", rough ones without nvcc" : "") +
           (card_.measured ? "" : ", for a card that was never measured") +
           ";\ndocs/estimate.md says how good they are.\n";
  }

 private:
  const Inspected& lab_;
  int size_;
  estimate::Card card_;
  KernelReader kernels_;
  std::vector<TimingPlan> plans_;
};

/// Asks about each stage before it is shown for the first time.
class Predictions {
 public:
  explicit Predictions(const Inspected& lab)
      : lab_(lab), folder_(records_folder(lab.options.root)) {}

  /// Called with every case before it runs; a stage has several.
  void before(const StageConfig& stage) {
    said_.reset();
    if (wants_prediction(lab_.options.source, folder_, lab_.config.lab, stage.id))
      said_ = ask_for_prediction(std::cin, stage.file + ", " + stage.title);
  }
  /// What to say once the case has run.
  std::string after(const Case& shown, const Observations& seen) {
    if (!said_) return {};
    const Prediction is = counted(seen, estimate::load_card(lab_.options.root, "h200"));
    keep_prediction(folder_, lab_.config.lab, shown.stage, *said_, is);
    return marks(*std::exchange(said_, {}), is);
  }

 private:
  const Inspected& lab_;
  std::string folder_;
  std::optional<Prediction> said_;
};

}  // namespace

int run_profile(const InspectCommand& command) {
  const std::string root = kit_root();
  constexpr int kSmallest = 256, kLargest = 16384;
  if (command.size < kSmallest || command.size > kLargest)
    throw InputError("SIZE= is the side of square pictures in pixels, from 256 to 16384");
  std::optional<estimate::Card> card;
  if (command.card != "none") card = estimate::load_card(root, command.card);
  if (choose_backend(root, command.backend) == Backend::cuda) {
    std::printf("On this machine's GPU, by ncu\n\n");
    profile_on_gpu(command);
    std::printf("In the simulator, line by line\n\n");
  }
  Inspected lab = build_for(command, true);
  std::optional<Estimates> estimates;
  if (card) estimates.emplace(lab, *card, command.size);
  Predictions predictions(lab);
  const auto show = [&](const CallOutcome& outcome, const Case& largest) {
    std::vector<ShownLaunch> shown;
    if (!outcome.observations) return shown;
    const auto& launches = outcome.observations->launches;
    const std::vector<std::string> lines = estimates ? estimates->lines(largest, launches.size())
                                                     : std::vector<std::string>(launches.size());
    for (std::size_t n = 0; n < launches.size(); ++n) {
      shown.push_back({launches[n].kernel, digest(launches[n], lines[n],
                                                  {lab.folder, root + "/labs/" + lab.config.lab})});
    }
    if (const std::string said = predictions.after(largest, *outcome.observations); !said.empty())
      shown.push_back({"", said});
    return shown;
  };
  run_largest_cases(lab, Backend::sim, {}, show,
                    [&](const StageConfig& stage) { predictions.before(stage); });
  std::printf(
      "Lanes that part at a branch are counted as together again right behind it; a card may take "
      "longer.\n"
      "docs/glossary.md explains the words.\n%s",
      estimates ? estimates->remark().c_str() : "");
  return kExitPassed;
}

}  // namespace kit::grader
