#include "grader/repair/twins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>

#include "grader/repair/words.hpp"

namespace kit::repair {
namespace {

using Alike = std::map<std::string, std::vector<int>>;  ///< numbers of edits, by what they change

class Twins {
 public:
  Twins(const std::vector<Edit>& edits, const std::vector<int>& met,
        const std::function<bool(int, int)>& may_pair)
      : edits_(edits), met_(met), may_pair_(may_pair) {}

  std::vector<std::vector<int>> run() {
    const Alike alike = alike_edits([](const std::string& text) { return text; });
    for (const auto& [key, edits] : alike) pair_next(edits, [](int, int) { return true; });
    for (const auto& [key, edits] : alike)
      for (std::size_t a = 0; a + 2 < edits.size(); ++a)
        if (may_pair_(edits[a], edits[a + 1]) && may_pair_(edits[a + 1], edits[a + 2]))
          list_.push_back({edits[a], edits[a + 1], edits[a + 2]});
    for (const auto& [key, edits] : alike_edits(without_sign))
      pair_next(edits, [&](int a, int b) { return text_of(a) != text_of(b); });
    return list_;
  }

 private:
  /// "b + 1" and "b - 1" are alike.
  static std::string without_sign(std::string text) {
    std::replace(text.begin(), text.end(), '-', '+');
    return text;
  }

  const Edit& edit(int number) const { return edits_[std::size_t(number) - 1]; }

  std::string text_of(int number) const {
    // An extent of the block may stand for a width here and a height there.
    const Edit& one = edit(number);
    const std::string here =
        one.there.find("int(blockDim.") == 0 ? "" : without_direction(one.here);
    return fmt::format("{} {} {}", int(one.kind), here, without_direction(one.there));
  }

  template <typename Change>
  Alike alike_edits(Change change) const {
    Alike alike;
    for (const int number : met_)
      if (number >= 1 && std::size_t(number) <= edits_.size())
        alike[change(text_of(number))].push_back(number);
    return alike;
  }

  /// Each with the next few that are wanted.
  template <typename Wanted>
  void pair_next(const std::vector<int>& edits, Wanted wanted) {
    constexpr int kNext = 3;
    for (std::size_t a = 0; a < edits.size(); ++a) {
      int left = kNext;
      for (std::size_t b = a + 1; b < edits.size() && left > 0; ++b) {
        if (!wanted(edits[a], edits[b])) continue;
        --left;
        if (may_pair_(edits[a], edits[b])) list_.push_back({edits[a], edits[b]});
      }
    }
  }

  const std::vector<Edit>& edits_;
  const std::vector<int>& met_;
  const std::function<bool(int, int)>& may_pair_;
  std::vector<std::vector<int>> list_;
};

}  // namespace

std::vector<std::vector<int>> find_twins(const std::vector<Edit>& edits,
                                         const std::vector<int>& met,
                                         const std::function<bool(int, int)>& may_pair) {
  return Twins(edits, met, may_pair).run();
}

}  // namespace kit::repair
