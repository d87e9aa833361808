/// @file
/// The one next step. A student reads one line of a report, the last, so that it must name one
/// thing: the first stage that does not pass, and of what speaks against it whatever is nearest to
/// the mistake. A line of the source comes before a cause, and a cause before a case.
#include "grader/report/advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "grader/judge/observe.hpp"
#include "grader/report/lab_hints.hpp"
#include "grader/results/findings.hpp"

namespace kit::grader {
namespace {

/// A file of the graded lab as the student typed its folder.
std::string path_of(const Grading& grading, const std::string& file) {
  const std::string& source = grading.options.source;
  return fmt::format("{}{}{}/{}", source, source.ends_with('/') ? "" : "/", grading.config.lab,
                     file);
}

/// The number that a lab's name begins with, as make takes it: "04".
std::string lab_number_of(const std::string& lab) {
  return lab.substr(0, lab.find('_'));
}

std::string make_lab(const std::string& lab) {
  return "make lab" + lab_number_of(lab);
}

/// A command that filters a picture with these files.
std::string picture_command(const Grading& grading) {
  const std::string& source = grading.options.source;
  return fmt::format("make run LAB={} IMG=build/photos/coffee.png OUT=out.png{}",
                     lab_number_of(grading.config.lab), source == "labs" ? "" : " SRC=" + source);
}

/// True for a step that was left out while what it leads to, or another step towards that, was
/// begun and does not pass: that is what the student works on.
bool left_out(const Grading& grading, const StageRecord& step) {
  const std::string& goal = step.config.step_of;
  if (goal.empty() || step.verdict != Verdict::not_done) return false;
  return std::any_of(grading.stages.begin(), grading.stages.end(), [&](const StageRecord& stage) {
    const bool same_way = stage.config.id == goal || stage.config.step_of == goal;
    return same_way && stage.verdict != Verdict::not_done && stage.verdict != Verdict::passed;
  });
}

/// The first stage that did not pass: stages are in the order in which they are to be solved.
const StageRecord* first_open_stage(const Grading& grading, bool challenge) {
  for (const StageRecord& stage : grading.stages)
    if (stage.config.challenge == challenge && stage.verdict != Verdict::passed &&
        !left_out(grading, stage))
      return &stage;
  return nullptr;
}

/// The first challenge that was begun and does not pass, else the first that was not begun; null if
/// all pass.
const StageRecord* open_challenge(const Grading& grading) {
  for (const StageRecord& stage : grading.stages)
    if (stage.config.challenge && stage.verdict != Verdict::passed &&
        stage.verdict != Verdict::not_done && stage.verdict != Verdict::skipped)
      return &stage;
  return first_open_stage(grading, true);
}

/// The compiler's first line with an error.
std::string first_error(const std::string& log) {
  std::size_t at = std::string::npos;
  // The surest sign first: "error" alone may be part of a file's name.
  for (const char* sign : {"stopped: compiling took", " error: ", "undefined reference",
                           "multiple definition", "error"})
    if (at == std::string::npos) at = log.find(sign);
  if (at == std::string::npos) at = 0;
  const std::size_t before = log.rfind('\n', at);
  const std::size_t begin = at == 0 || before == std::string::npos ? 0 : before + 1;
  return log.substr(begin, log.find('\n', begin) - begin);
}

std::string advice_for_cause(const std::string& cause, bool cuda) {
  if (cause == "infinite_loop_or_deadlock")
    return fmt::format("find the loop that does not end{}",
                       cuda ? ", or the barrier that not all threads reach" : "");
  if (cause == "segmentation_fault" || cause == "illegal_address")
    return fmt::format("check every index against width and height{}",
                       cuda ? ", and which pointers are the device's" : "");
  if (cause == "invalid_launch")
    return "check the launch: grid before block, no grid of 0 blocks, at most 65535 in y and z, at "
           "most 1024 threads in a "
           "block";
  if (cause == "nothing_written")
    return cuda
               ? "look whether the kernel is launched, whether it stores, and, where the output is "
                 "the host's, whether it is copied back"
               : "look whether every sum is stored in the output";
  if (cause == "cuda_error") return "look at the call and the name of the error above";
  if (cause == "exit") return "leave exit() to failed CUDA calls: a function returns to its caller";
  return "";
}

/// ". When stuck: make hint LAB=NN", if the lab has hints.
std::string hints_of(const Grading& grading) {
  const std::string& lab = grading.config.lab;
  if (find_hints(grading.options.root, lab).empty()) return "";
  return ". When stuck: make hint LAB=" + lab_number_of(lab);
}

/// The nearest of the simulator's findings in these cases, with its line: it is nearer to the
/// mistake than any wrong value or the name of a crash. `file` is the one it must lie in, and where
/// it must harm results; empty: any of the lab's. Empty if there is none.
std::string advice_for_findings(const Grading& grading, const std::vector<CaseRecord>& cases,
                                const std::string& file) {
  for (const CommonFinding& common : all_findings(cases)) {
    const Finding& finding = common.finding;
    const std::string name = file_name(finding.place);
    const auto& stages = grading.config.stages;
    const auto is_of_lab = [&](const std::string& one) {
      return std::any_of(stages.begin(), stages.end(),
                         [&](const StageConfig& stage) { return stage.file == one; });
    };
    // A pointer of the host's is the mistake of whoever passes it on; other arguments are if it is
    // the caller's stage that fails.
    if (const SourcePlace* const place = caller_of(finding)) {
      const std::string caller = file_name(*place);
      const bool always = file.empty() && finding.kind == FindingKind::host_pointer;
      if (is_of_lab(caller) && (always || file == caller))
        return fmt::format("in {}, line {}: of what is called here the simulator says: {}",
                           path_of(grading, caller), place->line, finding.message);
    }
    const bool of_lab = is_of_lab(name);
    if (finding.place.line == 0 || !of_lab) continue;
    if (!file.empty() && (name != file || !harms_results(finding.kind))) continue;
    return fmt::format("in {}, line {}: {}", path_of(grading, name), finding.place.line,
                       finding.message);
  }
  return "";
}

/// What the simulator saw last of cases that crashed, if that is an access beyond memory: a race
/// beside it may be its consequence.
std::string advice_for_crashes(const Grading& grading, const StageRecord& stage) {
  for (const CaseRecord& record : grading.cases) {
    const bool beyond = record.fault_when_observed.find(": reaches ") != std::string::npos;
    if (record.stage == stage.config.id && beyond)
      return fmt::format("in {}, {}", path_of(grading, stage.config.file),
                         record.fault_when_observed);
  }
  return "";
}

std::vector<CaseRecord> cases_of(const Grading& grading, const StageRecord& stage) {
  std::vector<CaseRecord> own;
  for (const CaseRecord& record : grading.cases)
    if (record.stage == stage.config.id) own.push_back(record);
  return own;
}

/// True if the compiler warns of a variable in this file that has no value yet.
bool has_uninitialised(const std::string& log, const std::string& file) {
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);)
    if (("/" + line).find("/" + file + ":") != std::string::npos &&
        line.find("uninitialized [-W") != std::string::npos)
      return true;
  return false;
}

