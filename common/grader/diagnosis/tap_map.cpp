/// @file
/// Each (tap, place) has features: the tap's number, the place, the pixel that the tap should take,
/// how far its window reaches beyond an edge. Looked for is a box, an interval of each of few
/// features, that holds all wrong taps and no right one.
#include "grader/diagnosis/tap_map.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <limits>
#include <set>
#include <unordered_map>
#include <utility>

#include "kit/synthetic.hpp"

namespace kit::grader {
namespace {

/// What a tap added: a pixel's value, nothing, the right one and another one besides, or none of
/// these.
struct Taken {
  enum class What { pixel, nothing, besides, other } what = What::other;
  int x = 0, y = 0;

  bool operator==(const Taken&) const = default;
};

enum Feature {
  column,  // of the tap
  row,
  across,  // x and y of the output
  down,
  left,  // the tap's pixel, counted from each edge
  right,
  upper,
  lower,
  over_left,  // pixels that the whole window reaches beyond an edge
  over_right,
  over_upper,
  over_lower,
  kFeatures
};
// Remainders of the place by these follow the features: parts of blocks, warps and loops.
constexpr std::array kModuli = {2, 4, 8, 16, 32};
constexpr int kAll = kFeatures + 2 * int(kModuli.size());

struct Fact {
  std::array<int, kAll> features{};
  Taken should, took;
  int x = 0, y = 0;
};

struct Interval {
  int low = std::numeric_limits<int>::max(), high = std::numeric_limits<int>::min();

  void take_in(int value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  bool holds(int value) const { return low <= value && value <= high; }
};

class TapMap {
 public:
  TapMap(const TapGrid& grid, Border border, const std::vector<TapAnswer>& answers)
      : grid_(grid),
        border_(border),
        width_(answers.front().output.width()),
        height_(answers.front().output.height()),
        places_(image_of_places(width_, height_)) {
    for (std::size_t n = 0; n < places_.size(); ++n) place_of_[places_.data()[n]] = int(n);
    for (const TapAnswer& one : answers) note(one);
    divide();
  }

  std::optional<TapWords> words() const {
    if (wrong_.empty()) return std::nullopt;
    const std::vector<int> box = smallest_box();
    TapWords words;
    words.one_rule = !box.empty() && wrong_.size() >= kFewest;
    if (!words.one_rule) {
      words.text = fmt::format("{} of {} products of a pixel and a tap of {} are wrong: {}.",
                               wrong_.size(), facts_.size(), grid_.name, example());
      return words;
    }
    words.of_the_border = std::any_of(box.begin(), box.end(), [&](int feature) {
      return feature >= left && feature <= lower && beyond(Feature(feature));
    });
    // First which taps, then where.
    std::vector<std::string> phrases;
    phrases.reserve(box.size() + 1);
    for (const int feature : box) phrases.push_back(phrase(feature));
    const auto outputs = std::stable_partition(
        phrases.begin(), phrases.end(), [](const std::string& one) { return one[0] == 't'; });
    if (outputs == phrases.begin()) phrases.insert(phrases.begin(), "all taps");
    const std::string where = fmt::format("{}", fmt::join(phrases, ", "));
    words.text =
        fmt::format("Of {}, {} {}, and only these: {}.", grid_.name, where, added(), example());
    return words;
  }

 private:
  static constexpr std::size_t kFewest = 3;

  void note(const TapAnswer& answer) {
    for (int y = 0; y < height_; ++y)
      for (int x = 0; x < width_; ++x) {
        Fact fact;
        fact.x = x;
        fact.y = y;
        const int px = x + answer.column - grid_.columns / 2, py = y + answer.row - grid_.rows / 2;
        fact.should = right_pixel(px, py);
        fact.took = taken(answer.output.at(x, y), fact.should);
        auto& at = fact.features;
        at[column] = answer.column;
        at[row] = answer.row;
        at[across] = x;
        at[down] = y;
        at[left] = px;
        at[right] = px - (width_ - 1);
        at[upper] = py;
        at[lower] = py - (height_ - 1);
        at[over_left] = grid_.columns / 2 - x;
        at[over_right] = x + grid_.columns / 2 - (width_ - 1);
        at[over_upper] = grid_.rows / 2 - y;
        at[over_lower] = y + grid_.rows / 2 - (height_ - 1);
        for (std::size_t n = 0; n < kModuli.size(); ++n) {
          at[kFeatures + 2 * n] = x % kModuli[n];
          at[kFeatures + 2 * n + 1] = y % kModuli[n];
        }
        facts_.push_back(fact);
      }
  }

