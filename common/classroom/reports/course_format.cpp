// The parts of a result that more than one course system shows, so that all of them say the same.
#include "classroom/reports/course_format.hpp"

#include <fmt/format.h>

#include <cmath>

#include "classroom/reports/checks.hpp"
#include "grader/support/visible.hpp"

namespace kit::classroom {

std::string json_file_text(const nlohmann::json& value) {
  return visible_texts(value).dump(2) + "\n";
}

std::string plain_summary(const ScoredGrade& one) {
  const Grade& grade = one.grade;
  std::string text =
      fmt::format("{}: {}, {}\n", grade.work.lab, display_name(grade.verdict), grade.headline);
  for (const auto& [heading, remark] : remarks_of(one)) text += heading + ": " + remark + "\n";
  text += fmt::format("sandbox: tier {}\n", grade.tier);
  const std::string log = build_log(grade, kLogBytes);
  if (!log.empty()) text += "The compiler says:\n" + log;
  return text;
}

double rounded_points(double points) {
  return std::round(100 * points) / 100;
}

}  // namespace kit::classroom