/// ". What to correct is line 12, see the case ...", if a change of it has made cases right.
std::string line_to_correct(const Grading& grading, const StageRecord& stage) {
  for (const CaseRecord& record : grading.cases)
    if (record.stage == stage.config.id && record.mended)
      return fmt::format(". What to correct is line {}, see the case '{}' above", record.line,
                         record.name);
  return "";
}

/// The stage's cause; where that is only time that ran out, the named cause of a case with wrong
/// values, if there is one: a slow way may be of the same mistake.
const std::string& cause_to_begin_with(const Grading& grading, const StageRecord& stage) {
  if (stage.cause == "infinite_loop_or_deadlock")
    for (const CaseRecord& record : grading.cases)
      if (record.stage == stage.config.id && record.verdict == Verdict::wrong &&
          !is_vague_cause(record.cause))
        return record.cause;
  return stage.cause;
}

std::string advice_for_stage(const Grading& grading, const StageRecord& stage) {
  const std::string file = path_of(grading, stage.config.file);
  if (stage.verdict == Verdict::not_done)
    return fmt::format("read labs/{}/README.md, fill the gaps (// TODO) in {}, then run {}",
                       grading.config.lab, file, make_lab(grading.config.lab));
  if (const std::string beyond = advice_for_crashes(grading, stage); !beyond.empty())
    return beyond + hints_of(grading);
  const std::string finding =
      advice_for_findings(grading, cases_of(grading, stage), stage.config.file);
  if (!finding.empty()) return finding + line_to_correct(grading, stage) + hints_of(grading);
  if (stage.results_are_right() && !stage.faults.empty()) {
    const Finding& first = stage.faults[0].finding;
    return fmt::format("in {}, line {}: {}", file, first.place.line, first.message);
  }
  const std::string& cause = cause_to_begin_with(grading, stage);
  const std::string advice = advice_for_cause(cause, grading.config.needs_cuda());
  if (!advice.empty()) return fmt::format("in {}, {}{}", file, advice, hints_of(grading));
  for (const CaseRecord& record : grading.cases)
    if (record.stage == stage.config.id && record.cause == cause && record.line > 0)
      return fmt::format("correct line {} of {}; begin with the case '{}' above{}", record.line,
                         file, record.name, hints_of(grading));
  // Garbage in a variable looks like many mistakes, and the compiler has seen it.
  if (has_uninitialised(grading.build.log, stage.config.file))
    return "give each variable that the compiler calls uninitialized a first value, in " + file;
  for (const CaseRecord& record : grading.cases)
    if (record.stage == stage.config.id && record.cause == cause)
      return fmt::format("correct {}; begin with the case '{}' above{}", file, record.name,
                         hints_of(grading));
  return "look at " + file;
}

