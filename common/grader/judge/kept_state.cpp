/// @file
/// Each question takes a process of its own: a call or two, then the case's. What the case gives
/// then is compared with its right output, and with what the call before it gives alone.
#include "grader/judge/kept_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <utility>

#include "grader/diagnosis/diagnosis.hpp"
#include "grader/judge/derived_seed.hpp"
#include "grader/judge/session.hpp"

namespace kit::grader {
namespace {

/// What the last of some calls gave.
struct Last {
  bool was_made = false;                ///< the calls before it returned
  std::optional<Image<double>> output;  ///< none: it did not return
};

/// Which values of an input are changed: an input may be told from the one before by its first.
enum class Changed { all, second_half };

/// The same call with other values in an input, which are as good as those of the case: floats
/// times a factor, bytes as in a negative. None of an input whose values have another meaning.
std::optional<Call> with_other_values(Call call, std::size_t input, Changed changed, float factor) {
  Tensor& tensor = call.inputs[0][input];
  const std::size_t count = tensor.shape.values(), first = changed == Changed::all ? 0 : count / 2;
  if (tensor.shape.type == DType::f32) {
    for (std::size_t i = first; i < count; ++i) tensor.as<float>()[i] *= factor;
    return call;
  }
  if (tensor.shape.type != DType::u8) return std::nullopt;
  for (std::size_t i = first; i < count; ++i) tensor.bytes[i] = ~tensor.bytes[i];
  return call;
}

bool same_shapes(const Call& a, const Call& b) {
  const auto& left = a.inputs[0];
  const auto& right = b.inputs[0];
  return a.outputs == b.outputs && left.size() == right.size() &&
         std::equal(left.begin(), left.end(), right.begin(),
                    [](const Tensor& x, const Tensor& y) { return x.shape == y.shape; });
}

class KeptState {
 public:
  KeptState(const JudgePlan& plan, const std::vector<Case>& cases, std::size_t index)
      : plan_(plan), cases_(cases), case_(cases[index]), index_(index) {}

  std::string describe() {
    std::string words = by_repetition();
    if (words.empty()) words = by_input();
    if (words.empty()) words = by_parameter();
    if (words.empty()) words = by_size();
    return words;
  }

 private:
  /// What the last of these calls gives, in a program that makes no others.
  Last last_of(const std::vector<Call>& calls) {
    Session session(plan_.worker, *plan_.config, plan_.backend,
                    derived_seed(plan_.seed, SeedFor::kept_order, index_));
    contain(session, plan_);
    if (names_.empty()) note_names(session);
    Last last;
    for (std::size_t i = 0; i < calls.size(); ++i) {
      last.was_made = i + 1 == calls.size();
      const std::uint64_t poison = derived_seed(plan_.seed, SeedFor::kept_poison, index_ + i);
      const CallOutcome outcome = session.call(calls[i], poison, plan_.config->seconds_per_case);
      if (!outcome.returned()) return last;
      if (last.was_made) last.output = to_double_image(outcome.outputs[0]);
    }
    return last;
  }

  void note_names(Session& session) {
    CallOutcome start;
    for (const FunctionDescription& function : session.describe(start).functions)
      if (function.name == case_.call.function) names_ = function.inputs;
  }

  std::string name_of(std::size_t input) const {
    return input < names_.size() ? fmt::format("`{}`", names_[input])
                                 : fmt::format("input {}", input + 1);
  }

  /// Within what rounding explains; a value that is not finite is equal to nothing.
  bool equal(const Image<double>& a, const Image<double>& b) const {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i)
      if (!(std::abs(a.data()[i] - b.data()[i]) <= 2 * slack(case_))) return false;
    return true;
  }

  bool is_right(const Image<double>& output) const { return equal(output, case_.expected); }

  bool is_twice(const Image<double>& output) const {
    Image<double> twice = case_.expected;
    const bool bytes = case_.call.outputs[0].type == DType::u8;
    for (double& value : twice.values()) value = bytes ? std::min(2 * value, 255.0) : 2 * value;
    return equal(output, twice);
  }

  bool is_spoilt(const Last& last) const {
    return last.was_made && !(last.output && is_right(*last.output));
  }

  std::string by_repetition() {
    const Last second = last_of({case_.call, case_.call});
    if (!is_spoilt(second)) return "";
    return second.output && is_twice(*second.output)
               ? "of two calls with the same arguments the second gives the sum of both: what the "
                 "first left in a buffer is added to. Set it to 0 in each call"
               : "of two calls with the same arguments the second is wrong: what a call leaves, "
                 "such as a counter, a flag or a buffer of sums, must be set back in each call";
  }

