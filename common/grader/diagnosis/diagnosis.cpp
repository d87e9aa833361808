/// @file
/// From an output to a cause. What is certain comes first: poison that is still there was never
/// written, whatever else is wrong. Patterns come last, since many faults share one.
#include "grader/diagnosis/diagnosis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>
#include <utility>

#include "grader/diagnosis/left_out.hpp"
#include "grader/protocol/poison.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

/// For a rounded case the integer nearest to the reference, else `got`.
double nearest_level(const Case& spec, std::size_t index, double got) {
  if (!spec.rounding) return got;
  return std::nearbyint(std::clamp(spec.expected.data()[index], 0.0, 255.0));
}

/// The output as kit::compare takes it. Integers may not fit into a float; their differences from
/// the reference keep their meaning, so those are compared with zero.
Comparison compare_output(const Tensor& output, const Case& spec) {
  const DType type = output.shape.type;
  if (type == DType::f32) return compare(to_float_image(output), spec.expected, spec.tolerance);
  const Image<double> values = to_double_image(output);
  Image<float> difference(values.width(), values.height(), values.channels());
  const Image<double> zero(values.width(), values.height(), values.channels());
  if (values.size() != spec.expected.size())
    throw HarnessError(
        fmt::format("the reference of case '{}' has another size than the output", spec.name));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values.data()[i];
    difference.data()[i] = static_cast<float>(value - expected_value(spec, i, value));
  }
  Comparison result = compare(difference, zero, bound_on_error(spec));
  result.got = values.at(result.worst_x, result.worst_y, result.worst_channel);
  result.expected =
      result.got - double(difference.at(result.worst_x, result.worst_y, result.worst_channel));
  return result;
}

/// Bitwise equal, or both not written, or both not finite: a NaN that was read from outside a
/// buffer differs with the poison, which says nothing about the order of blocks.
bool same_value(const Observation& seen, std::size_t index) {
  const Tensor &first = *seen.first.tensor, &second = *seen.second.tensor;
  const std::size_t size = size_of(first.shape.type);
  if (std::memcmp(first.bytes.data() + index * size, second.bytes.data() + index * size, size) == 0)
    return true;
  if (first.shape.type == DType::f32)
    return !is_finite(first.as<float>()[index]) && !is_finite(second.as<float>()[index]);
  return unwritten(seen, index);
}

/// Values beyond this size come of a recursion that does not die out: they double a difference in
/// rounding at each step, so that no two orders of addition agree.
double size_of_runaways(const Case& spec) {
  constexpr double kTimesTooLarge = 1000;
  double largest = 1;
  for (const double value : spec.expected.values()) largest = std::max(largest, std::abs(value));
  return kTimesTooLarge * largest;
}

bool ran_away(const Observation& seen, std::size_t index, double size) {
  if (seen.first.tensor->shape.type != DType::f32) return false;
  return std::abs(seen.first.tensor->as<float>()[index]) > size &&
         std::abs(seen.second.tensor->as<float>()[index]) > size;
}

std::string values_word(std::uint64_t number) {
  return fmt::format("{} {}", number, number == 1 ? "value" : "values");
}

/// Damage in one guard, e.g. "12 values past the end of d_output, the furthest 14 values past it".
std::string describe_damage(const GuardDamage& damage) {
  std::string text;
  const auto side = [&](std::size_t changed, std::size_t nearest, std::size_t furthest,
                        const char* side_of, const char* where) {
    if (changed == 0) return;
    if (!text.empty()) text += "; ";
    text += fmt::format("{} {} the {} of {}", values_word(changed), side_of, where, damage.buffer);
    if (furthest > 1)
      text += fmt::format(", {}{} {} it", furthest != nearest ? "the furthest " : "",
                          values_word(furthest), side_of);
  };
  side(damage.before, damage.nearest_before, damage.furthest_before, "before", "start");
  side(damage.after, damage.nearest_after, damage.furthest_after, "past", "end");
  return text;
}

Diagnosis diagnose_unwritten(const Observation& seen, const Judgement& judgement) {
  const std::size_t missing = count(judgement.unwritten), all = judgement.unwritten.size();
  // Among very many wrong bytes one or two equal both poisons by luck.
  const bool bytes = seen.first.tensor->shape.type == DType::u8;
  if (bytes && 256 * missing < count(judgement.wrong)) return {};
  // No poison is left, so every pixel was written.
  if (missing == 0) return {};
  if (missing == all)
    return {"nothing_written",
            "The output was never written. Is the kernel launched, and does it store its result?"};
  return {"unwritten_pixels",
          fmt::format("{} of {} pixels were never written: {}. {}", missing, all,
                      describe_region(judgement.unwritten), advice_for_unwritten(seen, judgement))};
}

