/// @file
/// The terminal report, and verdict.json's numbers.
#include <cmath>
#include <cstdlib>
#include <limits>
#include <sstream>

#include "catch.hpp"
#include "error_of.hpp"
#include "grader/report/advice.hpp"
#include "grader/report/report.hpp"
#include "grader/report/verdict_json.hpp"
#include "grader/support/terminal.hpp"

namespace kit::grader {
namespace {

/// A grading with one passed case, one wrong one and a challenge not begun.
Grading example() {
  Grading grading;
  grading.options.lab = "02_naive";
  grading.options.seed = 7;
  grading.config.lab = "02_naive";
  grading.config.title = "The first kernel";
  grading.config.stages = {{"kernel", "naive.cu", "Kernel", 100, false},
                           {"challenge", "challenge.cu", "More", 10, true}};
  grading.build.ok = true;
  grading.verdict = Verdict::wrong;
  CaseRecord passed;
  passed.name = "5x5 random, 37x21";
  passed.stage = "kernel";
  passed.verdict = Verdict::passed;
  passed.compared = true;
  passed.comparison.max_abs_error = 2e-7;
  passed.tolerance = 1e-6;
  CaseRecord wrong = passed;
  wrong.name = "a name that is far too long to stand on one line with its numbers, 37x21, clamp";
  wrong.verdict = Verdict::wrong;
  wrong.cause = "wrong_border";
  wrong.message = "Only pixels near the left edge are wrong.";
  wrong.comparison.max_abs_error = std::numeric_limits<double>::infinity();
  wrong.comparison.got = std::numeric_limits<double>::quiet_NaN();
  wrong.comparison.expected = 0.5;
  wrong.comparison.above_tolerance = 42;
  wrong.comparison.worst_x = 3;
  wrong.values = 777;
  wrong.heat_map = "errors_kernel.png";
  CaseRecord open = passed;
  open.stage = "challenge";
  open.verdict = Verdict::not_done;
  open.compared = false;
  grading.cases = {passed, wrong, open};
  grading.stages = judge_stages(grading.config, grading.cases);
  grading.timing_note = "needs a GPU";
  grading.student_output = "hello \033[2J";
  return grading;
}

/// The first of the pieces that a text does not hold.
std::string lacking(const std::string& text, const std::vector<std::string>& pieces) {
  for (const std::string& piece : pieces)
    if (!contains(text, piece)) return piece;
  return "";
}

Finding race_at(const std::string& file, int line, const std::string& message) {
  Finding finding;
  finding.kind = FindingKind::shared_race;
  finding.place = {file, line};
  finding.message = message;
  return finding;
}

TEST_CASE("judge: the report says what is wrong, where, and what to do next") {
  const std::string text = report(conclude(example()), false);
  CHECK_FALSE(contains(text, "  ok     5x5 random, 37x21"));
  CHECK(lacking(text, {"  1 of 2 cases pass ",
                       "worst at x=3, y=0: expected 0.5, got nan; 42 of 777 values are wrong",
                       "likely cause: wrong border. Only pixels near the left edge are wrong.",
                       "picture of the errors: errors_kernel.png", "speedup: needs a GPU",
                       "wrong, 50 of 100 points, bonus 0 of 10",
                       "seed 7; the same again: make lab02 BACKEND=sim SEED=7",
                       "\nnext: correct labs/02_naive/naive.cu; begin with the case"}) == "");
}

TEST_CASE("judge: a stage that passes is told by the case closest to its tolerance") {
  Grading grading = example();
  CaseRecord closer = grading.cases[0];
  closer.name = "closer";
  closer.comparison.max_abs_error = 3e-7;
  grading.cases = {grading.cases[0], closer, grading.cases[2]};
  grading.stages = judge_stages(grading.config, grading.cases);
  const std::string text = report(conclude(grading), false);
  CHECK(contains(text, "  2 of 2 cases pass; max-abs-error 3.0e-07, tolerance 1.0e-06\n"));
  CHECK_FALSE(contains(text, "5x5 random"));
}

TEST_CASE("judge: a stage says which files the kit stood in for, and why") {
  Grading grading = example();
  grading.stages[1].verdict = Verdict::passed;
  grading.stages[1].stand_in = {"naive.cu"};
  grading.stages[1].passed = 1;
  grading.cases[2].verdict = Verdict::passed;
  CHECK(contains(report(conclude(grading), false),
                 "  graded with the kit's own naive.cu in place of yours, which does not pass\n"));
  grading.stages[0].verdict = Verdict::passed;
  CHECK(contains(report(conclude(grading), false),
                 "  graded with the kit's own naive.cu in place of yours\n"));
}

TEST_CASE("judge: many failures are listed in part, with the place of all of them") {
  Grading grading = example();
  grading.cases.resize(2);
  grading.cases[1].heat_map = "folder/errors_kernel.png";
  grading.cases.insert(grading.cases.end(), 20, grading.cases[1]);
  for (std::size_t i = 2; i < grading.cases.size(); ++i) grading.cases[i].heat_map.clear();
  grading.cases.push_back(example().cases[2]);
  grading.stages = judge_stages(grading.config, grading.cases);
  const std::string text = report(conclude(grading), false);
  CHECK(contains(text, "(16 more fail; every case is in folder/verdict.json)"));
}

TEST_CASE("judge: the first failure of each cause is explained, and no cause twice") {
  Grading grading = example();
  grading.cases.resize(2);
  grading.cases.push_back(grading.cases[1]);
  grading.cases.push_back(grading.cases[1]);
  grading.cases[3].cause = "race";
  grading.cases[3].message = "two threads meet";
  grading.cases.push_back(example().cases[2]);
  grading.stages = judge_stages(grading.config, grading.cases);
  const std::string text = report(conclude(grading), false);
  const std::size_t first = text.find("likely cause: wrong border.");
  REQUIRE(first != std::string::npos);
  CHECK(text.find("likely cause: wrong border.", first + 1) == std::string::npos);
  CHECK(contains(text, "likely cause: race. Two threads meet"));
}

TEST_CASE("judge: a fault that the findings explain is not explained twice") {
  Grading grading = example();
  Finding race = race_at("/a/naive.cu", 7, "thread 0 meets thread 1");
  race.position = "kernel blur";
  grading.cases[1].observations = Observations{{}, {race}};
  grading.stages = judge_stages(grading.config, grading.cases);
  REQUIRE(grading.stages[0].faults.size() == 1);
  const std::string text = report(conclude(grading), false);
  CHECK(contains(text, "  costs all of this stage's points: race, line 7 of naive.cu\n"));
  const std::size_t told = text.find("thread 0 meets thread 1");
  CHECK(text.find("thread 0 meets thread 1", told + 1) > text.find("\nnext: "));
}

TEST_CASE("judge: a race that was seen from both of its lines is shown once") {
  Grading grading = example();
  Finding race = race_at("/a/naive.cu", 7, "7 meets 9"),
          back = race_at("/a/naive.cu", 9, "9 meets 7");
  race.other = back.place;
  back.other = race.place;
  grading.cases[1].observations = Observations{{}, {race, back}};
  grading.stages = judge_stages(grading.config, grading.cases);
  const std::string text = report(conclude(grading), false);
  CHECK(contains(text, "  /a/naive.cu:7 and line 9\n"));
  CHECK_FALSE(contains(text, "/a/naive.cu:9"));
  CHECK(contains(text, "  (1 more in verdict.json)\n"));
}

TEST_CASE("judge: evidence that waits for the same stage is told in one line") {
  Grading grading = example();
  const auto waiting = [](const char* name, double points) {
    return EvidenceRecord{{name, name, points}, "kernel", Verdict::skipped, "judged later", {}, 0};
  };
  grading.evidence = {waiting("one", 5), waiting("two", 7)};
  CHECK(contains(report(conclude(grading), false), "  2 checks of 12 points: judged later\n"));
}

TEST_CASE("judge: a long name goes on below itself") {
  const std::string text = report(conclude(example()), false);
  CHECK(contains(text,
                 "  wrong  a name that is far too long to stand on one line with\n"
                 "         its numbers, 37x21, clamp "));
}

TEST_CASE("judge: warnings about uninitialised variables come first, those of the stage's file") {
  Grading grading = example();
  const std::string warning =
      ":1:2: warning: 'sum' may be used uninitialized [-Wmaybe-uninitialized]\n";
  const std::string& file = grading.stages[0].config.file;
  grading.build.log = "labs/02_naive/" + file + warning;
  CHECK(contains(next_step(grading), "the compiler calls uninitialized"));
  grading.build.log = "labs/02_naive/other_" + file + warning;
  CHECK_FALSE(contains(next_step(grading), "the compiler calls uninitialized"));
}

TEST_CASE("judge: the next step is the simulator's finding, where it lies in the stage's file") {
  Grading grading = example();
  grading.cases[1].cause = "race";
  grading.stages = judge_stages(grading.config, grading.cases);
  CHECK(contains(next_step(grading), "begin with the case 'a name that is far"));
  grading.cases[1].observations =
      Observations{{},
                   {race_at("labs/other.hpp", 3, "elsewhere"), race_at("", 0, "nowhere"),
                    race_at("/a/naive.cu", 7, "a barrier is missing")}};
  CHECK(contains(next_step(grading), "naive.cu, line 7: a barrier is missing"));
}

TEST_CASE(
    "judge: a named cause of wrong values is the next step, not the case that took too long") {
  Grading grading = example();
  CaseRecord slow = grading.cases[1];
  slow.name = "a large one";
  slow.verdict = Verdict::timed_out;
  slow.cause = "infinite_loop_or_deadlock";
  grading.cases.push_back(slow);
  const auto next_with = [&](const char* cause) {
    grading.cases[1].cause = cause;
    grading.stages = judge_stages(grading.config, grading.cases);
    return next_step(grading);
  };
  CHECK(contains(next_with("wrong_formula"), "begin with the case 'a name that is far"));
  CHECK(contains(next_with("unknown"), "find the loop that does not end"));
}

TEST_CASE("judge: nobody is sent back to a step that was left out") {
  Grading grading = example();
  grading.config.stages = {{"step", "step.cu", "Step", 5, false},
                           {"kernel", "naive.cu", "Kernel", 50, false}};
  grading.config.stages[0].step_of = "kernel";
  grading.cases[2].stage = "step";
  grading.cases[2].verdict = Verdict::not_done;
  grading.stages = judge_stages(grading.config, grading.cases);
  CHECK(contains(next_step(grading), "correct labs/02_naive/naive.cu"));
  CHECK(headline(grading) == "0 of 2 stages pass; naive.cu: wrong");
  // Before the kernel is begun, the step is what comes next.
  grading.cases.erase(grading.cases.begin());
  grading.cases[0].verdict = Verdict::not_done;
  grading.stages = judge_stages(grading.config, grading.cases);
  CHECK(contains(next_step(grading), "fill the gaps (// TODO) in labs/02_naive/step.cu"));
}

TEST_CASE("judge: evidence that a stage lacks comes before the stages after it") {
  Grading grading = example();
  grading.config.stages = {{"kernel", "naive.cu", "Kernel", 50, false},
                           {"more", "more.cu", "More", 50, false}};
  grading.cases[1].verdict = Verdict::passed;
  grading.cases[2].stage = "more";
  grading.stages = judge_stages(grading.config, grading.cases);
  CHECK(contains(next_step(grading), "more.cu"));
  grading.evidence = {{{"bounds", "Bounds", 5}, "kernel", Verdict::wrong, "it left them", {}, 0}};
  CHECK(next_step(grading) == "bounds: it left them");
  grading.cases[2].observations = Observations{
      {}, {race_at("labs/worker.cpp", 3, "elsewhere"), race_at("/a/naive.cu", 7, "leaves it")}};
  CHECK(next_step(grading) == "in labs/02_naive/naive.cu, line 7: leaves it");
  grading.evidence[0].verdict = Verdict::skipped;
  CHECK(contains(next_step(grading), "more.cu"));
}

TEST_CASE("judge: a challenge that was begun is advised on, once all else passes") {
  Grading grading = example();
  grading.cases[1].verdict = Verdict::passed;
  grading.cases[2].verdict = Verdict::wrong;
  grading.cases[2].observations =
      Observations{{}, {race_at("/a/challenge.cu", 9, "a barrier is missing")}};
  grading.stages = judge_stages(grading.config, grading.cases);
  CHECK(contains(next_step(grading),
                 "for the bonus, in labs/02_naive/challenge.cu, line 9: a barrier is missing"));
  grading.cases[0].observations = Observations{{}, {race_at("/a/naive.cu", 7, "leaves it")}};
  CHECK(next_step(grading) == "mend what the simulator saw first: line 7 of naive.cu");
}

TEST_CASE("judge: after a pass the next step names a bug to find as what it is") {
  Grading grading = example();
  grading.config.stages[1].find_the_bug = true;
  grading.cases[1].verdict = Verdict::passed;
  grading.stages = judge_stages(grading.config, grading.cases);
  grading.verdict = Verdict::passed;
  CHECK(contains(next_step(grading), "find the bug for a bonus: "));
  const Observations race{{}, {race_at("/a/challenge.cu", 7, "races")}};
  grading.cases[2].observations = race;
  grading.cases[2].verdict = Verdict::passed;
  CHECK(contains(next_step(grading), "all cases pass, but mend"));
}

TEST_CASE("judge: evidence of a challenge has no points, and is left out until it is judged") {
  Grading grading = example();
  grading.evidence = {
      {{"reuse", "Sums share", 0}, "challenge", Verdict::skipped, "judged later", {}, 0}};
  CHECK_FALSE(contains(report(conclude(grading), false), "Sums share"));
  grading.evidence[0].verdict = Verdict::wrong;
  const std::string text = report(conclude(grading), false);
  CHECK(lacking(text, {"Sums share", "for the bonus"}) == "");
  CHECK_FALSE(contains(text, "0 of 0"));
}

TEST_CASE("judge: the report keeps to 80 columns and has no colour unless asked") {
  std::istringstream lines(report(conclude(example()), false));
  std::string line;
  while (std::getline(lines, line)) {
    INFO(line);
    CHECK(line.size() <= kColumns);
    CHECK(line.find('\033') == std::string::npos);
  }
  CHECK(contains(report(conclude(example()), true), "\033[1;31mwrong"));
}

TEST_CASE("judge: what the student's program printed cannot steer the terminal or fill it") {
  CHECK(contains(report(conclude(example()), false), "  hello ?[2J"));
  Grading grading = example();
  grading.student_output = "again\nagain\nagain\nother\n";
  CHECK(
      contains(report(conclude(grading), false), "  again\n  [the same 2 more times]\n  other\n"));
}

TEST_CASE("judge: a report says where races were not looked for") {
  Grading grading = example();
  grading.build.races = "looked for";
  CHECK_FALSE(contains(report(conclude(grading), false), "Races"));
  grading.build.races = "not looked for: the simulator does not know GOMP_taskloop";
  const VerdictFile again = verdict_file_from(to_json(conclude(grading)));
  CHECK(again.races == grading.build.races);
  CHECK(contains(report(again, false),
                 "Races between threads were not looked for: the simulator does not know"));
}

TEST_CASE("judge: a build that failed shows the compiler's words") {
  Grading grading = example();
  grading.build = {false, "", "naive.cu:7:3: warning: w\nnaive.cu:9:1: error: expected ';'\n",
                   "",    "", "",
                   false};
  grading.verdict = Verdict::build_failed;
  const std::string text = report(conclude(grading), false);
  CHECK(contains(text, "  naive.cu:9:1: error: expected ';'"));
  CHECK_FALSE(contains(text, "warning: w"));  // mostly a consequence of the error
  CHECK(contains(text, "next: fix: naive.cu:9:1: error: expected ';'"));
}

TEST_CASE("judge: numbers that JSON lacks are texts") {
  CHECK(to_json_number(std::numeric_limits<double>::infinity()) == "inf");
  CHECK(to_json_number(-std::numeric_limits<double>::infinity()) == "-inf");
  CHECK(to_json_number(std::nan("")) == "nan");
  CHECK(to_json_number(0.5) == 0.5);
}

TEST_CASE("judge: a file that is no verdict is refused") {
  CHECK(contains(error_of([] { verdict_file_from({{"schema", "other"}}); }), "kit/verdict/v1"));
  const nlohmann::json no_labs = {{"schema", kSchema}};
  CHECK(contains(error_of([&] { verdict_file_from(no_labs); }), "not a whole verdict"));
  CHECK(contains(error_of([] { read_verdict("/nonexistent/verdict.json"); }), "cannot be read"));
}

TEST_CASE("judge: NO_COLOR comes before CLICOLOR_FORCE, and that before CLICOLOR") {
  for (const char* name : {"NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR"}) unsetenv(name);
  CHECK(use_colour(true));
  CHECK_FALSE(use_colour(false));
  setenv("CLICOLOR", "0", 1);
  CHECK_FALSE(use_colour(true));
  setenv("CLICOLOR_FORCE", "1", 1);
  CHECK(use_colour(false));
  setenv("NO_COLOR", "1", 1);
  CHECK_FALSE(use_colour(true));
  for (const char* name : {"NO_COLOR", "CLICOLOR_FORCE", "CLICOLOR"}) unsetenv(name);
}

}  // namespace
}  // namespace kit::grader