  std::string by_input() {
    const std::size_t inputs = case_.call.inputs[0].size();
    for (const Changed changed : {Changed::all, Changed::second_half})
      // Later inputs are what is kept most often: weights, guides.
      for (std::size_t i = inputs; i-- > 0;) {
        const auto other = with_other_values(case_.call, i, changed, 0.5F);
        if (!other) continue;
        const Last mixed = last_of({*other, case_.call});
        if (is_spoilt(mixed)) return kept_values(i, changed, *other, mixed);
      }
    return "";
  }

  std::string kept_values(std::size_t input, Changed changed, const Call& other,
                          const Last& mixed) {
    const Last of_other = last_of({other});
    if (!mixed.output || !of_other.output || !equal(*mixed.output, *of_other.output))
      return fmt::format("after a call with other values in {}, something of those is still used",
                         name_of(input));
    const auto third = with_other_values(case_.call, input, changed, 0.25F);
    const Last last = last_of({other, *third, case_.call});
    const bool keeps_first = case_.call.inputs[0][input].shape.type == DType::f32 && last.output &&
                             equal(*last.output, *of_other.output);
    return fmt::format("{} of {} is still used, though the values have changed", name_of(input),
                       keeps_first ? "the first call" : "the call before");
  }

  /// Whole numbers may go with shapes: a case of the same ones tells which may stand there.
  std::string by_parameter() {
    constexpr std::size_t kMostTried = 8;  // each takes a process
    std::set<std::string> asked;
    for (const bool whole : {false, true})
      for (const Case& other : cases_) {
        if (other.call.function != case_.call.function) continue;
        if (whole && !same_shapes(other.call, case_.call)) continue;
        for (const auto& [key, value] : other.call.params.items()) {
          if (!case_.call.params.contains(key) || case_.call.params[key] == value ||
              value.is_number_integer() != whole || !asked.insert(key).second)
            continue;
          if (asked.size() > kMostTried) return "";
          Call call = case_.call;
          call.params[key] = value;
          if (is_spoilt(last_of({call, case_.call})))
            return fmt::format("the `{}` of an earlier call is still used", key);
        }
      }
    return "";
  }

  /// In words, what another case's call has in other sizes.
  std::vector<std::string> differences(const Case& other) const {
    std::vector<std::string> list;
    const Shape &before = other.call.outputs[0], &now = case_.call.outputs[0];
    if (before.width != now.width || before.height != now.height)
      list.push_back(fmt::format("a {} image ({}x{} before {}x{})",
                                 before.values() > now.values() ? "larger" : "smaller",
                                 before.width, before.height, now.width, now.height));
    const auto &inputs = case_.call.inputs[0], &others = other.call.inputs[0];
    for (std::size_t i = 0; i < inputs.size() && i < others.size(); ++i) {
      const Shape &was = others[i].shape, &is = inputs[i].shape;
      // An input of the image's size says no more than that.
      if (was == is || (is.width == now.width && is.height == now.height)) continue;
      list.push_back(
          fmt::format("a {} {}", was.values() > is.values() ? "longer" : "shorter", name_of(i)));
    }
    for (const auto& [key, value] : other.call.params.items())
      if (value.is_number_integer() && case_.call.params.value(key, value) != value)
        list.push_back(fmt::format("another `{}`", key));
    return list;
  }

  std::string by_size() {
    constexpr std::size_t kMostTried = 8;
    std::vector<const Case*> others;
    for (const Case& other : cases_)
      if (other.call.function == case_.call.function && !differences(other).empty())
        others.push_back(&other);
    std::stable_sort(others.begin(), others.end(), [&](const Case* a, const Case* b) {
      return differences(*a).size() < differences(*b).size();
    });
    others.resize(std::min(others.size(), kMostTried));
    for (const Case* other : others)
      if (is_spoilt(last_of({other->call, case_.call})))
        return fmt::format(
            "after a call with {}, something of that call is still used, such as a buffer or a "
            "size that only the first call sets",
            fmt::join(differences(*other), " and "));
    return "";
  }

  const JudgePlan& plan_;
  const std::vector<Case>& cases_;
  const Case& case_;
  std::size_t index_;
  std::vector<std::string> names_;
};

}  // namespace

std::string describe_kept_state(const JudgePlan& plan, const std::vector<Case>& cases,
                                std::size_t index) {
  return KeptState(plan, cases, index).describe();
}

}  // namespace kit::grader
