/// @file
/// What the student's commands are built on: hints, what is remembered, pages of pictures.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "catch.hpp"
#include "grader/commands/view_page.hpp"
#include "grader/diagnosis/heat_map.hpp"
#include "grader/report/lab_hints.hpp"
#include "grader/report/lab_record.hpp"
#include "grader/support/terminal.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

TEST_CASE("judge: hints stand under their stage, and code is no heading") {
  const Hints hints = parse_hints(
      "About this file.\n\n# one\n\n## Hint 1\n\nLook.\n\n## Hint 2\n\n```cpp\n# pragma\n## "
      "x\n```\n"
      "\n# two\n\n## Hint 1\n\nThink.\n");
  REQUIRE(hints.size() == 2);
  CHECK(hints.at("one") == std::vector<std::string>{"Look.", "```cpp\n# pragma\n## x\n```"});
  CHECK(hints.at("two") == std::vector<std::string>{"Think."});
  CHECK(parse_hints("").empty());
}

TEST_CASE("judge: a hint's prose is broken to 80 columns, its code is left as it stands") {
  const std::string long_line(68, 'a');
  const std::string text = markdown_for_terminal(
      "First line\nof a paragraph.\n\n- a list\n  that goes on\n\n```cpp\n    // " + long_line +
      " and more words\n  code(x);\n```\nAfter.");
  CHECK(text == "First line of a paragraph.\n\n  - a list that goes on\n\n        // " + long_line +
                    " and more words\n      code(x);\nAfter.\n");
  const std::string words =
      markdown_for_terminal(std::string(50, 'c') + " " + std::string(50, 'd'));
  CHECK(words == std::string(50, 'c') + "\n" + std::string(50, 'd') + "\n");
}

StageRecord stage_of(const char* id, Verdict verdict) {
  StageRecord stage;
  stage.config.id = id;
  stage.verdict = verdict;
  return stage;
}

EvidenceRecord evidence_of(const char* stage, Verdict verdict) {
  EvidenceRecord evidence;
  evidence.stage = stage;
  evidence.verdict = verdict;
  return evidence;
}

/// A launch that took 1 ms.
TimingRecord timing_of(const char* name, double speedup, bool counts) {
  TimingRecord row;
  row.name = name;
  row.student_ms = 1;
  row.cpu_one_thread_ms = speedup;
  row.counts = counts;
  return row;
}

VerdictFile verdict_of(Verdict state, double earned) {
  VerdictFile file;
  file.verdict = state;
  file.next = "do this";
  file.stages = {stage_of("one", Verdict::passed), stage_of("two", Verdict::wrong)};
  file.evidence = {evidence_of("one", Verdict::wrong), evidence_of("two", Verdict::skipped)};
  file.points.earned = earned;
  file.device = DeviceDescription{"Some GPU", "9.0", 1 << 20, 1};
  file.timing = {timing_of("large", earned / 10, true), timing_of("small", 1000, false)};
  return file;
}

TEST_CASE("judge: a record keeps the best, and what is open now") {
  LabRecord record;
  add_grading(record, verdict_of(Verdict::passed, 80));
  add_grading(record, verdict_of(Verdict::wrong, 50));
  CHECK(record.gradings == 2);
  CHECK(record.passed);
  CHECK(record.verdict == Verdict::wrong);
  CHECK(record.points == 80);
  CHECK(record.speedup == 8);
  CHECK(record.speedup_of == "large on Some GPU");
  // A stage that passes without its evidence is not done.
  CHECK(record.open == std::vector<std::string>{"two", "one"});
  CHECK(record.lacking == std::vector<std::string>{"one"});
}

TEST_CASE("judge: hints are for a stage that fails, before one that lacks evidence alone") {
  LabState state;
  state.config.stages = {{"one", "one.cu", "One", 50, false}, {"two", "two.cu", "Two", 50, false}};
  state.record.gradings = 1;
  state.record.open = {"two", "one"};
  state.record.lacking = {"one"};
  REQUIRE(state.open_stage(false) != nullptr);
  CHECK(state.open_stage(false)->id == "two");
  state.record.open = {"one"};
  CHECK(state.open_stage(false)->id == "one");
}

