#include "checks.hpp"

#include <algorithm>
#include <cstdio>

#include "text.hpp"

namespace kit::classroom {
namespace {

using nlohmann::json;

constexpr int kMaxFailures = 5;

std::string failures_of(const json& detail, const json& stage) {
  std::string text;
  int failed = 0;
  for (const json& one : detail.at("cases")) {
    if (one.at("stage") != stage.at("id") || one.at("verdict") == "passed") continue;
    if (++failed > kMaxFailures) continue;
    text += one.at("name").get<std::string>() + ": " + words(one.at("verdict"));
    if (!one.at("max_abs_error").is_null())
      text += ", max-abs-error " + shown(one.at("max_abs_error")) + " (tolerance " +
              shown(one.at("tolerance")) + ")";
    const std::string message = one.at("message");
    if (!message.empty()) text += ". " + message;
    text += "\n";
  }
  if (failed > kMaxFailures)
    text += "and " + std::to_string(failed - kMaxFailures) + " more cases\n";
  return text;
}

Check check_of(const json& detail, const json& stage) {
  Check check;
  check.id = stage.at("id");
  check.name = stage.at("file").get<std::string>() + ": " + stage.at("title").get<std::string>();
  check.verdict = stage.at("verdict");
  check.points = stage.at("points");
  check.max_points = stage.at("max_points");
  check.bonus = stage.at("challenge");
  const int cases = stage.at("cases");
  if (cases > 0)
    check.message = std::to_string(stage.at("passed").get<int>()) + " of " + std::to_string(cases) +
                    " cases pass\n";
  check.message += failures_of(detail, stage);
  if (check.message.empty()) check.message = words(check.verdict) + "\n";
  return check;
}

}  // namespace

std::string words(const std::string& verdict) {
  if (verdict == "build_failed") return "does not compile";
  if (verdict == "forbidden") return "used something forbidden";
  std::string text = verdict;
  std::replace(text.begin(), text.end(), '_', ' ');
  return text;
}

std::string shown(const json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_number()) return "-";
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value.get<double>());
  return text;
}

std::string build_log(const Grade& grade, std::size_t most_bytes) {
  if (!grade.detail.contains("build")) return "";
  std::string log = grade.detail.at("build").at("log");
  if (log.size() > most_bytes) log = log.substr(0, most_bytes) + "\n[more was left out]\n";
  return log;
}

double best_speedup(const Grade& grade) {
  double best = 0;
  if (!grade.detail.contains("timing")) return best;
  for (const json& row : grade.detail.at("timing"))
    if (row.at("counts").get<bool>() && row.at("speedup").is_number())
      best = std::max(best, row.at("speedup").get<double>());
  return best;
}

std::vector<Check> checks_of(const Grade& grade) {
  std::vector<Check> checks;
  if (grade.graded && grade.detail.contains("stages")) {
    for (const json& stage : grade.detail.at("stages"))
      checks.push_back(check_of(grade.detail, stage));
    for (const json& entry : grade.detail.at("evidence")) {
      Check check;
      check.id = entry.at("id");
      check.name = "evidence: " + entry.at("title").get<std::string>();
      check.verdict = entry.at("verdict");
      check.points = entry.at("points");
      check.max_points = entry.at("max_points");
      check.message = entry.at("message").get<std::string>() + "\n";
      checks.push_back(std::move(check));
    }
  }
  if (checks.empty())
    checks.push_back({"all", "everything", grade.verdict, grade.points, grade.max_points, false,
                      grade.headline + "\n"});
  return checks;
}

}  // namespace kit::classroom
