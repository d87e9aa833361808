// PrairieLearn's results.json of an external grader. The score is a share of 1; where the grader
// itself failed, "gradable" is false, so that the fault is no zero.
#include <algorithm>
#include <cmath>

#include "classroom/reports/checks.hpp"
#include "classroom/reports/course_format.hpp"
#include "classroom/reports/reports.hpp"

namespace kit::classroom {

std::string prairielearn_json(const std::vector<ScoredGrade>& grades) {
  using nlohmann::json;
  double score = 0, max_score = 0;
  json tests = json::array();
  std::string output;
  bool gradable = true;
  for (const ScoredGrade& one : grades) {
    score += one.score;
    max_score += one.grade.max_points;
    gradable &= one.scored();
    output += plain_summary(one);
    for (const Check& check : checks_of(one.grade))
      tests.push_back({{"name", check.name},
                       {"description", one.grade.work.lab},
                       {"points", rounded_points(check.points)},
                       {"max_points", check.bonus ? 0 : check.max_points},
                       {"message", display_name(check.verdict)},
                       {"output", check.message.substr(0, kLogBytes)}});
  }
  // With a bonus the sum may be more than the maximum, but the share is at most 1.
  const double share = max_score > 0 ? std::min(1.0, score / max_score) : 0;
  return json_file_text({{"gradable", gradable},
                         {"score", std::round(10000 * share) / 10000},
                         {"message", grades.empty() ? "" : display_name(grades[0].grade.verdict)},
                         {"output", output.substr(0, 8 * kLogBytes)},
                         {"tests", tests}});
}

}  // namespace kit::classroom