/// True if one of the stage's faults is what a finding's advice speaks of.
bool tells_of(const StageRecord& stage, const std::string& advice) {
  if (stage.faults.empty()) return false;
  if (advice.find("/" + stage.config.file + ", line ") != std::string::npos) return true;
  return std::any_of(stage.faults.begin(), stage.faults.end(), [&](const StageFault& fault) {
    return advice.find(fault.finding.message) != std::string::npos;
  });
}

/// What to do about the evidence that a stage lacks though it passes; empty if it lacks none.
std::string advice_for_evidence(const Grading& grading, const StageRecord& stage) {
  for (const EvidenceRecord& record : grading.evidence) {
    if (record.stage != stage.config.id || record.verdict == Verdict::passed ||
        record.verdict == Verdict::skipped)
      continue;
    // What one stage's file does wrong may show in the cases of a stage that calls it.
    std::string finding = advice_for_findings(grading, grading.cases, "");
    if (finding.empty()) return record.config.id + ": " + record.message;
    // A stage that fails by it says more.
    for (const StageRecord& other : grading.stages)
      if (other.verdict != Verdict::passed && tells_of(other, finding))
        return advice_for_stage(grading, other);
    return finding;
  }
  return "";
}

}  // namespace

std::string errors_only(const std::string& log) {
  std::istringstream lines(log);
  std::string line, kept;
  // A message goes on in lines that are indented and in notes; those share its fate.
  bool warning = false;
  while (std::getline(lines, line)) {
    const bool belongs_to_last = line.starts_with(' ') || line.find(": note: ") != line.npos;
    if (!belongs_to_last) warning = line.find(": warning: ") != line.npos;
    if (!warning) kept += line + "\n";
  }
  return kept;
}

