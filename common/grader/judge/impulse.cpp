/// @file
/// Which input value counts wrongly is found by halving: the error of one output is the sum of what
/// the two halves of the input bring, each with zeros in the place of the other, and the half with
/// more of it is halved again. That takes some twenty calls, in a process of their own.
#include "grader/judge/impulse.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "grader/diagnosis/diagnosis.hpp"
#include "grader/diagnosis/response.hpp"
#include "grader/judge/derived_seed.hpp"
#include "grader/judge/other_inputs.hpp"
#include "grader/judge/taps.hpp"

namespace kit::grader {
namespace {

/// A case's call with other first inputs.
class Probe {
 public:
  Probe(const JudgePlan& plan, const Case& one, std::size_t index)
      : case_(one),
        calls_(plan, one,
               {derived_seed(plan.seed, SeedFor::impulse_order, index),
                derived_seed(plan.seed, SeedFor::impulse_poison, index)}) {}

  /// The case's input with zeros outside of [begin, end).
  Tensor part(std::size_t begin, std::size_t end) const {
    Tensor tensor = input();
    const std::size_t each = size_of(tensor.shape.type);
    const auto bytes = [&](std::size_t n) {
      return tensor.bytes.begin() + std::ptrdiff_t(n * each);
    };
    std::fill(tensor.bytes.begin(), bytes(begin), std::byte{0});
    std::fill(bytes(end), tensor.bytes.end(), std::byte{0});
    return tensor;
  }

  /// Zeros but for a 1.
  Tensor impulse(std::size_t place) const {
    Tensor tensor = part(0, 0);
    switch (tensor.shape.type) {
      case DType::u8:
        tensor.as<std::uint8_t>()[place] = 1;
        break;
      case DType::f32:
        tensor.as<float>()[place] = 1;
        break;
      case DType::i32:
      case DType::u32:
        tensor.as<std::uint32_t>()[place] = 1;
        break;
    }
    return tensor;
  }

  /// What the student's code makes of this input; none as of OtherInputs::ask().
  std::optional<Image<double>> ask(const Tensor& tensor) { return calls_.ask({{0, tensor}}); }

  /// The error of one output for this input.
  std::optional<double> error(const Tensor& tensor, std::size_t output) {
    const auto got = ask(tensor);
    if (!got) return std::nullopt;
    return got->data()[output] - case_.reference(tensor).data()[output];
  }

  const Tensor& input() const { return case_.call.inputs[0][0]; }

 private:
  const Case& case_;
  OtherInputs calls_;
};

std::size_t most_wrong(const Image<double>& got, const Image<double>& right) {
  std::size_t worst = 0;
  double largest = -1;
  for (std::size_t n = 0; n < got.size(); ++n) {
    const double error = std::abs(got.data()[n] - right.data()[n]);
    if (error > largest) {
      largest = error;
      worst = n;
    }
  }
  return worst;
}

/// The input value that an output's error comes from.
std::optional<std::size_t> culprit(Probe& probe, std::size_t output) {
  std::size_t begin = 0, end = probe.input().shape.values();
  while (end - begin > 1) {
    const std::size_t middle = begin + (end - begin) / 2;
    const auto first = probe.error(probe.part(begin, middle), output);
    const auto second = probe.error(probe.part(middle, end), output);
    if (!first || !second) return std::nullopt;
    (std::abs(*first) >= std::abs(*second) ? end : begin) = middle;
  }
  return begin;
}

/// True if each weight, if there are any, has a value of its own.
bool tells_apart(const WeightGrid& weights) {
  const std::set<double> values(weights.values.begin(), weights.values.end());
  return values.size() == weights.values.size() && values.count(0) == 0;
}

std::string response_of(const JudgePlan& plan, const Case& one, std::size_t index) {
  Probe probe(plan, one, index);
  const auto got = probe.ask(probe.input());
  if (!got) return {};
  const auto place = culprit(probe, most_wrong(*got, one.expected));
  if (!place) return {};
  const Tensor impulse = probe.impulse(*place);
  const auto response = probe.ask(impulse);
  if (!response) return {};
  const Image<double> right = one.reference(impulse);
  double largest = 0;
  for (const double value : right.values()) largest = std::max(largest, std::abs(value));
  constexpr double kRelative = 1e-4;  // of rounding in float32, which grows with the values
  const int width = impulse.shape.width, channels = impulse.shape.channels;
  const auto pixel = int(*place) / channels;
  return describe_response(right, *response, {pixel % width, pixel / width, int(*place) % channels},
                           one.weights, kRelative * largest);
}

}  // namespace

void explain_by_impulse(const JudgePlan& plan, const std::vector<Case>& cases,
                        const std::vector<FailedOutput>& failed, std::vector<CaseRecord>& records) {
  if (explain_by_taps(plan, cases, failed, records)) return;
  constexpr std::size_t kMostValues = 50000;  // of the input: each call takes its time
  constexpr int kInside = 16;                 // of a side: edges are not everywhere
  // The smallest that tells something: its impulse is the easiest to follow. Where weights are
  // alike, nobody can say which was used.
  const FailedOutput* chosen = nullptr;
  const auto size = [&](const FailedOutput& one) {
    const Image<double>& output = cases[one.index].expected;
    return std::tuple(!tells_apart(cases[one.index].weights),
                      std::min(output.width(), output.height()) < kInside, output.size());
  };
  for (const FailedOutput& one : failed) {
    const CaseRecord& record = records[one.index];
    const Case& spec = cases[one.index];
    if (record.cause != "unknown" && record.cause != "special_case") continue;
    if (!spec.reference || spec.rounding || is_degenerate(spec) || !record.repeatable) continue;
    if (spec.call.inputs[0][0].shape.values() > kMostValues) continue;
    if (chosen == nullptr || size(one) < size(*chosen)) chosen = &one;
  }
  if (chosen == nullptr) return;
  const std::string text = response_of(plan, cases[chosen->index], chosen->index);
  if (text.empty()) return;
  CaseRecord& told = records[chosen->index];
  for (const FailedOutput& one : failed) {
    CaseRecord& record = records[one.index];
    if (record.cause != "unknown" && record.cause != "special_case") continue;
    if (const auto by_hand = record.message.find(kByHand); by_hand != std::string::npos)
      record.message.erase(by_hand, std::string_view(kByHand).size());
    if (&record == &told)
      record.message += " " + text;
    else
      record.message += " In the case '" + told.name + "': " + text;
  }
}

}  // namespace kit::grader
