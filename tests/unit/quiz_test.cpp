/// @file
/// Questions about one's own code: which answers count, and which quiz.json is one.
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "grader/quiz/questions.hpp"

namespace kit::grader {
namespace {

using nlohmann::json;

/// A page with one launch of 6 blocks of 2 warps, of which some threads do no work.
json page() {
  json counters = json::object();
  for (const char* name :
       {"global_load_sectors", "global_load_bytes", "unique_load_sectors", "unique_store_sectors",
        "global_store_sectors", "shared_load_wavefronts", "shared_store_wavefronts", "flops"})
    counters[name] = 0;
  counters.update(
      {{"blocks", 6}, {"threads", 384}, {"working_threads", 300}, {"warps", 12}, {"barriers", 24}});
  return {{"sources", {{{"file", "a.cu"}, {"text", "x"}}}},
          {"launches",
           {{{"stage", "s"},
             {"case", "c"},
             {"kernel", "k"},
             {"function", ""},
             {"grid", {6, 1, 1}},
             {"block", {64, 1, 1}},
             {"lines", json::array()},
             {"counters", counters}}}},
          {"replay", nullptr}};
}

/// What make quiz writes where all questions get the answer that `answer` gives.
template <typename Answer>
json quiz_of(const json& about, Answer answer) {
  json answers = json::array();
  for (const Question& one : choose_questions(questions_about(about), kQuestions))
    answers.push_back({{"kind", one.kind}, {"text", one.text}, {"answer", answer(one)}});
  return {{"schema", kQuizSchema},
          {"seed", 7u},
          {"sources", fmt::format("{:016x}", source_hash(about))},
          {"answers", answers}};
}

TEST_CASE("quiz: right answers count, by the keys of the page") {
  const json about = page();
  const auto key = [](const Question& one) { return one.key; };
  const QuizScore all = score_quiz(about, quiz_of(about, key));
  CHECK(all.asked == 3);  // warps, idle threads, barriers
  CHECK(all.right == 3);
  const auto twelve = [](const Question&) { return "12"; };
  CHECK(score_quiz(about, quiz_of(about, twelve)).right == 1);
}

TEST_CASE("quiz: of two answers to a question the first counts, and to others none") {
  const json about = page();
  json given = quiz_of(about, [](const Question& one) { return one.key; });
  json wrong = given["answers"][0];
  wrong["answer"] = "-1";
  given["answers"].insert(given["answers"].begin(), wrong);
  given["answers"].push_back({{"text", "How many?"}, {"answer", "12"}});
  CHECK(score_quiz(about, given).right == 2);
  CHECK(score_quiz(about, given).asked == 3);
}

TEST_CASE("quiz: answers about other code do not count") {
  const json about = page();
  const json given = quiz_of(about, [](const Question& one) { return one.key; });
  json other = about;
  other["sources"][0]["text"] = "y";
  CHECK(is_about(given, about));
  CHECK_FALSE(is_about(given, other));
  CHECK_FALSE(is_about(given, nullptr));
}

TEST_CASE("quiz: a file that make quiz did not write is none") {
  const json good = quiz_of(page(), [](const Question& one) { return one.key; });
  CHECK(is_quiz(good));
  for (const auto& [key, value] :
       std::vector<std::pair<std::string, json>>{{"schema", "other"},
                                                 {"seed", -1},
                                                 {"seed", "7"},
                                                 {"sources", 5},
                                                 {"answers", "all"},
                                                 {"answers", {1}},
                                                 {"answers", {{{"text", "a"}}}},
                                                 {"answers", {{{"text", 1}, {"answer", "2"}}}}}) {
    json bad = good;
    bad[key] = value;
    INFO(bad.dump());
    CHECK_FALSE(is_quiz(bad));
    bad = good;
    bad.erase(key);
    CHECK_FALSE(is_quiz(bad));
  }
  CHECK_FALSE(is_quiz(json::array()));
  CHECK_FALSE(is_quiz(json()));
}

}  // namespace
}  // namespace kit::grader
