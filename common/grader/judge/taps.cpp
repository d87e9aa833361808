/// @file
/// The sums of a separable filter are asked one after the other: the taps of the other one are 0
/// but for its middle, which moves nothing.
#include "grader/judge/taps.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "grader/diagnosis/diagnosis.hpp"
#include "grader/diagnosis/tap_map.hpp"
#include "grader/judge/derived_seed.hpp"
#include "grader/judge/other_inputs.hpp"
#include "kit/filters.hpp"

namespace kit::grader {
namespace {

constexpr int kMostTaps = 49;  // of a sum: each takes a call
constexpr std::size_t kMostPixels = 8000;

bool is_open(const CaseRecord& record) {
  return record.cause == "unknown" || record.cause == "special_case" || record.by_pattern;
}

int taps_of(const TapGrid& grid) {
  return grid.columns * grid.rows;
}

bool can_be_asked(const Case& one, const CaseRecord& record) {
  return is_open(record) && record.repeatable && !one.taps.empty() && !is_degenerate(one) &&
         one.expected.channels() == 1 && one.expected.size() <= kMostPixels &&
         one.expected.size() == one.call.inputs[0][0].shape.values() &&
         std::all_of(one.taps.begin(), one.taps.end(),
                     [](const TapInput& taps) { return taps_of(taps.grid) <= kMostTaps; });
}

/// All 0 but for one weight.
Tensor only(const Tensor& weights, int tap) {
  Tensor tensor = weights;
  std::fill(tensor.bytes.begin(), tensor.bytes.end(), std::byte{0});
  tensor.as<float>()[tap] = 1;
  return tensor;
}

std::optional<TapWords> ask(const JudgePlan& plan, const Case& one, std::size_t index) {
  OtherInputs calls(plan, one,
                    {derived_seed(plan.seed, SeedFor::taps_order, index),
                     derived_seed(plan.seed, SeedFor::taps_poison, index)});
  const Border border = parse_border(one.call.params.at("border").get<std::string>());
  const auto& inputs = one.call.inputs[0];
  std::map<std::size_t, Tensor> given;
  given[0] = to_tensor(image_of_places(one.expected.width(), one.expected.height()));
  for (const TapInput& asked : one.taps) {
    for (const TapInput& other : one.taps)
      given[other.input] = only(inputs.at(other.input), taps_of(other.grid) / 2);
    std::vector<TapAnswer> answers;
    for (int tap = 0; tap < taps_of(asked.grid); ++tap) {
      given[asked.input] = only(inputs.at(asked.input), tap);
      auto output = calls.ask(given);
      if (!output) return std::nullopt;
      answers.push_back({tap % asked.grid.columns, tap / asked.grid.columns, std::move(*output)});
    }
    if (auto words = describe_taps(asked.grid, border, answers)) return words;
  }
  return std::nullopt;
}

}  // namespace

bool explain_by_taps(const JudgePlan& plan, const std::vector<Case>& cases,
                     const std::vector<FailedOutput>& failed, std::vector<CaseRecord>& records) {
  constexpr int kInside = 4;  // of a side: windows lie inside, too
  const FailedOutput* chosen = nullptr;
  const auto size = [&](const FailedOutput& one) {
    const Image<double>& output = cases[one.index].expected;
    return std::tuple(std::min(output.width(), output.height()) < kInside,
                      output.size() * cases[one.index].weights.values.size());
  };
  for (const FailedOutput& one : failed) {
    if (!can_be_asked(cases[one.index], records[one.index])) continue;
    if (chosen == nullptr || size(one) < size(*chosen)) chosen = &one;
  }
  if (chosen == nullptr) return false;
  const auto words = ask(plan, cases[chosen->index], chosen->index);
  if (!words) return false;
  const std::string& name = records[chosen->index].name;
  for (const FailedOutput& one : failed) {
    CaseRecord& record = records[one.index];
    if (!is_open(record)) continue;
    if (const auto by_hand = record.message.find(kByHand); by_hand != std::string::npos)
      record.message.erase(by_hand, std::string_view(kByHand).size());
    record.message +=
        " " + (one.index == chosen->index ? "" : "In the case '" + name + "': ") + words->text;
    if (!words->one_rule) continue;
    record.cause = words->of_the_border ? "wrong_border" : "wrong_filter";
    record.by_pattern = true;
  }
  return true;
}

}  // namespace kit::grader
