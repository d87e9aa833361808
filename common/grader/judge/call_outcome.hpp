/// @file
/// What became of a call into the student's code, and its words for what stopped it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "grader/process/process.hpp"
#include "grader/protocol/guard.hpp"
#include "grader/protocol/tensor.hpp"
#include "grader/results/observations.hpp"
#include "grader/results/verdict.hpp"

namespace kit::grader {

/// What one call gave.
struct CallOutcome {
  std::optional<Verdict> verdict;                  ///< passed if it returned, else what stopped it
  std::string cause, message;                      ///< if it did not return
  std::vector<Tensor> outputs;                     ///< [set * outputs + output]
  double milliseconds = 0, late_milliseconds = 0;  ///< of a timed call
  double copy_milliseconds = 0;
  std::vector<GuardDamage> guards;
  std::vector<int> inputs_changed;
  std::optional<Observations> observations;  ///< of the observed simulator
  std::vector<int> edits_met;                ///< of a switched source, if asked for
  int ended_at_call = 0;   ///< the CUDA call made to fail at which the program ended; 0: none
  double seconds = 0;      ///< wall clock
  std::string last_words;  ///< what a worker that died wrote during the call
  bool returned() const { return verdict == Verdict::passed; }
};

/// Says what stopped the call.
void stop_with(CallOutcome& outcome, Verdict verdict, std::string cause, std::string message);

/// A reply that is not as agreed: the worker holds the student's code, which must have written it.
void refuse_reply(CallOutcome& outcome, const std::string& why);

/// Takes the signal that a sandbox hands on as an exit code for what it is.
void unwrap_end(Exchange& exchange);

/// Says what an exchange without a result means. Throws FormatError if a failure is not as agreed.
void explain(CallOutcome& outcome, const Exchange& exchange);

}  // namespace kit::grader
