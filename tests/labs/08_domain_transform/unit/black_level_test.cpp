#include "labs/08_domain_transform/reference/black_level.hpp"

#include <algorithm>
#include <vector>

#include "catch.hpp"
#include "labs/08_domain_transform/black_level_cases.hpp"

using namespace kit;
using kit::grader::lab08::black_level_cases;

TEST_CASE("oracle::subtract_black equals lines worked out by hand") {
  Image<std::uint8_t> image(3, 2);
  const std::vector<int> levels = {7, 9, 8, 200, 3, 255};
  std::copy(levels.begin(), levels.end(), image.data());
  const auto values = [&](bool rows) {
    const Image<double> result = oracle::subtract_black(image, rows);
    return std::vector<double>(result.values().begin(), result.values().end());
  };
  CHECK(values(true) == std::vector<double>{0, 2, 1, 197, 0, 252});
  CHECK(values(false) == std::vector<double>{0, 6, 0, 193, 0, 247});
}

TEST_CASE("oracle::subtract_black: a constant becomes black, and every line has a black pixel") {
  Image<std::uint8_t> image(9, 5);
  std::fill(image.values().begin(), image.values().end(), std::uint8_t(255));
  for (const bool rows : {true, false}) {
    const Image<double> black = oracle::subtract_black(image, rows);
    for (const double value : black.values()) CHECK(value == 0);
    const Image<double> result =
        oracle::subtract_black(grader::lab08::lines_of_levels(9, 5, rows, 3), rows);
    for (int line = 0; line < (rows ? 5 : 9); ++line) {
      double least = 255;
      for (int k = 0; k < (rows ? 9 : 5); ++k)
        least = std::min(least, rows ? result.at(k, line) : result.at(line, k));
      CHECK(least == 0);
    }
  }
}

TEST_CASE("black_level_cases: long lines tell the usual mistakes apart") {
  int told = 0;
  for (const grader::Case& one : black_level_cases(5)) {
    // A single line has few ways to be wrong.
    if (one.expected.width() * one.expected.height() < 10000 || one.expected.width() == 1) continue;
    INFO(one.name);
    std::vector<std::vector<double>> outputs = {
        {one.expected.values().begin(), one.expected.values().end()}};
    for (const grader::Hypothesis& wrong : one.hypotheses())
      outputs.emplace_back(wrong.output.values().begin(), wrong.output.values().end());
    for (std::size_t a = 0; a < outputs.size(); ++a)
      for (std::size_t b = 0; b < a; ++b) CHECK(outputs[a] != outputs[b]);
    ++told;
  }
  CHECK(told == 2);
}
