/// @file
/// Why an output is wrong, as far as it can be told from the output. docs/verdict.md lists the
/// causes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "grader/diagnosis/region.hpp"
#include "grader/lab/suite.hpp"
#include "grader/protocol/guard.hpp"
#include "grader/protocol/tensor.hpp"
#include "kit/compare.hpp"

namespace kit::grader {

/// One output with the poison it was filled with before the launch.
struct PoisonedOutput {
  const Tensor* tensor = nullptr;
  std::uint64_t poison_seed = 0;
};

/// All that is known about one case that returned.
struct Observation {
  const Case* spec = nullptr;
  PoisonedOutput first;
  PoisonedOutput second;  ///< the repeat with another poison and block order; null if there is none
  std::vector<GuardDamage> guards;
  std::vector<int> inputs_changed;
};

/// A cause with a sentence for the student; an empty cause means that nothing is wrong.
struct Diagnosis {
  std::string cause, message;
  /// The values do not prove it: another mistake may look the same, and what the simulator saw says
  /// more.
  bool presumed = false;
  /// What mistakes of several kinds may leave: it needs the other failed cases to agree.
  bool by_pattern = false;
};

/// An output compared with its reference.
struct Judgement {
  Comparison comparison;
  Mask unwritten;           ///< pixels with a value that still holds its poison
  Mask wrong;               ///< pixels with a value outside the tolerance
  bool repeatable = true;   ///< the repeat gave the same bits wherever both were written
  bool right = false;       ///< within tolerance everywhere
  std::size_t halfway = 0;  ///< values near halfway that took the farther of two levels
};

/// Largest |output - expected| that is right: the tolerance, and half a step more if rounded.
double slack(const Case& spec);

/// Largest error that is right of an output compared with expected_value(): 0 if rounded.
double bound_on_error(const Case& spec);

/// The value that output value `index` must have, which is `got` wherever that is right. Only a
/// rounded case differs from Case::expected.
double expected_value(const Case& spec, std::size_t index, double got);

/// Compares, and finds what was never written. Integer outputs need the repeat for that: a value
/// counts as unwritten if it holds the poison both times.
Judgement judge_output(const Observation& seen);

/// A fault model of the suite (a Hypothesis) that predicts what one case gave. Models of two cases
/// are the same if their names are: cause and sentence, without the numbers in it, which may be the
/// case's own (a radius, a width).
struct ModelMatch {
  std::string model;
  Diagnosis diagnosis;
  bool runaways_alone = false;  ///< all wrong values have run away, as the model's do
};

/// The case's models that predict its output, in the suite's order.
std::vector<ModelMatch> matching_models(const Observation& seen, const Judgement& judgement);

/// True if many mistakes give this case the same output, so that none can be told from it: fewer
/// than 16 values, or an input or a reference that is the same everywhere.
bool is_degenerate(const Case& spec);

/// Finds the cause. The order, most certain first: nothing written, partly unwritten, damage
/// outside the buffers, inputs overwritten, `by_model` (what the model says that explains the
/// output; empty if none does), not repeatable, and then what the pattern of the errors says.
Diagnosis diagnose(const Observation& seen, const Judgement& judgement, const Diagnosis& by_model);

/// What remains to be said about an output that is right: damage outside the buffers, inputs
/// overwritten, or not repeatable. Empty if nothing.
Diagnosis diagnose_side_effects(const Observation& seen, const Judgement& judgement);

/// The cause that the pattern of the errors suggests ("copied_input", "wrong_border", "shifted",
/// "scaled" ...), or diagnose_unknown().
Diagnosis diagnose_pattern(const Observation& seen, const Judgement& judgement);

/// What to look at where values were written outside of a buffer.
inline constexpr const char* kAskAboutStores =
    "Do threads outside the image return before they store?";

/// The same for a workspace.
inline constexpr const char* kAskAboutWorkspace =
    "Is the workspace as large as the contract says, or your own function that says how much it "
    "takes, and are its rows there as long everywhere?";

/// What a student can do about a mistake that has no name.
inline constexpr const char* kByHand =
    " Work out one pixel by hand and compare; the picture of the errors may show a pattern.";

/// "unknown", where the errors lie, and kByHand.
Diagnosis diagnose_unknown(const Judgement& judgement);

}  // namespace kit::grader
