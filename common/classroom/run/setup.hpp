/// @file
/// What a class run needs before the first submission: the labs, the sandbox, its own scratch
/// folder, and the proof that the reference solutions pass in that sandbox.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "classroom/intake/intake.hpp"
#include "classroom/intake/options.hpp"
#include "classroom/run/job.hpp"

namespace kit::classroom {

/// A scratch folder below TMPDIR or /var/tmp, removed at the end; what killed runs left is removed
/// at the start.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// All that stays the same during a run.
struct ClassContext {
  std::string root;
  std::vector<grader::LabConfig> labs, all_labs;
  grader::Backend backend = grader::Backend::sim;
  Tier tier = Tier::none;
  std::vector<long> users;
  std::string jail, program;
  nlohmann::json hidden;                        ///< the hidden file, or null
  std::string hidden_mark;                      ///< its hash; empty if there is none
  std::map<std::string, std::string> versions;  ///< per lab: hash of all that decides its grades
};

/// Reads options and the machine. Throws kit::Error.
ClassContext make_class_context(const ClassOptions& options);

/// Turns archives into tar streams in the context's sandbox.
Unpacker sandboxed_unpacker(const ClassContext& context, const Scratch& scratch);

/// The part of a job that is the same for all of a run. Builds the adapters and the view.
Job prepare_jobs(const ClassContext& context, const Scratch& scratch, std::uint64_t seed);

/// Grades each lab's reference solution in the sandbox and returns the factor of its time limits:
/// the slowest case may take a tenth of the limit. Labs without a solution get 1. Throws
/// HarnessError if a solution does not pass.
std::map<std::string, double> check_solutions(const ClassContext& context, const Job& base,
                                              const std::vector<std::string>& labs);

}  // namespace kit::classroom
