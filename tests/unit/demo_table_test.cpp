/// The table of `kit demo`.
#include <sstream>

#include "catch.hpp"
#include "grader/commands/demo_table.hpp"

using namespace kit::grader;

namespace {

/// The words of each line that has any.
std::vector<std::vector<std::string>> words_of(const std::string& table) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::vector<std::string> row;
    for (std::string word; words >> word;) row.push_back(word);
    if (!row.empty()) rows.push_back(row);
  }
  return rows;
}

}  // namespace

TEST_CASE("demo: columns never touch, however wide their values", "[judge]") {
  const std::string table = demo_table(
      {{"01", "CPU", "1.2e-07", "-", "21.6", "0.272 ms", "1.1e+02x", true},
       {"02", "Naive", "1.23e-101", "12_of_12", "1.02e+03", "0.000272 ms", "1.1e+102x", true}},
      false);
  const auto rows = words_of(table);
  REQUIRE(rows.size() == 3);
  CHECK(rows[1] ==
        std::vector<std::string>{"01", "CPU", "1.2e-07", "-", "21.6", "0.272", "ms", "1.1e+02x"});
  CHECK(rows[2] == std::vector<std::string>{"02", "Naive", "1.23e-101", "12_of_12", "1.02e+03",
                                            "0.000272", "ms", "1.1e+102x"});
}

TEST_CASE("demo: a value above its column's limit is cut and leaves the others in place",
          "[judge]") {
  const std::string note = "no_card_can_be_measured_on_this_machine";
  const Rung rung{"01", "CPU", "0", "-", "21.6", note, "-", false};
  const auto rows = words_of(demo_table({rung}, false));
  REQUIRE(rows.size() == 2);
  REQUIRE(rows[1].size() == 7);
  CHECK(rows[1][5] == note.substr(0, 13) + "..");
  CHECK(rows[1][6] == "-");
  CHECK(demo_table({rung}, true).find("\033[") != std::string::npos);
}

TEST_CASE("demo: lines are equally long, and begin below the heading", "[judge]") {
  std::istringstream lines(
      demo_table({{"06", "A title that is longer than most", "-", "-", "-", "-", "-", true},
                  {"07", "Short", "1e-05", "3 of 3", "9.25", "1.5 ms", "6.2x", true}},
                 false));
  std::string blank, heading, first, second;
  std::getline(lines, blank);
  std::getline(lines, heading);
  std::getline(lines, first);
  std::getline(lines, second);
  CHECK(blank.empty());
  CHECK(heading.find("solution") == first.find("A title"));
  CHECK(first.size() == heading.size());
  CHECK(second.size() == heading.size());
  CHECK(second.find("6.2x") + 4 == heading.find("speedup") + 7);
}
