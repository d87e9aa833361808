/// @file
/// The wrong values of a response are put into words from the most to the least telling: weights
/// that one rule exchanges, outputs that get nothing, outputs that should get nothing, and at last
/// the wrong value nearest to the impulse.
#include "grader/diagnosis/response.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "grader/diagnosis/region.hpp"

namespace kit::grader {
namespace {

/// Column and row of a weight.
using Place = std::pair<int, int>;

struct WrongValue {
  int x = 0, y = 0, channel = 0;
  double right = 0, got = 0;
  std::optional<Place> right_weight, got_weight;  // where the number is one of the weights
};

std::string number(double value) {
  return fmt::format("{:.4g}", value);
}

/// The one weight with this value.
std::optional<Place> weight_of(const WeightGrid& weights, double value, double tolerance) {
  std::optional<Place> found;
  if (weights.columns == 0 || std::abs(value) <= tolerance) return found;
  for (std::size_t n = 0; n < weights.values.size(); ++n) {
    if (!(std::abs(weights.values[n] - value) <= tolerance)) continue;
    if (found) return std::nullopt;
    found = Place(int(n) % weights.columns, int(n) / weights.columns);
  }
  return found;
}

std::string named(const WeightGrid& weights, const Place& place) {
  return fmt::format("{} ({}, {})", weights.noun, place.first, place.second);
}

class Words {
 public:
  Words(const Image<double>& right, const Image<double>& got, const Impulse& impulse,
        const WeightGrid& weights, double tolerance)
      : right_(right), impulse_(impulse), weights_(weights), tolerance_(tolerance) {
    for (int y = 0; y < right.height(); ++y)
      for (int x = 0; x < right.width(); ++x)
        for (int c = 0; c < right.channels(); ++c)
          note(right.at(x, y, c), got.at(x, y, c), x, y, c);
  }

  std::string text() const {
    if (wrong_.empty()) return {};
    const std::string what = weights_.columns > 0 ? exchanged_weights() : std::string();
    return fmt::format("An image of zeros with a single 1 at {} shows it: {}.",
                       place_of(impulse_.x, impulse_.y, impulse_.channel),
                       what.empty() ? plainly() : what);
  }

 private:
  void note(double right, double got, int x, int y, int channel) {
    reached_ += std::abs(right) > tolerance_ ? 1 : 0;
    if (std::abs(right - got) <= tolerance_) return;
    WrongValue one{x, y, channel, right, got, {}, {}};
    // A weight comes through whole, but for one rounding of a product.
    one.right_weight = weight_of(weights_, right, tolerance_ / 100);
    one.got_weight = weight_of(weights_, got, tolerance_ / 100);
    wrong_.push_back(one);
  }

  std::string place_of(int x, int y, int channel) const {
    std::string text = fmt::format("x={}, y={}", x, y);
    if (right_.channels() > 1) text += fmt::format(", channel {}", channel);
    return text;
  }

  bool is_zero(double value) const { return std::abs(value) <= tolerance_; }

  /// One rule for all weights that stand where others belong: the index of the one that is used is
  /// `row * j + column * i + start` for weight (i, j). Empty if there is none, or few weights.
  std::string exchanged_weights() const {
    std::vector<std::pair<Place, int>> used;  // and the index of what was used in its place
    const int k = weights_.columns;
    for (const WrongValue& one : wrong_) {
      if (!one.right_weight || (!one.got_weight && !is_zero(one.got))) return {};
      if (one.got_weight)
        used.emplace_back(*one.right_weight, one.got_weight->second * k + one.got_weight->first);
    }
    const auto rule = fit(used);
    if (!rule) return {};
    const std::size_t missing = wrong_.size() - used.size();
    return fmt::format(
        "{0} (i, j), at index {1} * j + i, belongs where {0} at index {2} is used{3}{4}",
        weights_.noun, k, formula(*rule), for_which(used),
        missing == 0 ? "" : fmt::format(", and {} products are missing", missing));
  }

  struct Rule {
    int row = 0, column = 0, start = 0;
  };

  static std::optional<Rule> fit(const std::vector<std::pair<Place, int>>& used) {
    constexpr std::size_t kFewest = 4;
    if (used.size() < kFewest) return std::nullopt;
    // Two weights of one row give `column`, two of one column `row`.
    std::optional<int> row, column;
    for (const auto& [place, index] : used)
      for (const auto& [other, other_index] : used) {
        const int di = other.first - place.first, dj = other.second - place.second;
        if (dj == 0 && di == 1 && !column) column = other_index - index;
        if (di == 0 && dj == 1 && !row) row = other_index - index;
      }
    if (!row || !column) return std::nullopt;
    const auto start_of = [&](const std::pair<Place, int>& one) {
      return one.second - *row * one.first.second - *column * one.first.first;
    };
    const int start = start_of(used[0]);
    if (!std::all_of(used.begin(), used.end(),
                     [&](const auto& one) { return start_of(one) == start; }))
      return std::nullopt;
    return Rule{*row, *column, start};
  }

