/// @file
/// One submission's grading in a process of its own: the judge. What goes in and comes out is JSON,
/// so that the grader survives whatever happens in here.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "classroom/sandbox/sandbox.hpp"
#include "grader/judge/verdict_file.hpp"
#include "grader/lab/suite.hpp"

namespace kit::classroom {

/// What a judge is told.
struct Job {
  std::string root, view, jail, work;  ///< the kit, what builds see of it, the program, scratch
  std::string name;                    ///< of the job's folder in `work`
  std::string lab;
  nlohmann::json files;  ///< as in Work
  grader::Backend backend = grader::Backend::sim;
  std::uint64_t seed = 0;
  nlohmann::json hidden;
  Tier tier = Tier::none;
  long user = -1;
  double timeout_factor = 1;
  double share_of_calls = 1;  ///< of the time that all calls may take
  int compilers = 1;          ///< at once: its share of the cores
  bool timing = false;
  double quiz = 0;       ///< bonus points for the answers in quiz.json
  std::string probe;     ///< a worker of the kit's own, to see that the GPU answers; empty: no GPU
  bool confine = false;  ///< keeps the observed code to its own memory
  std::set<std::string> without;  ///< defences that a test leaves out
};

nlohmann::json to_json(const Job& job);
Job job_from(const nlohmann::json& value);

/// What a judge answers: a verdict, or the fault of the kit or the machine.
struct JobAnswer {
  std::optional<grader::VerdictFile> verdict;   ///< without what would tell the seed
  std::map<std::string, std::string> pictures;  ///< file name to base64
  double seconds = 0;
  double used_of_calls = 0;  ///< of a whole job's time for calls
  std::string fault;         ///< what went wrong, if there is no verdict
  bool needs_gpu = false;
  int attempts = 1;
  Tier tier = Tier::none;
};

nlohmann::json to_json(const JobAnswer& answer);
/// None for a text that is no whole answer, as that of a judge that was killed.
std::optional<JobAnswer> answer_from(const std::string& text);

/// Grades in this process.
JobAnswer run_job(const Job& job);

/// `kit_class judge`: reads a job from standard input, writes the answer to standard output.
int run_judge();

/// Copies what builds need of the kit to `view`, with the labs' adapters: neither references nor
/// cases nor solutions. The labs' adapters must have been built.
void make_view(const std::string& root, const std::string& view,
               const std::vector<std::string>& labs);

}  // namespace kit::classroom