  /// Sets wrong facts and right ones apart.
  void divide() {
    const auto is_wrong = [](const Fact& one) { return !(one.took == one.should); };
    std::copy_if(facts_.begin(), facts_.end(), std::back_inserter(wrong_), is_wrong);
    const auto adds_nothing = [](const Fact& one) {
      return one.should.what == Taken::What::nothing;
    };
    // Where 0 belongs beyond the edges and is added, nothing is learned of taps that take pixels.
    if (std::none_of(wrong_.begin(), wrong_.end(), adds_nothing))
      facts_.erase(std::remove_if(facts_.begin(), facts_.end(), adds_nothing), facts_.end());
    for (std::size_t n = 0; n < std::size_t(kAll); ++n) {
      for (const Fact& one : facts_) all_[n].take_in(one.features[n]);
      for (const Fact& one : wrong_) box_[n].take_in(one.features[n]);
    }
  }

  Taken right_pixel(int x, int y) const {
    const int inside_x = std::clamp(x, 0, width_ - 1), inside_y = std::clamp(y, 0, height_ - 1);
    if (border_ == Border::zero && (inside_x != x || inside_y != y))
      return {Taken::What::nothing, 0, 0};
    return {Taken::What::pixel, inside_x, inside_y};
  }

  Taken taken(double value, const Taken& should) const {
    if (value == 0) return {Taken::What::nothing, 0, 0};
    if (const auto one = pixel(value)) return {Taken::What::pixel, one->first, one->second};
    if (should.what != Taken::What::pixel) return {};
    const auto other = pixel(value - double(places_.at(should.x, should.y)));
    return other ? Taken{Taken::What::besides, other->first, other->second} : Taken{};
  }

  /// The pixel with this value.
  std::optional<std::pair<int, int>> pixel(double value) const {
    const auto found = place_of_.find(float(value));
    if (found == place_of_.end() || double(float(value)) != value) return std::nullopt;
    return std::pair(found->second % width_, found->second / width_);
  }

  /// The fewest features whose intervals over the wrong facts hold no right one; of as many those
  /// that come first. Empty if three do not suffice, or if all taps are wrong.
  std::vector<int> smallest_box() const {
    // What an interval of a feature leaves out of the right facts.
    std::vector<int> useful;
    for (int n = 0; n < kAll; ++n)
      if (says_something(n)) useful.push_back(n);
    const auto exact = [&](std::initializer_list<int> features) {
      std::size_t inside = 0;
      for (const Fact& fact : facts_)
        inside += std::all_of(features.begin(), features.end(), [&](int n) {
          return box_[std::size_t(n)].holds(fact.features[std::size_t(n)]);
        });
      return inside == wrong_.size();
    };
    for (const int a : useful)
      if (exact({a})) return {a};
    for (const int a : useful)
      for (const int b : useful)
        if (a < b && exact({a, b})) return {a, b};
    // Three features at a time are many sets: only those that are no remainders.
    for (const int a : useful)
      for (const int b : useful)
        for (const int c : useful)
          if (a < b && b < c && c < kFeatures && exact({a, b, c})) return {a, b, c};
    return {};
  }

  /// Whether there are words for the interval of this feature, and right facts beside it.
  bool says_something(int feature) const {
    const Interval &box = box_[std::size_t(feature)], &all = all_[std::size_t(feature)];
    if (box.low == all.low && box.high == all.high) return false;
    if (feature == right || feature == lower) return box.low > 0 || (box.low == 0 && box.high == 0);
    // What lies beyond the last column or row is told by its distance from there.
    if (feature == left) return box.low < width_;
    if (feature == upper) return box.low < height_;
    if (feature >= over_left && feature <= over_lower)
      return box.low > 0 || (box.low == all.low && box.high <= 0);
    return true;
  }

  /// Whether the interval of this feature says that the tap lies beyond that edge.
  bool beyond(Feature feature) const {
    const Interval& box = box_[feature];
    return feature == left || feature == upper ? box.high < 0 : box.low > 0;
  }

  std::string range(int feature, const char* one, const char* several) const {
    const Interval &box = box_[std::size_t(feature)], &all = all_[std::size_t(feature)];
    if (box.low == box.high) return fmt::format("{} {}", one, box.low);
    if (box.low == all.low) return fmt::format("{} up to {}", several, box.high);
    if (box.high == all.high) return fmt::format("{} from {} on", several, box.low);
    return fmt::format("{} {} to {}", several, box.low, box.high);
  }