  static std::string formula(const Rule& rule) {
    std::string text = fmt::format("{} * j", rule.row);
    if (rule.column == 1 || rule.column == -1)
      text += rule.column == 1 ? " + i" : " - i";
    else
      text += fmt::format(" {} {} * i", rule.column < 0 ? '-' : '+', std::abs(rule.column));
    if (rule.start != 0)
      text += fmt::format(" {} {}", rule.start < 0 ? '-' : '+', std::abs(rule.start));
    return text;
  }

  /// ", for i = 0 to 1": where not all columns or rows of the filter are concerned.
  std::string for_which(const std::vector<std::pair<Place, int>>& used) const {
    const auto range = [&](const char* name, int most, auto number) {
      int low = most, high = 0;
      for (const auto& [place, index] : used) {
        low = std::min(low, number(place));
        high = std::max(high, number(place));
      }
      if (low == 0 && high == most) return std::string();
      return low == high ? fmt::format(", for {} = {}", name, low)
                         : fmt::format(", for {} = {} to {}", name, low, high);
    };
    const int rows = int(weights_.values.size()) / weights_.columns;
    return range("i", weights_.columns - 1, [](const Place& one) { return one.first; }) +
           range("j", rows - 1, [](const Place& one) { return one.second; });
  }

  /// "columns 0 to 2 of the filter" if the missing weights are whole columns or rows of it.
  std::string lines_of_the_filter() const {
    std::set<Place> missing;
    for (const WrongValue& one : wrong_) {
      if (!one.right_weight) return {};
      missing.insert(*one.right_weight);
    }
    const int columns = weights_.columns, rows = int(weights_.values.size()) / columns;
    const auto whole = [&](bool by_column) {
      std::set<int> lines;
      for (const Place& place : missing) lines.insert(by_column ? place.first : place.second);
      const std::size_t length = std::size_t(by_column ? rows : columns);
      if (missing.size() != lines.size() * length ||
          int(lines.size()) != *lines.rbegin() - *lines.begin() + 1)
        return std::string();
      const char* const what = by_column ? "column" : "row";
      return lines.size() == 1
                 ? fmt::format("{} {} of the filter", what, *lines.begin())
                 : fmt::format("{}s {} to {} of the filter", what, *lines.begin(), *lines.rbegin());
    };
    const std::string by_column = whole(true);
    return by_column.empty() ? whole(false) : by_column;
  }

  std::string where() const {
    Mask mask(right_.width(), right_.height());
    for (const WrongValue& one : wrong_) mask.at(one.x, one.y) = 1;
    return describe_region(mask);
  }

  const WrongValue& nearest() const {
    const auto distance = [&](const WrongValue& one) {
      return std::abs(one.x - impulse_.x) + std::abs(one.y - impulse_.y) +
             std::abs(one.channel - impulse_.channel);
    };
    return *std::min_element(
        wrong_.begin(), wrong_.end(),
        [&](const WrongValue& a, const WrongValue& b) { return distance(a) < distance(b); });
  }

  std::string value(double one, const std::optional<Place>& weight) const {
    return weight ? fmt::format("{}, {}", number(one), named(weights_, *weight)) : number(one);
  }

  std::string example() const {
    const WrongValue& one = nearest();
    return fmt::format("at {} it gives {}, and should give {}", place_of(one.x, one.y, one.channel),
                       value(one.got, one.got_weight), value(one.right, one.right_weight));
  }

  std::string plainly() const {
    const auto all = [&](auto holds) { return std::all_of(wrong_.begin(), wrong_.end(), holds); };
    const std::string outputs = wrong_.size() == 1 ? "output" : "outputs";
    if (all([&](const WrongValue& one) { return is_zero(one.got); })) {
      const std::string lines = weights_.columns > 0 ? lines_of_the_filter() : std::string();
      if (!lines.empty()) return "the products with " + lines + " are missing";
      return fmt::format("it is missing from {} of the {} outputs that need it ({}); {}",
                         wrong_.size(), reached_, where(), example());
    }
    if (all([&](const WrongValue& one) { return is_zero(one.right); }))
      return fmt::format("it appears in {} {} where it does not belong ({}); {}", wrong_.size(),
                         outputs, where(), example());
    return fmt::format("{} {} of it {} wrong ({}), nearest to it: {}", wrong_.size(), outputs,
                       wrong_.size() == 1 ? "is" : "are", where(), example());
  }

  const Image<double>& right_;
  const Impulse impulse_;
  const WeightGrid& weights_;
  const double tolerance_;
  std::size_t reached_ = 0;
  std::vector<WrongValue> wrong_;
};

}  // namespace

std::string describe_response(const Image<double>& right, const Image<double>& got,
                              const Impulse& impulse, const WeightGrid& weights, double tolerance) {
  return Words(right, got, impulse, weights, tolerance).text();
}

}  // namespace kit::grader