TEST_CASE("judge: a record comes back as it was, and damage is no error") {
  const std::string folder = fs::temp_directory_path() / "kit_record_test";
  fs::remove_all(folder);
  CHECK(load_record(folder, "01_x").gradings == 0);
  CHECK_FALSE(load_record(folder, "01_x").damaged);
  LabRecord record;
  add_grading(record, verdict_of(Verdict::wrong, 30));
  record.hints["one"] = 2;
  save_record(folder, "01_x", record);
  const LabRecord again = load_record(folder, "01_x");
  CHECK(again.gradings == 1);
  CHECK(again.points == 30);
  CHECK(again.open == record.open);
  CHECK(again.lacking == record.lacking);
  CHECK(again.hints == record.hints);
  for (const auto& entry : fs::directory_iterator(folder))
    CHECK(entry.path().filename() == "01_x.json");  // nothing half written is left

  const std::string path = folder + "/01_x.json";
  std::ifstream file(path);
  const std::string whole{std::istreambuf_iterator<char>(file), {}};
  for (std::size_t length = 0; length + 2 < whole.size(); length += 7) {
    std::ofstream(path) << whole.substr(0, length);
    const LabRecord cut = load_record(folder, "01_x");
    INFO(length);
    CHECK(cut.damaged);
    CHECK(cut.gradings == 0);
  }
  fs::remove_all(folder);
}

TEST_CASE("judge: a speedup has two digits, and below 1 its words turn round") {
  CHECK(speedup_text(0.0205) == "0.021");
  CHECK(speedup_text(123.4) == "123");
  CHECK(speedup_words(2.5, "it") == "2.5 times as fast as it");
  CHECK(speedup_words(0.0205, "it") == "49 times as long as it");
}

TEST_CASE("judge: in the picture of errors, grey is within the tolerance and colour above") {
  Image<double> error(6, 1);
  const double values[] = {0, 0.5, 1, 3, HUGE_VAL, HUGE_VAL};
  for (int x = 0; x < 6; ++x) error.at(x, 0) = values[x];
  Image<std::uint8_t> unwritten(6, 1);
  unwritten.at(5, 0) = 1;
  const Image<std::uint8_t> picture = error_picture(error, 1, unwritten);
  REQUIRE(picture.channels() == 3);
  CHECK(picture.at(0, 0, 0) == 0);
  for (int x : {1, 2}) {
    CHECK(picture.at(x, 0, 0) == picture.at(x, 0, 1));
    CHECK(picture.at(x, 0, 1) == picture.at(x, 0, 2));
  }
  CHECK(picture.at(1, 0, 0) < picture.at(2, 0, 0));
  CHECK(picture.at(3, 0, 0) == 255);  // the largest is white
  CHECK(picture.at(3, 0, 2) == 255);
  CHECK(picture.at(4, 0, 0) == 255);  // magenta
  CHECK(picture.at(4, 0, 1) == 0);
  CHECK(picture.at(5, 0, 0) < 100);  // blue
  CHECK(picture.at(5, 0, 2) == 255);
}

TEST_CASE("judge: texts on a page of pictures are never markup") {
  Comparable shown;
  shown.id = "a\"b";
  shown.heading = "<script>";
  shown.details = "a & b";
  shown.finding = "\"quoted\"";
  shown.images = {{"<i>", "\" onerror=\"x", "x.png"}};
  const std::string page = comparison_page("<title>", comparison_section(shown, 2));
  CHECK(page.find("<h2>&lt;script&gt;</h2>") != std::string::npos);
  CHECK(page.find("<title>&lt;title&gt;</title>") != std::string::npos);
  CHECK(page.find("alt=\"&quot; onerror=&quot;x\"") != std::string::npos);
  CHECK(page.find("<i>") == std::string::npos);
}

}  // namespace
}  // namespace kit::grader
