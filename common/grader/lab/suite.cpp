/// @file
/// The suites of all labs. A lab's cases are a library of their own, which registers its suite when
/// it is loaded: a new lab changes no existing file.
#include "grader/lab/suite.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "grader/support/library.hpp"
#include "kit/error.hpp"
#include "kit/synthetic.hpp"

namespace kit::grader {

Lines picked_lines(int height, int count, std::uint64_t choice, bool columns) {
  Random random(choice);
  std::set<int> numbers{0, height - 1};
  for (int n = 0; n < count; ++n) numbers.insert(random.integer(0, height - 1));
  return {columns, {numbers.begin(), numbers.end()}};
}

Lines all_rows(int height) {
  Lines lines{false, std::vector<int>(std::size_t(height))};
  std::iota(lines.numbers.begin(), lines.numbers.end(), 0);
  return lines;
}

RowsAround rows_around(int row, int reach, int height) {
  return {std::max(0, row - reach), std::min(height - 1, row + reach)};
}

namespace {

/// Inside a function, so that it is there before a library's static objects register anything.
std::map<std::string, Suite>& suites() {
  static std::map<std::string, Suite> all;
  return all;
}

}  // namespace

bool register_suite(Suite suite) {
  const std::string lab = suite.lab;
  suites()[lab] = std::move(suite);
  return true;
}

const Suite& find_suite(const std::string& lab) {
  if (suites().count(lab) == 0) load_library("cases_" + lab);
  const auto found = suites().find(lab);
  if (found == suites().end())
    throw HarnessError("tests/labs/" + lab + "/cases.cpp registers no suite");
  return found->second;
}

}  // namespace kit::grader
