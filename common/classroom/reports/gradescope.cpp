// Gradescope's results.json: https://gradescope-autograders.readthedocs.io/en/latest/specs/
// Gradescope takes the score as it is, so that the penalty for lateness is in it already.
#include <cmath>

#include "classroom/reports/checks.hpp"
#include "classroom/reports/course_format.hpp"
#include "classroom/reports/reports.hpp"

namespace kit::classroom {
namespace {

using nlohmann::json;

/// One check as an entry of "tests". A bonus has no maximum: the sum of all maxima is the lab's.
json gradescope_test(const Check& check, const std::string& lab, int number) {
  return {{"score", rounded_points(check.points)},
          {"max_score", check.bonus ? 0 : check.max_points},
          {"status", check.passed() ? "passed" : "failed"},
          {"name", lab + check.name + (check.bonus ? " (bonus)" : "")},
          {"number", std::to_string(number)},
          {"output", check.message},
          {"output_format", "text"},
          {"visibility", "visible"}};
}

}  // namespace

std::string gradescope_json(const std::vector<ScoredGrade>& grades) {
  double score = 0, seconds = 0;
  json tests = json::array(), leaderboard = json::array();
  std::string output;
  int number = 0;
  bool gradable = true;
  for (const ScoredGrade& one : grades) {
    score += one.score;
    seconds += one.grade.seconds;
    gradable &= one.scored();
    output += plain_summary(one);
    // With one lab alone, each name would only repeat it.
    const std::string lab = grades.size() > 1 ? one.grade.work.lab + ", " : "";
    for (const Check& check : checks_of(one.grade))
      tests.push_back(gradescope_test(check, lab, ++number));
    if (best_speedup(one.grade) > 0)
      leaderboard.push_back({{"name", one.grade.work.lab + " speedup"},
                             {"value", rounded_points(best_speedup(one.grade))},
                             {"order", "desc"}});
  }
  if (!gradable)
    output = "The grader itself failed; this is no zero. Please submit again.\n" + output;
  json result = {{"score", rounded_points(score)},
                 {"execution_time", std::lround(seconds)},
                 {"output", output},
                 {"output_format", "text"},
                 {"visibility", "visible"},
                 {"stdout_visibility", "hidden"},
                 {"tests", tests}};
  if (!leaderboard.empty()) result["leaderboard"] = leaderboard;
  return json_file_text(result);
}

}  // namespace kit::classroom
