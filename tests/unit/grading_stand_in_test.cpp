/// @file
/// Which files of a student's the kit stands in for, by who calls whom and who passes.
#include "grader/grading/stand_in.hpp"

#include "catch.hpp"

namespace kit::grader {
namespace {

using Files = std::vector<std::string>;

/// Stages by the letters of their verdicts: p passed, w wrong, n not done, c cheated. Stage "0" has
/// the file 0.cu, and so on.
std::vector<StageRecord> stages_with(const std::string& verdicts) {
  std::vector<StageRecord> stages;
  for (const char letter : verdicts) {
    StageRecord stage;
    stage.config.id = std::to_string(stages.size());
    stage.config.file = stage.config.id + ".cu";
    stage.verdict = letter == 'p'   ? Verdict::passed
                    : letter == 'w' ? Verdict::wrong
                    : letter == 'n' ? Verdict::not_done
                                    : Verdict::cheated;
    stages.push_back(stage);
  }
  return stages;
}

const std::set<std::string> kAll = {"0.cu", "1.cu", "2.cu", "3.cu"};

TEST_CASE("stand-ins: a failed stage gets one for each file that it calls and that fails") {
  const build::Calls calls = {{"2.cu", {"0.cu", "1.cu"}}, {"3.cu", {"1.cu"}}};
  CHECK(choose_stand_ins(stages_with("wpww"), calls, kAll) == StandIns{{"2", {"0.cu"}}});
  CHECK(choose_stand_ins(stages_with("wwwp"), calls, kAll) == StandIns{{"2", {"0.cu", "1.cu"}}});
  CHECK(choose_stand_ins(stages_with("nnww"), calls, kAll) ==
        StandIns{{"2", {"0.cu", "1.cu"}}, {"3", {"1.cu"}}});
}

TEST_CASE("stand-ins: none where nothing fails, where nobody calls, or for what was not begun") {
  const build::Calls calls = {{"1.cu", {"0.cu"}}};
  CHECK(choose_stand_ins(stages_with("pp"), calls, kAll).empty());
  CHECK(choose_stand_ins(stages_with("pw"), calls, kAll).empty());
  CHECK(choose_stand_ins(stages_with("wn"), calls, kAll).empty());
  CHECK(choose_stand_ins(stages_with("ww"), {}, kAll).empty());
  CHECK(choose_stand_ins(stages_with("ww"), calls, {"1.cu"}).empty());
}

TEST_CASE("stand-ins: calls are followed through files that stay") {
  const build::Calls chain = {{"2.cu", {"1.cu"}}, {"1.cu", {"0.cu", "2.cu"}}};
  CHECK(choose_stand_ins(stages_with("wpw"), chain, kAll) == StandIns{{"2", {"0.cu"}}});
  // What is replaced calls nobody.
  const StandIns both = choose_stand_ins(stages_with("www"), chain, kAll);
  CHECK(files_for(both, "2") == Files{"1.cu"});
  CHECK(files_for(both, "1") == Files{"0.cu", "2.cu"});
  CHECK(files_for(both, "3").empty());
  CHECK(choose_stand_ins(stages_with("www"), chain, {"0.cu"}).at("2") == Files{"0.cu"});
}

TEST_CASE("stand-ins: none for a stage that cheated, but for those that call it") {
  const build::Calls calls = {{"1.cu", {"0.cu"}}, {"2.cu", {"1.cu"}}};
  CHECK(choose_stand_ins(stages_with("wcw"), calls, kAll) == StandIns{{"2", {"1.cu"}}});
}

}  // namespace
}  // namespace kit::grader
