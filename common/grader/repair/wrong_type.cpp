// All types of a kind are replaced at once. If that mends, half of them may do, and half of those.
#include "grader/repair/wrong_type.hpp"

#include <fmt/format.h>

#include <chrono>
#include <iterator>
#include <map>
#include <string>

namespace kit::repair {
namespace {

using Clock = std::chrono::steady_clock;

class TypeSearch {
 public:
  TypeSearch(const grader::JudgePlan& plan, const BuildWidened& build, const SearchCases& cases,
             Widening widening)
      : plan_(plan), build_(build), cases_(cases), widening_(widening) {}

  /// The fewest lines in which other types mend all cases; none if all types together do not.
  std::set<int> lines() const {
    std::set<int> mending = mended_by({});
    const auto end = Clock::now() + std::chrono::seconds(kMaxSeconds);
    while (mending.size() > 1 && Clock::now() < end) {
      const auto middle = std::next(mending.begin(), std::ptrdiff_t(mending.size() / 2));
      std::set<int> half = mended_by({mending.begin(), middle});
      if (half.empty()) half = mended_by({middle, mending.end()});
      if (half.empty()) break;
      mending = half;
    }
    return mending;
  }

 private:
  static constexpr int kMaxSeconds = 5;

  std::set<int> mended_by(const std::set<int>& only) const {
    const auto worker = build_(widening_, only);
    if (!worker || !is_right(plan_, {worker->program, {}}, cases_)) return {};
    return worker->lines;
  }

  const grader::JudgePlan& plan_;
  const BuildWidened& build_;
  const SearchCases& cases_;
  Widening widening_;
};

Repair repair_of(Widening widening, const std::set<int>& lines, std::size_t cases) {
  std::string others;
  for (auto line = std::next(lines.begin()); line != lines.end(); ++line)
    others += fmt::format(" or {}", *line);
  struct TypeWords {
    const char *cause, *text, *change;
  };
  static const std::map<Widening, TypeWords> kWords = {
      {Widening::narrow, {"narrow_type", "is too narrow for its values", "With int in its place"}},
      {Widening::no_sign,
       {"unsigned_type", "has no negative values (-1 is huge there), or too few bits",
        "With a signed one of 64 bits in its place"}},
      {Widening::whole,
       {"integer_type", "has no fractions: what stands behind the point is cut off each time",
        "With float in its place"}}};
  const TypeWords& words = kWords.at(widening);
  return {*lines.begin(), words.cause,
          fmt::format("{}the type there {}. {}",
                      others.empty() ? "" : "(or line" + others.substr(3) + ") ", words.text,
                      what_was_tried(words.change, cases))};
}

}  // namespace

std::optional<Repair> find_wrong_type(const grader::JudgePlan& plan, const BuildWidened& build,
                                      const SearchCases& cases) {
  constexpr std::size_t kMaxTypes = 3;
  for (const Widening widening : {Widening::narrow, Widening::no_sign, Widening::whole}) {
    const std::set<int> lines = TypeSearch(plan, build, cases, widening).lines();
    if (!lines.empty() && lines.size() <= kMaxTypes)
      return repair_of(widening, lines, cases.failed.size());
  }
  return std::nullopt;
}

}  // namespace kit::repair
