/// @file
/// What course systems read: Gradescope, PrairieLearn, Classroom 50, and JUnit XML.
#include <cmath>

#include "classroom/reports/checks.hpp"
#include "classroom/reports/reports.hpp"
#include "grader/support/text.hpp"

namespace kit::classroom {
namespace {

using nlohmann::json;

std::string dumped(const json& value) {
  return value.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

std::string summary(const ScoredGrade& one) {
  std::string text = one.grade.work.lab + ": " + display_name(one.grade.verdict) + ", " +
                     one.grade.headline + "\n";
  if (!one.grade.work.note.empty()) text += one.grade.work.note + "\n";
  if (one.penalty > 0) text += "late: " + short_number(one.penalty) + " points less\n";
  text += "sandbox: tier " + one.grade.tier + "\n";
  const std::string log = build_log(one.grade, kLogBytes);
  if (!log.empty()) text += "The compiler says:\n" + log;
  return text;
}

double rounded(double value) {
  return std::round(100 * value) / 100;
}

/// Text of an XML attribute or element; characters that XML cannot hold are gone in html() already.
std::string xml(const std::string& text) {
  return html(text);
}

std::string property(const std::string& name, const std::string& value) {
  return "        <property name=\"" + name + "\" value=\"" + xml(value) + "\"/>\n";
}

std::string test_case(const ScoredGrade& one, const grader::CaseRecord& row) {
  using grader::Verdict;
  std::string text = "      <testcase classname=\"" + xml(one.grade.work.lab + "." + row.stage) +
                     "\" name=\"" + xml(row.name) + "\" time=\"" + shown(row.seconds) + "\">\n";
  text += "       <properties>\n" + property("max_abs_error", shown_error(row)) +
          property("tolerance", shown(row.tolerance)) + "       </properties>\n";
  if (row.verdict == Verdict::skipped || row.verdict == Verdict::not_done)
    text += "       <skipped message=\"" + xml(display_name(row.verdict) + " " + row.message) +
            "\"/>\n";
  else if (row.verdict == Verdict::wrong)
    text +=
        "       <failure type=\"" + xml(row.cause) + "\" message=\"" + xml(row.message) + "\"/>\n";
  else if (row.verdict != Verdict::passed)
    text += std::string("       <error type=\"") + to_string(row.verdict) + "\" message=\"" +
            xml(row.message) + "\"/>\n";
  return text + "      </testcase>\n";
}

std::string evidence_case(const ScoredGrade& one, const grader::EvidenceRecord& row) {
  using grader::Verdict;
  std::string text = "      <testcase classname=\"" + xml(one.grade.work.lab + ".evidence") +
                     "\" name=\"" + xml(row.config.title) + "\">\n";
  if (row.verdict == Verdict::skipped)
    text += "       <skipped message=\"" + xml(row.message) + "\"/>\n";
  else if (row.verdict != Verdict::passed)
    text += "       <failure type=\"evidence\" message=\"" + xml(row.message) + "\"/>\n";
  return text + "      </testcase>\n";
}

}  // namespace

std::string gradescope_json(const std::vector<ScoredGrade>& grades) {
  double raw = 0, penalty = 0, seconds = 0;
  json tests = json::array(), leaderboard = json::array();
  std::string output;
  int number = 0;
  bool gradable = true;
  for (const ScoredGrade& one : grades) {
    raw += one.raw;
    penalty += one.penalty;
    seconds += one.grade.seconds;
    gradable &= one.grade.graded;
    output += summary(one);
    const std::string lab = grades.size() > 1 ? one.grade.work.lab + ", " : "";
    for (const Check& check : checks_of(one.grade))
      tests.push_back({{"score", rounded(check.points)},
                       {"max_score", check.bonus ? 0 : check.max_points},
                       {"status", check.passed() ? "passed" : "failed"},
                       {"name", lab + check.name + (check.bonus ? " (bonus)" : "")},
                       {"number", std::to_string(++number)},
                       {"output", check.message},
                       {"output_format", "text"},
                       {"visibility", "visible"}});
    if (best_speedup(one.grade) > 0)
      leaderboard.push_back({{"name", one.grade.work.lab + " speedup"},
                             {"value", rounded(best_speedup(one.grade))},
                             {"order", "desc"}});
  }
  if (!gradable)
    output = "The grader itself failed; this is no zero. Please submit again.\n" + output;
  json result = {{"score", rounded(raw - penalty)},
                 {"execution_time", std::lround(seconds)},
                 {"output", output},
                 {"output_format", "text"},
                 {"visibility", "visible"},
                 {"stdout_visibility", "hidden"},
                 {"tests", tests}};
  if (!leaderboard.empty()) result["leaderboard"] = leaderboard;
  return dumped(result);
}

std::string prairielearn_json(const std::vector<ScoredGrade>& grades) {
  double score = 0, most = 0;
  json tests = json::array();
  std::string output;
  bool gradable = true;
  for (const ScoredGrade& one : grades) {
    score += one.score;
    most += one.grade.max_points;
    gradable &= one.grade.graded;
    output += summary(one);
    for (const Check& check : checks_of(one.grade))
      tests.push_back({{"name", check.name},
                       {"description", one.grade.work.lab},
                       {"points", rounded(check.points)},
                       {"max_points", check.bonus ? 0 : check.max_points},
                       {"message", display_name(check.verdict)},
                       {"output", check.message.substr(0, kLogBytes)}});
  }
  const double share = most > 0 ? std::min(1.0, score / most) : 0;
  return dumped({{"gradable", gradable},
                 {"score", std::round(10000 * share) / 10000},
                 {"message", grades.empty() ? "" : display_name(grades[0].grade.verdict)},
                 {"output", output.substr(0, 8 * kLogBytes)},
                 {"tests", tests}});
}

std::string classroom50_json(const std::vector<ScoredGrade>& grades) {
  double score = 0, most = 0;
  json tests = json::array();
  for (const ScoredGrade& one : grades) {
    score += one.score;
    most += one.grade.max_points;
    for (const Check& check : checks_of(one.grade))
      tests.push_back({{"test-name", one.grade.work.lab + "/" + check.id},
                       {"passed", check.passed()},
                       {"score", std::lround(check.points)},
                       {"max-score", check.bonus ? 0 : std::lround(check.max_points)}});
  }
  return dumped({{"schema", "classroom50/result/v1"},
                 {"score", std::lround(score)},
                 {"max-score", std::lround(most)},
                 {"tests", tests}});
}

std::string junit_xml(const std::vector<ScoredGrade>& grades) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"class\">\n";
  for (const ScoredGrade& one : grades) {
    std::string cases;
    if (one.grade.graded && one.grade.detail && !one.grade.detail->cases.empty()) {
      for (const auto& row : one.grade.detail->cases) cases += test_case(one, row);
      for (const auto& row : one.grade.detail->evidence) cases += evidence_case(one, row);
    } else {
      const bool skipped = one.grade.verdict == grader::Verdict::not_done || !one.grade.graded;
      cases = "      <testcase classname=\"" + xml(one.grade.work.lab) + "\" name=\"build\">\n" +
              (skipped ? "       <skipped message=\"" : "       <error message=\"") +
              xml(one.grade.headline) + "\"/>\n      </testcase>\n";
    }
    text += "    <testsuite name=\"" + xml(one.grade.work.student + "." + one.grade.work.lab) +
            "\">\n      <properties>\n" + property("verdict", to_string(one.grade.verdict)) +
            property("score", short_number(one.score)) +
            property("max_score", short_number(one.grade.max_points)) +
            property("sandbox", one.grade.tier) +
            property("speedup", best_speedup(one.grade) > 0 ? short_number(best_speedup(one.grade))
                                                            : "needs a GPU") +
            "      </properties>\n" + cases + "    </testsuite>\n";
  }
  return text + "</testsuites>\n";
}

}  // namespace kit::classroom
