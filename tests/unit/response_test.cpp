/// @file
/// What a single 1 leads to, in words: exchanged weights, missing and needless products.
#include "grader/diagnosis/response.hpp"

#include "catch.hpp"

using namespace kit;
using namespace kit::grader;

namespace {

constexpr int kSize = 9, kWidth = 3, kRadius = 1;
constexpr Impulse kCentre{4, 4, 0};

WeightGrid grid() {
  return {kWidth, {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9}};
}

/// The response of a correlation whose tap (i, j) uses weight `index(i, j)`; none if negative.
template <typename Index>
Image<double> response(Index index) {
  Image<double> output(kSize, kSize);
  for (int j = 0; j < kWidth; ++j)
    for (int i = 0; i < kWidth; ++i)
      if (const int n = index(i, j); n >= 0)
        output.at(kCentre.x - i + kRadius, kCentre.y - j + kRadius) = grid().values[std::size_t(n)];
  return output;
}

Image<double> right() {
  return response([](int i, int j) { return kWidth * j + i; });
}

std::string told(const Image<double>& got) {
  return describe_response(right(), got, kCentre, grid(), 1e-4);
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a right response says nothing") {
  CHECK(told(right()).empty());
}

TEST_CASE("weights that stand in each other's places are told by their rule") {
  CHECK(holds(
      told(response([](int i, int j) { return kWidth * i + j; })),
      "weight (i, j), at index 3 * j + i, belongs where weight at index 1 * j + 3 * i is used"));
  CHECK(holds(told(response([](int i, int j) { return 8 - kWidth * j - i; })),
              "where weight at index -3 * j - i + 8 is used"));
  // Rows of another length: the first one is right.
  CHECK(holds(told(response([](int i, int j) { return 2 * j + i; })),
              "where weight at index 2 * j + i is used, for j = 1 to 2"));
}

TEST_CASE("products that are missing are told by the filter's rows and columns") {
  CHECK(holds(told(response([](int i, int j) { return i == 2 ? -1 : kWidth * j + i; })),
              "the products with column 2 of the filter are missing"));
  CHECK(holds(told(response([](int i, int j) { return j < 2 ? -1 : kWidth * j + i; })),
              "the products with rows 0 to 1 of the filter are missing"));
  CHECK(holds(told(response([](int i, int j) { return i == 0 && j == 0 ? -1 : kWidth * j + i; })),
              "it is missing from 1 of the 9 outputs that need it (the pixel at x=5, y=5); "
              "at x=5, y=5 it gives 0, and should give 0.1, weight (0, 0)"));
}

TEST_CASE("outputs that should get nothing are told, and other wrong values") {
  Image<double> more = right();
  more.at(0, 8) = 0.25;
  CHECK(
      holds(told(more), "it appears in 1 output where it does not belong (the pixel at x=0, y=8)"));
  Image<double> other = right();
  other.at(4, 4) = 0.33;
  CHECK(holds(told(other), "1 output of it is wrong (the pixel at x=4, y=4)"));
  CHECK(holds(told(other), "it gives 0.33, and should give 0.5, weight (1, 1)"));
}
