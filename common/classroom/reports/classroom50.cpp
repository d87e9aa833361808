// Classroom 50's result.json, whose scores are whole numbers.
#include <cmath>

#include "classroom/reports/checks.hpp"
#include "classroom/reports/course_format.hpp"
#include "classroom/reports/reports.hpp"

namespace kit::classroom {

std::string classroom50_json(const std::vector<ScoredGrade>& grades) {
  using nlohmann::json;
  double score = 0, max_score = 0;
  json tests = json::array();
  for (const ScoredGrade& one : grades) {
    score += one.score;
    max_score += one.grade.max_points;
    for (const Check& check : checks_of(one.grade))
      tests.push_back({{"test-name", one.grade.work.lab + "/" + check.id},
                       {"passed", check.passed()},
                       {"score", std::lround(check.points)},
                       {"max-score", check.bonus ? 0 : std::lround(check.max_points)}});
  }
  return json_file_text({{"schema", "classroom50/result/v1"},
                         {"score", std::lround(score)},
                         {"max-score", std::lround(max_score)},
                         {"tests", tests}});
}

}  // namespace kit::classroom
