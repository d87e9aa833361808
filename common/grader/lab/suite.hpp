/// @file
/// What a lab brings to the judge: its cases, its evidence, its timing and its use on a picture.
/// tests/labs/NN_name/cases.cpp registers one Suite; nothing else needs to know the lab.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "grader/lab/backend.hpp"
#include "grader/lab/tap_grid.hpp"
#include "grader/lab/weight_grid.hpp"
#include "grader/protocol/guard.hpp"
#include "grader/protocol/tensor.hpp"
#include "grader/results/observations.hpp"
#include "grader/results/verdict.hpp"
#include "kit/image.hpp"

namespace kit::grader {

/// A wrong answer with a name: what the output would be if the student had made this mistake. The
/// judge compares a failed output with each hypothesis in order and names the first that explains
/// it. A NaN in `output` stands for any value: what that mistake reads there cannot be known. An
/// infinity stands for any wrong value, but for luck: most of the pixels that hold one are wrong.
struct Hypothesis {
  std::string cause;     ///< a name from the list in docs/verdict.md, e.g. "flipped_filter"
  std::string sentence;  ///< told to the student: what was probably done, and where to look
  Image<double> output;
};

/// An input that holds the weights of one sum.
struct TapInput {
  std::size_t input = 0;  ///< its index
  TapGrid grid;
};

/// One checked call.
struct Case {
  std::string
      name;  ///< unique in the lab, words with spaces, e.g. "clamp border, 5x5 random, 37x21"
  std::string stage;  ///< a stage id of lab.json
  Call call;          ///< exactly one input entry, one output
  Image<double> expected;
  double tolerance = 0;  ///< bound on max-abs-error
  /// The output is 8-bit and `expected` is not rounded yet. Right is the integer of [0, 255]
  /// nearest to it or, where it lies within `tolerance` of halfway between two, either of them:
  /// float32 arithmetic cannot know which. Such values are counted in the report. Where the
  /// tolerance is 0, halves are exact, and the even integer is right.
  bool rounding = false;
  /// The simulator looks at it for the evidence. Not at images that would take it minutes.
  bool observed = true;
  /// Kernels are to store the output: not of what the host computes by the contract, or only
  /// copies.
  bool by_kernels = true;
  /// Made only when the case failed.
  std::function<std::vector<Hypothesis>()> hypotheses;
  /// The stage whose function takes such calls over by the contract, and which these are, as the
  /// beginning of a sentence: "filters of this width go to convolve()". Empty if none does.
  std::string taken_over_by = {}, why_taken_over = {};
  /// Where each output value is a sum of first input values times numbers that do not depend on
  /// them: the right output for another first input of the same shape. What a single value leads to
  /// is asked of a case that failed.
  std::function<Image<double>(const Tensor& input)> reference = {};
  /// Those numbers, if they are the weights of a filter.
  WeightGrid weights = {};
  /// Where these weights stand among the call's inputs: a square filter's in one of them, a
  /// separable one's in two. What each tap takes is asked of a case that failed; its border is the
  /// call's.
  std::vector<TapInput> taps = {};

