#include "advice.hpp"

#include <algorithm>

#include "verdict.hpp"

namespace kit::grader {
namespace {

std::string file_of(const Grading& grading, const StageConfig& stage) {
  const std::string& source = grading.options.source;
  return source + (source.ends_with('/') ? "" : "/") + grading.config.lab + "/" + stage.file;
}

std::string make_lab(const Grading& grading) {
  const std::string& lab = grading.config.lab;
  return "make lab" + lab.substr(0, lab.find('_'));
}

/// The first stage that did not pass: stages are in the order in which they are to be solved.
const StageRecord* first_open_stage(const Grading& grading, bool challenge) {
  for (const StageRecord& stage : grading.stages)
    if (stage.config.challenge == challenge && stage.verdict != verdict::kPassed) return &stage;
  return nullptr;
}

/// The compiler's first line with an error.
std::string first_error(const std::string& log) {
  std::size_t at = std::string::npos;
  for (const char* sign : {" error: ", "undefined reference", "multiple definition", "error"})
    if (at == std::string::npos) at = log.find(sign);
  if (at == std::string::npos) at = 0;
  const std::size_t before = log.rfind('\n', at);
  const std::size_t begin = at == 0 || before == std::string::npos ? 0 : before + 1;
  return log.substr(begin, log.find('\n', begin) - begin);
}

std::string advice_for_cause(const std::string& cause) {
  if (cause == "infinite_loop_or_deadlock")
    return "find the loop that does not end, or the barrier that not all threads reach";
  if (cause == "segmentation_fault" || cause == "illegal_address")
    return "check every index against width and height, and which pointers are the device's";
  if (cause == "invalid_launch")
    return "check grid, block and shared memory size of the launch; a block has at most 1024 "
           "threads";
  if (cause == "exit") return "take the call of exit() out: a function returns to its caller";
  return "";
}

std::string advice_for_stage(const Grading& grading, const StageRecord& stage) {
  const std::string file = file_of(grading, stage.config);
  if (stage.verdict == verdict::kNotDone)
    return "fill the gap (// TODO) in " + file + ", then run " + make_lab(grading);
  for (const CaseRecord& record : grading.cases) {
    if (record.stage != stage.config.id || record.cause != stage.cause) continue;
    const std::string advice = advice_for_cause(record.cause);
    if (!advice.empty()) return "in " + file + ", " + advice;
    return "in " + file + ", start with the case '" + record.name + "'";
  }
  return "look at " + file;
}

}  // namespace

std::string headline(const Grading& grading) {
  if (grading.verdict == verdict::kBuildFailed) return "does not compile";
  if (grading.verdict == verdict::kGraderFault)
    return "the grader is at fault, this does not count: " + grading.fault;
  if (grading.verdict == verdict::kPassed) return "passed";
  int required = 0, passed = 0, begun = 0;
  for (const StageRecord& stage : grading.stages) {
    if (stage.config.challenge) continue;
    ++required;
    begun += stage.verdict != verdict::kNotDone ? 1 : 0;
    passed += stage.verdict == verdict::kPassed ? 1 : 0;
  }
  if (begun == 0) return "not done yet";
  if (passed == required) return "every stage passes, but evidence is missing";
  const StageRecord& open = *first_open_stage(grading, false);
  std::string state = open.verdict == verdict::kNotDone ? "not done yet" : open.verdict;
  std::replace(state.begin(), state.end(), '_', ' ');
  return std::to_string(passed) + " of " + std::to_string(required) + " stages pass; " +
         open.config.file + ": " + state;
}

std::string next_step(const Grading& grading) {
  if (grading.verdict == verdict::kGraderFault)
    return "run it again; if it happens again, report it";
  if (grading.verdict == verdict::kBuildFailed) return "fix: " + first_error(grading.build.log);
  if (const StageRecord* stage = first_open_stage(grading, false))
    return advice_for_stage(grading, *stage);
  for (const EvidenceRecord& record : grading.evidence)
    if (record.verdict != verdict::kPassed) return record.config.id + ": " + record.message;
  if (const StageRecord* challenge = first_open_stage(grading, true))
    return "try the challenge for a bonus: " + file_of(grading, challenge->config);
  const std::vector<std::string> labs = list_labs(grading.options.root + "/labs");
  const auto next = std::upper_bound(labs.begin(), labs.end(), grading.config.lab);
  if (next == labs.end()) return "this was the last lab: try your filter on a picture, make run";
  return "go on to " + *next + ": make lab" + next->substr(0, next->find('_'));
}

}  // namespace kit::grader