std::string headline(const Grading& grading) {
  // A verdict on the whole lab needs no count of stages.
  if (grading.verdict == Verdict::build_failed)
    return "does not compile; stages are graded once all files do";
  if (grading.verdict == Verdict::grader_fault)
    return "the grader is at fault, this does not count: " + grading.fault;
  if (grading.verdict == Verdict::forbidden) return grading.fault;
  if (grading.verdict == Verdict::passed) return "passed";
  int required = 0, passed = 0, begun = 0;
  for (const StageRecord& stage : grading.stages) {
    if (stage.config.challenge) continue;
    ++required;
    begun += stage.verdict != Verdict::not_done ? 1 : 0;
    passed += stage.verdict == Verdict::passed ? 1 : 0;
  }
  if (begun == 0) return "not done yet";
  if (passed == required) return "every stage passes, but evidence is missing";
  const StageRecord& open = *first_open_stage(grading, false);
  std::string state = open.verdict == Verdict::not_done ? "not done yet" : to_string(open.verdict);
  std::replace(state.begin(), state.end(), '_', ' ');
  return fmt::format("{} of {} stages pass; {}: {}", passed, required, open.config.file, state);
}

std::string next_step(const Grading& grading) {
  if (grading.verdict == Verdict::grader_fault)
    return "run it again; if it happens again, report it";
  if (grading.verdict == Verdict::forbidden) return "write it without that: " + grading.fault;
  if (grading.verdict == Verdict::build_failed) {
    const std::string error = first_error(grading.build.log);
    // The compiler proposes another name that happens to be alike.
    const bool clamp = error.find("'clamp' is not a member of 'std'") != std::string::npos;
    return "fix: " + error +
           (clamp && grading.config.needs_cuda() ? "; in a kernel write min(max(x, low), high)"
                                                 : "");
  }
  // In the order of the stages: what a later one builds on comes first.
  for (const bool challenge : {false, true}) {
    for (const StageRecord& stage : grading.stages) {
      if (stage.config.challenge != challenge || left_out(grading, stage)) continue;
      if (stage.verdict != Verdict::passed && !challenge) return advice_for_stage(grading, stage);
      std::string advice = advice_for_evidence(grading, stage);
      if (!advice.empty()) return advice;
    }
  }
  std::vector<CaseRecord> passed;
  std::copy_if(grading.cases.begin(), grading.cases.end(), std::back_inserter(passed),
               [](const CaseRecord& record) { return record.verdict == Verdict::passed; });
  const std::vector<CommonFinding> findings = all_findings(passed);
  if (!findings.empty()) {
    // Challenges and bugs to find may still be wrong.
    const bool right = std::none_of(
        grading.cases.begin(), grading.cases.end(),
        [](const CaseRecord& one) { return severity(one.verdict) >= severity(Verdict::wrong); });
    const SourcePlace& first = findings[0].finding.place;
    return fmt::format("{}mend what the simulator saw first: line {} of {}",
                       right ? "all cases pass, but " : "", first.line, file_name(first));
  }
  const std::vector<std::string> labs = list_labs(grading.options.root + "/labs");
  const auto next = std::upper_bound(labs.begin(), labs.end(), grading.config.lab);
  if (const StageRecord* challenge = open_challenge(grading)) {
    const std::string on = next == labs.end() ? "" : "; or go on: " + make_lab(*next);
    if (challenge->verdict != Verdict::not_done)
      return "for the bonus, " + advice_for_stage(grading, *challenge) + on;
    return fmt::format("{} for a bonus: {}{}",
                       challenge->config.find_the_bug ? "find the bug" : "try the challenge",
                       path_of(grading, challenge->config.file), on);
  }
  if (next == labs.end())
    return "this was the last lab; try it on a picture: " + picture_command(grading);
  return fmt::format("go on to {}: {}", *next, make_lab(*next));
}

}  // namespace kit::grader
