/// @file
/// What failed cases have in common and no other case has.
#include <string>
#include <vector>

#include "catch.hpp"
#include "grader/judge/common_property.hpp"
#include "judge_records.hpp"

namespace kit::grader {
namespace {

/// A case of an image with such a width and taps, in blocks of 32 x block_height threads.
CaseRecord filtered(int width, int taps, int block_height, bool right) {
  CaseRecord one = record("kernel", right ? Verdict::passed : Verdict::wrong);
  one.width = width;
  one.height = 24;
  one.params = {{"taps", taps}, {"block", {32, block_height}}};
  return one;
}

/// What is said where those cases fail that `fails` names.
template <typename Fails>
std::string said(Fails fails) {
  std::vector<CaseRecord> records;
  for (const int width : {64, 37, 50, 96, 133})
    for (const int taps : {3, 9, 15})
      for (const int block_height : {1, 4, 8})
        records.push_back(filtered(width, taps, block_height, !fails(width, taps, block_height)));
  return common_property("kernel", records);
}

TEST_CASE("judge: a remainder that is left out shows in the sizes of what fails") {
  CHECK(
      said([](int width, int, int) { return width % 4 != 0; }) ==
      " All 27 cases that fail have a width that is no multiple of 4 (or of 32); the 18 that pass "
      "have not.");
}

TEST_CASE("judge: a relation of two sizes is found, the filter's radius among them") {
  CHECK(said([](int, int taps, int block_height) { return taps / 2 > block_height; }) ==
        " All 15 cases that fail have a radius above the block height; the 30 that pass have not.");
}

TEST_CASE("judge: nothing is said of cases that no property tells apart, or of too few") {
  int number = 0;
  CHECK(said([&](int, int, int) { return ++number % 2 == 0; }).empty());
  CHECK(common_property("kernel", {filtered(37, 9, 1, false), filtered(96, 3, 8, false),
                                   filtered(64, 3, 8, true), filtered(50, 15, 8, true)})
            .empty());
}

TEST_CASE("judge: cases that zeros would pass have no say, crashes have one") {
  std::vector<CaseRecord> records;
  for (const int width : {37, 50, 21, 22, 41, 43}) {
    records.push_back(filtered(width, 3, 8, false));
    records.back().verdict = Verdict::crashed;
    records.push_back(filtered(width, 3, 8, true));
    records.back().scored = false;
    records.push_back(filtered(4 * width, 3, 8, true));
  }
  CHECK(common_property("kernel", records) ==
        " All 6 cases that fail have a width below 84; the 6 that pass have not.");
}

TEST_CASE("judge: a symptom without the line of a mistake is told what its cases share") {
  std::vector<CaseRecord> records = {filtered(37, 3, 8, false), filtered(41, 3, 8, false),
                                     filtered(64, 3, 8, true), filtered(96, 3, 8, true)};
  records[0].line = 7;
  records.insert(records.begin(), records[0]);  // of a hidden case nothing is said
  records[0].line = 0;
  records[0].name = "hidden case 1";
  records[2].message = "line 3 of a.cu: reads nothing";
  const auto is_symptom = [](const CaseRecord& one) { return one.verdict == Verdict::wrong; };
  add_common_property_to_symptoms("kernel", records, is_symptom);
  CHECK(records[0].message.empty());
  CHECK(records[1].message.empty());
  CHECK(records[2].message ==
        "line 3 of a.cu: reads nothing. All 2 cases that fail have a width below 64; the 2 that "
        "pass have not.");
}

}  // namespace
}  // namespace kit::grader
