/// @file
/// `kit replay`: a grading in the simulator, for a page on which one block can be watched. A
/// student who has not seen a stage's counts yet is asked for them first.
#include <fmt/format.h>

#include <cstdio>
#include <iostream>
#include <string>

#include "grader/commands/commands.hpp"
#include "grader/commands/predict.hpp"
#include "grader/grading/grade.hpp"
#include "grader/judge/recorded_call.hpp"
#include "grader/report/lab_record.hpp"
#include "grader/report/report_style.hpp"
#include "grader/report/verdict_json.hpp"
#include "grader/report_page/report_page.hpp"
#include "grader/support/kit_root.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

/// What was counted in the launches of the page that belong to its replay.
Observations counts_on(const json& page) {
  Observations seen;
  for (const json& launch : page.at("launches")) {
    if (launch.at("stage") != page.at("replay").at("stage")) continue;
    LaunchObservations one;
    for (const sim::NamedCounter& counter : sim::kCounters)
      one.counters.*counter.counter = launch.at("counters").at(counter.name);
    seen.launches.push_back(std::move(one));
  }
  return seen;
}

/// Asks what the counts of the stage will be, if it was never asked; the marks.
std::string predict(const GradeOptions& options, const json& page) {
  const std::string folder = records_folder(options.root);
  const LabConfig config = load_lab(options.root + "/labs", options.lab);
  const StageConfig& stage = config.stage(page.at("replay").at("stage").get<std::string>());
  if (!wants_prediction(options.source, folder, options.lab, stage.id)) return {};
  const Prediction said = ask_for_prediction(std::cin, stage.file + ", " + stage.title);
  const Prediction is = counted(counts_on(page), estimate::load_card(options.root, "h200"));
  keep_prediction(folder, options.lab, stage.id, said, is);
  return marks(said, is);
}

}  // namespace

int run_replay(const ReplayCommand& command) {
  GradeOptions options;
  options.root = kit_root();
  options.lab = find_lab(options.root + "/labs", command.lab);
  options.source = command.source;
  options.seed = command.seed ? *command.seed : fresh_seed();
  options.timing = false;
  options.page = true;
  options.watch = command.watch;
  if (!command.watch.stage.empty())
    check_stage(load_lab(options.root + "/labs", options.lab), command.watch.stage);
  const VerdictFile verdict = grade(options);
  write_page_of(options);
  const json page = page_data_of(options);
  if (!page.is_object() || !page["replay"].is_object())
    throw InputError("there is nothing to watch: " + verdict.headline + "; make lab" +
                     options.lab.substr(0, 2) + " says more");
  std::printf(
      "%srecorded: one block of each launch, in the case '%s'\nopen %s#replay in a browser\n",
      predict(options, page).c_str(), page["replay"]["case"].get<std::string>().c_str(),
      relative_path(report_page_path(options)).c_str());
  return kExitPassed;
}

}  // namespace kit::grader