Diagnosis diagnose_guards(const Observation& seen) {
  if (seen.guards.empty()) return {};
  return {"out_of_bounds_write", fmt::format("The code wrote outside of a buffer: {}. {}",
                                             describe_damage(seen.guards[0]), kAskAboutStores)};
}

Diagnosis diagnose_inputs(const Observation& seen) {
  if (seen.inputs_changed.empty()) return {};
  const int input = seen.inputs_changed[0];
  return {"input_overwritten",
          fmt::format("The code changed {}. Neighbours still need the old pixels: store results in "
                      "the output only.",
                      input == 0 ? "its input" : fmt::format("its input number {}", input + 1))};
}

Diagnosis diagnose_race(const Judgement& judgement) {
  if (judgement.repeatable) return {};
  return {
      "race",
      "A second run, with the blocks in another order, gave different values. A thread reads what "
      "another one writes with no barrier in between, or reads memory that was never written.",
      true};
}

/// What a model says to be larger than this has run away: in float32 it may be infinite or NaN.
constexpr double kOverflows = 1e30;

enum class Fit { none, runaways_alone, values };

/// Whether the hypothesis predicts the output: every value that it knows and that was written is
/// within the tolerance, most of those that it only calls wrong are, and at least one is wrong.
Fit fit_of(const Hypothesis& hypothesis, const Observation& seen, const Judgement& judgement) {
  const Image<double> got = to_double_image(*seen.first.tensor);
  if (hypothesis.output.size() != got.size()) return Fit::none;
  const auto channels = static_cast<std::size_t>(got.channels());
  // A prediction is a value, NaN for "not known", or an infinity for "wrong, whatever it is". A
  // value called wrong may still be right by luck, which is forgiven in at most half of them.
  // Where all values have run away, they would have done so for many a reason.
  std::size_t wrong = 0, called_wrong = 0, lucky = 0, run_away = 0;
  double error = 0, left = 0;  // the largest: of the output, and what the hypothesis leaves of it
  for (std::size_t i = 0; i < got.size(); ++i) {
    double predicted = hypothesis.output.data()[i];
    if (std::isnan(predicted) || judgement.unwritten.data()[i / channels] != 0) continue;
    const bool is_wrong = judgement.wrong.data()[i / channels] != 0;
    wrong += is_wrong ? 1 : 0;
    if (std::isinf(predicted)) {
      ++called_wrong;
      lucky += is_wrong ? 0 : 1;
      continue;
    }
    if (seen.spec->rounding) predicted = std::clamp(predicted, 0.0, 255.0);
    if (std::abs(predicted) > kOverflows) {
      if (is_finite(got.data()[i]) && std::abs(got.data()[i]) < kOverflows) return Fit::none;
      ++run_away;
      continue;
    }
    if (!is_finite(got.data()[i])) return Fit::none;
    // Hypotheses carry the same rounding bound as the reference, which is for values of its size.
    const double bound = seen.spec->rounding
                             ? slack(*seen.spec)
                             : 2 * seen.spec->tolerance * std::max(1.0, std::abs(predicted));
    // Of an exact sum halfway between two levels only one is right, and a mistake gives the other.
    const bool exact = seen.spec->rounding && seen.spec->tolerance == 0;
    if (exact && is_wrong && std::nearbyint(predicted) == expected_value(*seen.spec, i, 0))
      return Fit::none;
    if (!(std::abs(predicted - got.data()[i]) <= bound)) return Fit::none;
    left = std::max(left, std::abs(predicted - got.data()[i]));
    error = std::max(error, std::abs(expected_value(*seen.spec, i, got.data()[i]) - got.data()[i]));
  }
  // Errors of a few tolerances are within the bound of many a mistake that is near the reference.
  constexpr double kMostLeft = 0.25;
  const bool near = seen.spec->rounding || called_wrong > 0 || left <= kMostLeft * error;
  if (wrong == 0 || 2 * lucky > called_wrong || !near) return Fit::none;
  return wrong > run_away ? Fit::values : Fit::runaways_alone;
}

std::string without_numbers(std::string text) {
  std::erase_if(text, [](unsigned char c) { return std::isdigit(c) != 0; });
  return text;
}

bool all_the_same(std::span<const double> values, double tolerance) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return *high - *low <= tolerance;
}

}  // namespace

