/// @file
/// Predict, then run: before a stage's kernels are looked at for the first time, a student says
/// what the counts will be, and reads afterwards how near that was.
#pragma once

#include <istream>
#include <optional>
#include <string>

#include "estimate/card.hpp"
#include "grader/results/observations.hpp"

namespace kit::grader {

/// What somebody expects; what is empty was left out.
struct Prediction {
  std::optional<double> sectors;     ///< of a load from global memory
  std::optional<double> wavefronts;  ///< of a load from shared memory
  std::string bound;                 ///< one of kBounds

  bool says_something() const { return sectors || wavefronts || !bound.empty(); }
};

/// What may bound a kernel: the memory itself, the first-level cache, shared memory, arithmetic.
inline constexpr const char* kBounds[] = {"memory", "cache", "shared", "arithmetic"};

/// The same of a run; `bound` is the unit that is busy longest at the card's rates
/// (docs/estimate.md).
Prediction counted(const Observations& seen, const estimate::Card& card);

/// Asks on standard output, and reads lines; an empty one leaves a number out, the end of the input
/// all that follow. `title`: of the stage.
Prediction ask_for_prediction(std::istream& answers, const std::string& title);

/// A line for each number: what was said, what was counted, and whether it is right. A number is
/// right within a tenth.
std::string marks(const Prediction& said, const Prediction& is);

/// Whether a stage is to be asked about: of a student's own files, in a terminal, not with ASK=0,
/// and not before.
bool wants_prediction(const std::string& source, const std::string& folder, const std::string& lab,
                      const std::string& stage);

/// Keeps an answer in `folder`/predictions.json, so that the stage is not asked about again. That
/// it cannot be kept harms nobody.
void keep_prediction(const std::string& folder, const std::string& lab, const std::string& stage,
                     const Prediction& said, const Prediction& is);

}  // namespace kit::grader