  /// Sets `reference`, and `expected` to what it says of the call's input.
  void expect_linear(std::function<Image<double>(const Tensor& input)> of) {
    reference = std::move(of);
    expected = reference(call.inputs.at(0).at(0));
  }
};

/// What is known about one case after it ran; evidence checks read these.
struct CaseResult {
  std::string name, stage;
  Verdict verdict = Verdict::grader_fault;  ///< until it is judged
  nlohmann::json params;
  int width = 0, height = 0;
  std::vector<GuardDamage> guards;           ///< writes outside the buffers
  std::vector<int> inputs_changed;           ///< indices of inputs that were written to
  std::optional<Observations> observations;  ///< none if the simulator did not run the case
  bool repeatable = true;  ///< the same bits in another block order (or a second launch on a GPU)
  /// Files of other stages in whose place the kit's own were: what those did is not the student's.
  std::vector<std::string> stand_in = {};
};

/// A number that an evidence check measured: a count, or a ratio of counts.
struct Measured {
  std::string name;
  std::variant<std::int64_t, double> value;
  std::string group = {};  ///< e.g. the stage, where several have a number of this name
  /// What the check asks of the number, if it asks something of it alone.
  std::optional<double> most = {}, least = {};
};

/// A number with its limit.
inline Measured at_most(double limit, std::string name, double value, std::string group = {}) {
  return {std::move(name), value, std::move(group), limit, {}};
}
inline Measured at_least(double limit, std::string name, double value) {
  return {std::move(name), value, {}, {}, limit};
}

/// The outcome of one evidence check.
struct EvidenceResult {
  bool passed = false;
  std::string message;  ///< one sentence: what was measured, the limit, and on failure what to do
  std::vector<Measured> measured;
  bool forged = false;  ///< counts that no honest run can give, such as fewer reads than pixels
  int bad_cases = 0;    ///< of checks that judge case by case: cases that did not pass
};

/// A property of how the result was computed, worth points of its own.
struct Evidence {
  std::string id;     ///< matches an entry of "evidence" in lab.json, which has title and points
  std::string stage;  ///< only judged if this stage's cases passed
  std::function<EvidenceResult(const std::vector<CaseResult>&)> check;
};

/// One row of the timing table: a call on large images.
struct TimingPlan {
  std::string name;  ///< e.g. "gaussian5, 2048x2048"
  std::string stage;
  int width = 0, height = 0;
  double bytes =
      0;  ///< fewest bytes the operation must move per launch (inputs once, outputs once)
  /// The call for one launch; a new seed gives new data. Its first input may be noise that is not
  /// made yet (take_noise()).
  std::function<Call(std::uint64_t seed)> call;
  /// Draws the lines of an output that are looked at, by a number that the student's code cannot
  /// know.
  std::function<Lines(std::uint64_t choice)> lines;
  /// The whole output of the first launch is looked at: a reference for all of it takes no longer
  /// than one for some lines.
  bool whole_first = false;
  /// Judges lines of an output of the call, each a row of `picked`: empty if right, else what is
  /// wrong.
  std::function<std::string(const Call&, const Lines& lines, const Tensor& picked)> verify;
  /// Runs the kit's CPU baseline once on the inputs of `call`, on one thread (threads = 1) or all
  /// (0).
  std::function<void(const Call&, int threads)> baseline;
  std::string baseline_name;  ///< the same for plans whose baselines do the same work
};

/// The first row, the last one, and `count` others drawn by `choice`, in ascending order. The same
/// for columns with the width for the height.
Lines picked_lines(int height, int count, std::uint64_t choice, bool columns = false);

/// All rows.
Lines all_rows(int height);

/// The rows of an image that an output row depends on whose window reaches `reach` rows up and
/// down: from `first` to `last`. An image of these alone gives the same row, `row - first` there:
/// where the window leaves them it leaves the image too.
struct RowsAround {
  int first, last;
};
RowsAround rows_around(int row, int reach, int height);

/// A plan for square images, of which each pixel takes `bytes` at least; what is called and how it
/// is judged is still to come.
inline TimingPlan square_plan(const std::string& name, const std::string& stage, int size,
                              double bytes) {
  TimingPlan plan;
  plan.name = name;
  plan.stage = stage;
  plan.width = plan.height = size;
  plan.bytes = bytes * size * size;
  return plan;
}

/// Options of `kit run`, as typed: FILTER=, BORDER=, SIGMA= ...
using RunOptions = nlohmann::json;

/// How the lab filters a picture.
struct PictureFilter {
  std::string description;  ///< for people, e.g. "gaussian5, clamp border"
  /// The lab takes all colours in one call: `call` and `reference` get the picture with its 1 or 3
  /// channels interleaved. Otherwise they get one channel after another. Alpha is never filtered.
  bool whole = false;
  /// Call for one float channel (or picture) in [0, 1]. Its output may be f32, or u8 for 0 to 255.
  std::function<Call(const Image<float>& channel)> call;
  /// The oracle's answer for the same, in [0, 1] also where the call's output is u8.
  std::function<Image<double>(const Image<float>& channel)> reference;
  double tolerance = 1e-5;
};

struct Suite {
  std::string lab;  ///< the folder's name, "02_naive"
  /// The checked cases for this seed, in the order of the stages.
  std::function<std::vector<Case>(Backend, std::uint64_t seed)> cases;
  std::vector<Evidence> evidence;
  /// Empty where timing says nothing on this backend (kernels in the simulator).
  std::function<std::vector<TimingPlan>(Backend)> timing;
  /// Throws InputError for unknown or bad options.
  std::function<PictureFilter(const RunOptions&)> picture;
  /// More cases from the instructor's hidden file, an array of objects whose keys are the lab's own
  /// (docs/classroom.md). Throws InputError. Empty if the lab has none.
  std::function<std::vector<Case>(const nlohmann::json& parameters, Backend, std::uint64_t seed)>
      hidden = {};
};

/// Makes a suite known to the judge; call at namespace scope: `const bool registered =
/// register_suite({...});`
bool register_suite(Suite suite);
/// The suite of a lab folder, from build/lib/cases_NN_name.so; throws HarnessError if there is
/// none.
const Suite& find_suite(const std::string& lab);

}  // namespace kit::grader