  std::string phrase(int feature) const {
    const Interval& box = box_[std::size_t(feature)];
    switch (feature) {
      case column:
        return grid_.rows == 1 ? range(feature, "tap", "taps")
                               : range(feature, "taps of column", "taps of columns");
      case row:
        return grid_.columns == 1 ? range(feature, "tap", "taps")
                                  : range(feature, "taps of row", "taps of rows");
      case across:
        return "for outputs of " + range(feature, "column", "columns");
      case down:
        return "for outputs of " + range(feature, "row", "rows");
      case left:
        return beyond(left) ? "taps beyond the left edge"
                            : "taps at pixels of " + range(feature, "column", "columns");
      case upper:
        return beyond(upper) ? "taps beyond the upper edge"
                             : "taps at pixels of " + range(feature, "row", "rows");
      case right:
        return beyond(right) ? "taps beyond the right edge" : "taps at pixels of the last column";
      case lower:
        return beyond(lower) ? "taps beyond the lower edge" : "taps at pixels of the last row";
      case over_left:
      case over_right:
      case over_upper:
      case over_lower: {
        static constexpr std::array kEdges = {"left", "right", "upper", "lower"};
        return fmt::format("in windows that {} the {} edge",
                           box.low > 0 ? "reach beyond" : "do not reach beyond",
                           kEdges[std::size_t(feature - over_left)]);
      }
      default:
        break;
    }
    const int n = feature - kFeatures;
    const char axis = n % 2 == 0 ? 'x' : 'y';
    const int modulus = kModuli[std::size_t(n / 2)];
    return box.low == box.high
               ? fmt::format("for outputs whose {} % {} is {}", axis, modulus, box.low)
               : fmt::format("for outputs whose {} % {} is {} to {}", axis, modulus, box.low,
                             box.high);
  }

  /// What all wrong taps have in common in what they add.
  std::string added() const {
    const auto all = [&](auto holds) { return std::all_of(wrong_.begin(), wrong_.end(), holds); };
    if (all([](const Fact& one) { return one.took.what == Taken::What::nothing; }))
      return "add nothing";
    if (all([](const Fact& one) { return one.should.what == Taken::What::nothing; }))
      return "add something where 0 belongs";
    const Taken::What what = wrong_.front().took.what;
    const int dx = wrong_.front().took.x - wrong_.front().should.x;
    const int dy = wrong_.front().took.y - wrong_.front().should.y;
    const bool besides = what == Taken::What::besides;
    const auto same = [&](const Fact& one) {
      return one.took.what == what && one.should.what == Taken::What::pixel;
    };
    if (what == Taken::What::other || !all(same)) return "add something else";
    const auto moved = [&](const Fact& one) {
      return one.took.x - one.should.x == dx && one.took.y - one.should.y == dy;
    };
    if (!all(moved))
      return besides ? "add another pixel besides the right one" : "take another pixel";
    if (dx == 0 && dy == 0) return "add their pixel twice";
    std::string text = besides ? "add, besides the right one, the pixel" : "take the pixel";
    if (dx != 0)
      text += fmt::format(" {} column{} to the {}", std::abs(dx), std::abs(dx) == 1 ? "" : "s",
                          dx < 0 ? "left" : "right");
    if (dy != 0)
      text += fmt::format("{} {} row{} {}", dx != 0 ? " and" : "", std::abs(dy),
                          std::abs(dy) == 1 ? "" : "s", dy < 0 ? "above" : "below");
    return text + (besides ? " of it" : " of the right one");
  }

  static std::string name_of(const Taken& one) {
    switch (one.what) {
      case Taken::What::pixel:
        return fmt::format("pixel ({}, {})", one.x, one.y);
      case Taken::What::nothing:
        return "nothing";
      default:
        return "a value of no pixel";
    }
  }

  std::string example() const {
    const Fact& one = wrong_.front();
    const std::string tap = grid_.rows == 1 ? fmt::format("{}", one.features[column])
                            : grid_.columns == 1
                                ? fmt::format("{}", one.features[row])
                                : fmt::format("({}, {})", one.features[column], one.features[row]);
    if (one.took.what == Taken::What::besides)
      return fmt::format("for output ({}, {}) tap {} adds {} as it should, and pixel ({}, {}) too",
                         one.x, one.y, tap, name_of(one.should), one.took.x, one.took.y);
    return fmt::format("for output ({}, {}) tap {} adds {}, and should add {}", one.x, one.y, tap,
                       name_of(one.took), name_of(one.should));
  }

  const TapGrid& grid_;
  const Border border_;
  const int width_, height_;
  const Image<float> places_;
  std::unordered_map<float, int> place_of_;
  std::vector<Fact> facts_, wrong_;
  std::array<Interval, kAll> all_, box_;
};

}  // namespace

Image<float> image_of_places(int width, int height) {
  constexpr std::uint64_t kSeed = 1, kHalves = 1u << 22;
  Random random(kSeed);
  std::set<std::uint64_t> used;
  Image<float> image(width, height);
  for (float& value : image.values()) {
    std::uint64_t half = random.next() % kHalves;
    while (!used.insert(half).second) half = random.next() % kHalves;
    value = float(2 * half + 1);
  }
  return image;
}

std::optional<TapWords> describe_taps(const TapGrid& grid, Border border,
                                      const std::vector<TapAnswer>& answers) {
  if (answers.empty()) return std::nullopt;
  return TapMap(grid, border, answers).words();
}

}  // namespace kit::grader