double slack(const Case& spec) {
  return spec.rounding ? 0.5 + spec.tolerance : spec.tolerance;
}

double bound_on_error(const Case& spec) {
  return spec.rounding ? 0 : spec.tolerance;
}

double expected_value(const Case& spec, std::size_t index, double got) {
  if (!spec.rounding) return spec.expected.data()[index];
  const double exact = std::clamp(spec.expected.data()[index], 0.0, 255.0);
  if (spec.tolerance == 0) return std::nearbyint(exact);
  return std::abs(got - exact) <= slack(spec) ? got : std::nearbyint(exact);
}

Judgement judge_output(const Observation& seen) {
  const Tensor& output = *seen.first.tensor;
  const Shape& shape = output.shape;
  Judgement result;
  result.comparison = compare_output(output, *seen.spec);
  result.right = result.comparison.non_finite == 0 &&
                 !(result.comparison.max_abs_error > bound_on_error(*seen.spec));
  result.unwritten = Mask(shape.width, shape.height);
  result.wrong = Mask(shape.width, shape.height);
  const Image<double> got = to_double_image(output);
  const auto channels = static_cast<std::size_t>(shape.channels);
  const double runaways = size_of_runaways(*seen.spec);
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double value = got.data()[i];
    const double error = std::abs(value - expected_value(*seen.spec, i, value));
    if (!is_finite(value) || !(error <= bound_on_error(*seen.spec)))
      result.wrong.data()[i / channels] = 1;
    else if (value != nearest_level(*seen.spec, i, value))
      ++result.halfway;
    // An integer may hold its poison by luck: only what is also wrong counts.
    if (result.wrong.data()[i / channels] != 0 && unwritten(seen, i))
      result.unwritten.data()[i / channels] = 1;
    if (seen.second.tensor != nullptr && !same_value(seen, i) && !ran_away(seen, i, runaways))
      result.repeatable = false;
  }
  return result;
}

std::vector<ModelMatch> matching_models(const Observation& seen, const Judgement& judgement) {
  std::vector<ModelMatch> matches;
  if (!seen.spec->hypotheses) return matches;
  for (const Hypothesis& hypothesis : seen.spec->hypotheses()) {
    const Fit fit = fit_of(hypothesis, seen, judgement);
    if (fit == Fit::none) continue;
    // One that calls values only wrong explains less, so that a finding may correct it.
    const auto& values = hypothesis.output.values();
    const bool presumed =
        std::any_of(values.begin(), values.end(), [](double value) { return std::isinf(value); });
    matches.push_back({hypothesis.cause + ": " + without_numbers(hypothesis.sentence),
                       {hypothesis.cause, hypothesis.sentence, presumed},
                       fit == Fit::runaways_alone});
  }
  return matches;
}

bool is_degenerate(const Case& spec) {
  constexpr std::size_t kMinValues = 16;
  if (spec.expected.size() < kMinValues) return true;
  if (all_the_same(spec.expected.values(), 2 * slack(spec))) return true;
  return !spec.call.inputs.empty() && !spec.call.inputs[0].empty() &&
         all_the_same(to_double_image(spec.call.inputs[0][0]).values(), 0);
}

Diagnosis diagnose(const Observation& seen, const Judgement& judgement, const Diagnosis& by_model) {
  std::vector<Diagnosis> found = {diagnose_unwritten(seen, judgement), diagnose_guards(seen),
                                  diagnose_inputs(seen), by_model};
  // A race or a pattern is only presumed, so neither adds to a cause that is certain.
  const bool any =
      std::any_of(found.begin(), found.end(), [](auto& d) { return !d.cause.empty(); });
  if (!any) found.push_back(diagnose_race(judgement));
  if (!any && judgement.repeatable) found.push_back(diagnose_pattern(seen, judgement));
  Diagnosis result;
  // The first cause names the mistake; the others may be its consequences.
  for (const Diagnosis& diagnosis : found) {
    if (diagnosis.cause.empty()) continue;
    if (result.cause.empty())
      result = diagnosis;
    else
      result.message += " Also: " + diagnosis.message;
  }
  return result;
}

Diagnosis diagnose_side_effects(const Observation& seen, const Judgement& judgement) {
  for (const Diagnosis& diagnosis :
       {diagnose_guards(seen), diagnose_inputs(seen), diagnose_race(judgement)})
    if (!diagnosis.cause.empty())
      return {diagnosis.cause, "The output is right, but: " + diagnosis.message,
              diagnosis.presumed};
  return {};
}

}  // namespace kit::grader
