/// @file
/// Runs a lab's cases through the student's code and judges them.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "grader/diagnosis/region.hpp"
#include "grader/judge/containment.hpp"
#include "grader/judge/first_runs.hpp"
#include "grader/judge/session.hpp"
#include "grader/lab/lab_config.hpp"
#include "grader/lab/suite.hpp"
#include "grader/results/verdict.hpp"
#include "kit/compare.hpp"

namespace kit::grader {

/// One case after it was judged, with what evidence reads of it; verdict.json holds these.
struct CaseRecord : CaseResult {
  std::string cause, message;                 ///< empty if passed
  int line = 0;                               ///< of the mistake, in the stage's file; 0: unknown
  bool mended = false;                        ///< `line` was changed, and it was right then
  bool presumed = false;                      ///< Diagnosis::presumed
  bool by_pattern = false;                    ///< Diagnosis::by_pattern
  std::string taken_over_by, why_taken_over;  ///< as in Case
  int channels = 1;
  double tolerance = 0;
  bool looked_at = true;  ///< counts for the evidence: Case::observed
  bool compared = false;  ///< there was an output, and `comparison` holds what was found
  Comparison comparison;
  std::size_t values = 0;   ///< of the output
  std::size_t halfway = 0;  ///< values near halfway that took the farther of two levels
  std::string heat_map;     ///< path of the error picture, if one was made
  double seconds = 0;       ///< wall clock of the first run
  /// False if a copy of the input or an image of zeros would pass: such a case carries no points.
  bool scored = true;
  std::optional<Verdict> observed;  ///< of the run in the observed simulator
  bool right_when_observed = true;  ///< whether its output, if it gave one, is right
  std::string ended_when_observed;  ///< how it ended, if it did not return
  std::string fault_when_observed;  ///< ObservedCase::fault
  /// Of a case that was run again with stand-ins: what the simulator found before in the files that
  /// they replace.
  std::vector<Finding> replaced_findings;
};

/// A kind of mistake that the simulator saw in a stage's file.
struct StageFault {
  Finding finding;  ///< the first of its kind
  double cost = 0;  ///< share of the stage's points, cost_of()
};

struct StageRecord {
  StageConfig config;
  Verdict verdict = Verdict::passed;  ///< the worst of its cases
  /// Of the first case with that verdict whose cause could be told: the cases that tell mistakes
  /// apart come first.
  std::string cause;
  int passed = 0, cases = 0;
  int scored_passed = 0, scored = 0;
  double points = 0;
  std::vector<StageFault> faults;  ///< one of each kind, those nearest to the mistake first
  /// Files of other stages, which do not pass, that were replaced by the kit's own for this stage.
  std::vector<std::string> stand_in;

  /// Every output is right, and by nothing that C++ or CUDA leaves undefined.
  bool results_are_right() const;
};

struct EvidenceRecord {
  EvidenceConfig config;
  std::string stage;
  Verdict verdict = Verdict::skipped;  ///< passed, wrong, cheated, grader_fault, or not judged
  std::string message;
  std::vector<Measured> measured;
  double points = 0;
  /// Where there are hidden cases: the message that the others alone lead to.
  std::string open_message = {};
};

/// What the judge needs to know about one grading.
struct JudgePlan {
  const Suite* suite = nullptr;
  const LabConfig* config = nullptr;
  Backend backend = Backend::sim;
  std::uint64_t seed = 0;
  std::string worker;                        ///< the program that build_worker made
  const Containment* containment = nullptr;  ///< where it runs; null: as the caller
  nlohmann::json hidden = nullptr;           ///< as in GradeOptions
  std::set<std::string> not_done;            ///< ids of stages that are not run
  std::set<std::string> unobserved;          ///< ids of stages that are run plainly only
  std::string pictures;                      ///< folder for error pictures; empty: make none
  bool refuses_host_results = true;          ///< as in GradeOptions
  bool has_stand_ins = false;                ///< which launch no kernels
};

/// All cases of a plan: the suite's and the hidden ones.
std::vector<Case> plan_cases(const JudgePlan& plan);

/// Whether a case of this name comes from the instructor's hidden file: plan_cases() names those
/// so.
bool is_hidden_case(const std::string& name);

/// Makes the sessions of a plan run where it says, side by side.
void contain(Session& session, const JudgePlan& plan);

/// A wrong output, for those who want to look at its values.
struct WrongOutput {
  std::size_t index = 0;  ///< of the case
  Image<double> got;
  Mask wrong, unwritten;  ///< as in Judgement
};

struct Judged {
  std::vector<CaseRecord> cases;
  std::vector<WrongOutput> pictures;  ///< of each stage the case that has a picture of its errors
  std::string student_output;
  std::optional<DeviceDescription> device;
};

/// Runs every case (`cases` are the plan's) of the stages that are done twice, in two workers whose
/// simulator starts blocks in different orders, and judges it. After a timeout the other cases of
/// that stage are skipped. `concurrently` is called on a thread of its own, beside these runs, or
/// after them if the plan contains its workers. Writes an error picture of the worst failed case of
/// each stage.
Judged judge_cases(const JudgePlan& plan, const std::vector<Case>& cases,
                   const std::function<void(const FirstRuns& first)>& concurrently);

/// Tells of failed cases whose calls go on to another stage's function that this stage does not
/// pass.
void explain_by_stages(const LabConfig& config, std::vector<CaseRecord>& cases);

/// Stage verdicts and points, by the rule in docs/verdict.md: a stage earns its points times the
/// share of its scored cases that passed, less what each kind of wrong result and of fault costs.
std::vector<StageRecord> judge_stages(const LabConfig& config,
                                      const std::vector<CaseRecord>& cases);

/// Evidence is judged only where its stage passed, and earns all of its points or none.
std::vector<EvidenceRecord> judge_evidence(const LabConfig& config, const Suite& suite,
                                           const std::vector<CaseRecord>& cases,
                                           const std::vector<StageRecord>& stages);

/// Takes the bonus of challenges whose own evidence failed: they were not solved as asked.
void withhold_bonus(std::vector<StageRecord>& stages, const std::vector<EvidenceRecord>& evidence);

/// The lab's verdict: not_done if no stage was begun, else the worst of the stages that are no
/// challenge; wrong if those passed and some evidence of theirs did not.
Verdict judge_lab(const std::vector<StageRecord>& stages,
                  const std::vector<EvidenceRecord>& evidence);

}  // namespace kit::grader
