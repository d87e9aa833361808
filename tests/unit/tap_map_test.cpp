/// @file
/// What is said of taps that take other pixels than they should.
#include "grader/diagnosis/tap_map.hpp"

#include <algorithm>

#include "catch.hpp"

using namespace kit;
using namespace kit::grader;

namespace {

constexpr int kColumns = 12, kRows = 9;

/// What each tap of a filter adds, if tap (i, j) of output (x, y) takes the pixel that `place`
/// makes of (x + i - columns / 2, y + j - rows / 2) or, where that is negative, nothing.
template <typename Place>
std::vector<TapAnswer> answers(const TapGrid& grid, Place place) {
  const Image<float> places = image_of_places(kColumns, kRows);
  std::vector<TapAnswer> list;
  for (int j = 0; j < grid.rows; ++j)
    for (int i = 0; i < grid.columns; ++i) {
      TapAnswer one{i, j, Image<double>(kColumns, kRows)};
      for (int y = 0; y < kRows; ++y)
        for (int x = 0; x < kColumns; ++x) {
          const auto [px, py] = place(x, y, x + i - grid.columns / 2, y + j - grid.rows / 2, i, j);
          one.output.at(x, y) = px < 0 || py < 0 ? 0 : places.at(px, py);
        }
      list.push_back(std::move(one));
    }
  return list;
}

std::pair<int, int> clamped(int x, int y) {
  return {std::clamp(x, 0, kColumns - 1), std::clamp(y, 0, kRows - 1)};
}

const TapGrid kColumnGrid{"column_weights", 1, 5};
const TapGrid kSquare{"weights", 3, 3};

template <typename Place>
TapWords told(const TapGrid& grid, Place place) {
  return describe_taps(grid, Border::clamp, answers(grid, place)).value();
}

}  // namespace

TEST_CASE("the values of the image of places differ, and floats hold them") {
  const Image<float> places = image_of_places(200, 300);
  std::vector<float> values(places.values().begin(), places.values().end());
  std::sort(values.begin(), values.end());
  CHECK(std::adjacent_find(values.begin(), values.end()) == values.end());
  CHECK(values.front() >= 1);
  CHECK(values.back() < float(1 << 24));
}

TEST_CASE("right taps say nothing") {
  const auto right = [](int, int, int px, int py, int, int) { return clamped(px, py); };
  CHECK_FALSE(describe_taps(kSquare, Border::clamp, answers(kSquare, right)));
  const auto zero = [](int, int, int px, int py, int, int) {
    return clamped(px, py) == std::pair(px, py) ? std::pair(px, py) : std::pair(-1, -1);
  };
  CHECK_FALSE(describe_taps(kSquare, Border::zero, answers(kSquare, zero)));
}

TEST_CASE("taps beyond an edge are told by that edge") {
  const TapWords words = told(kColumnGrid, [](int, int, int px, int py, int, int) {
    return py >= kRows ? std::pair(-1, -1) : clamped(px, py);
  });
  CHECK(words.one_rule);
  CHECK(words.of_the_border);
  CHECK(words.text ==
        "Of column_weights, taps beyond the lower edge add nothing, and only these: for output (0, "
        "8) tap 3 adds nothing, and should add pixel (0, 8).");
}

TEST_CASE("taps are told by their number and by the outputs that miss them") {
  const TapWords words = told(kColumnGrid, [](int, int y, int px, int py, int, int j) {
    return j == 4 && y % 4 == 3 ? std::pair(-1, -1) : clamped(px, py);
  });
  CHECK(words.one_rule);
  CHECK_FALSE(words.of_the_border);
  CHECK(words.text.starts_with(
      "Of column_weights, tap 4, for outputs whose y % 4 is 3 add nothing, and only these"));
}

TEST_CASE("a pixel that is taken from beside the right one is told by its distance") {
  const TapWords words = told(kSquare, [](int, int, int px, int py, int i, int) {
    auto place = clamped(px, py);
    if (i == 2 && place.first > 0) --place.first;
    return place;
  });
  CHECK(words.one_rule);
  CHECK(words.text.starts_with(
      "Of weights, taps of column 2 take the pixel 1 column to the left of the right one"));
}

TEST_CASE("a pixel that is added besides the right one is told") {
  const Image<float> places = image_of_places(kColumns, kRows);
  std::vector<TapAnswer> list =
      answers(kSquare, [](int, int, int px, int py, int, int) { return clamped(px, py); });
  for (TapAnswer& one : list)
    for (int y = 2; y < kRows; ++y)
      for (int x = 0; x < kColumns; ++x) {
        const auto [px, py] = clamped(x + one.column - 1, y + one.row - 1);
        one.output.at(x, y) += places.at(px, std::max(py - 2, 0));
      }
  const TapWords words = describe_taps(kSquare, Border::clamp, list).value();
  CHECK(words.one_rule);
  CHECK(words.text ==
        "Of weights, all taps, for outputs of rows from 2 on add another pixel besides the right "
        "one, and only these: for output (0, 2) tap (0, 0) adds pixel (0, 1) as it should, and "
        "pixel (0, 0) too.");
}

TEST_CASE("without a rule the first wrong tap is told") {
  const TapWords words = told(kSquare, [](int x, int y, int px, int py, int i, int j) {
    return (x * 7 + y * 5 + i * 3 + j) % 11 == 0 ? std::pair(-1, -1) : clamped(px, py);
  });
  CHECK_FALSE(words.one_rule);
  CHECK(words.text.find("products of a pixel and a tap of weights are wrong: for output (0, 0) tap "
                        "(0, 0) adds nothing, and should add pixel (0, 0)") != std::string::npos);
}
