/// @file
/// What students wrote, in every format that reports have: nothing in it steers or hides.
#include <nlohmann/json.hpp>
#include <string>

#include "catch.hpp"
#include "class_samples.hpp"
#include "classroom/reports/class_diff.hpp"
#include "classroom/reports/source_listing.hpp"
#include "classroom/reports/student_report.hpp"
#include "grader/report/report.hpp"
#include "grader/report/verdict_json.hpp"
#include "grader/support/terminal.hpp"
#include "grader/support/text.hpp"
#include "grader/support/visible.hpp"

namespace kit {
namespace {

TEST_CASE("visible: text of any script stays, what cannot be seen becomes '?'") {
  const std::string kept =
      "a\tb\n \xC3\xA9 \xE6\xBC\xA2 \xF0\x9F\x98\x80 \xD7\x90 \xE0\xA4\x95\xE2\x80\x8D";
  CHECK(visible(kept) == kept);
  CHECK(visible("a\r\nb\r") == "a\nb");
  CHECK(visible("a\rb") == "a?b");
  CHECK(visible(std::string("\0\x01\x08\x0B\x1B\x7F", 6)) == "??????");
  CHECK(visible("\xC2\x80\xC2\x9B\xC2\x9F") == "???");                       // C1
  CHECK(visible("\xE2\x80\xAE\xE2\x81\xA6\xE2\x80\x8F\xD8\x9C") == "????");  // directions
  CHECK(visible("\xEF\xBB\xBF\xE2\x80\x8B\xC2\xAD\xE2\x80\xA8") == "????");  // of no width
  CHECK(visible("\xF3\xA0\x81\x81\xEF\xBF\xBE\xF0\x9F\xBF\xBF") == "???");   // tags, no text
  CHECK(visible("a\xEF\xB8\x8F\xF3\xA0\x84\x80\xCD\x8F\xE1\x9E\xB4\xF3\xA0\xBF\xBF") == "a?????");
  CHECK(visible("a\xE2\x80\x8D\xD0\xB1\xE2\x80\x8C") == "a?\xD0\xB1?");  // nothing to join
  CHECK(visible("\xE0\xA4\x95\xE2\x80\x8D\xE2\x80\x8D") == "\xE0\xA4\x95\xE2\x80\x8D?");
  CHECK(visible("\xFF|\xC0\xAF|\xE0\x80\xAF|\xED\xA0\x80|\xF4\x90\x80\x80|\xE2\x82") ==
        "?|??|???|???|????|??");  // no UTF-8
  const nlohmann::json value = {{"a\033", {"b\033", 1, {{"c", "\xC2\x9B"}}}}, {"d", true}};
  CHECK(visible_texts(value) == nlohmann::json({{"a?", {"b?", 1, {{"c", "?"}}}}, {"d", true}}));
}

TEST_CASE("names: without what leaves them looking the same") {
  CHECK(without_ignorable("ann\xEF\xB8\x8F") == "ann");
  CHECK(without_ignorable("\xE2\x80\x8D"
                          "a\xF3\xA0\x84\x80n\xCD\x8Fn\xC2\xAD") == "ann");
  CHECK(without_ignorable("J\xC3\xBCrg \xE6\xBC\xA2\xFF\x1B") ==
        "J\xC3\xBCrg \xE6\xBC\xA2\xFF\x1B");
  CHECK(escaped("ann\xEF\xB8\x8F") == "ann\\ufe0f");
}

TEST_CASE("text: what is special in a format is not when a student writes it") {
  CHECK(html("<b a='x'>&\"\033") == "&lt;b a=&#39;x&#39;&gt;&amp;&quot;?");
  CHECK(markdown("<b>[a](b) `c` |\n# ~~d~~ $e$") ==
        "\\<b\\>\\[a\\]\\(b\\) \\`c\\` \\| \\# \\~\\~d\\~\\~ \\$e\\$");
  CHECK(markdown("https://a www.b c@d\x9B") == "https:\\//a www\\.b c\\@d?");
  CHECK(markdown("- a") == "\\- a");
  CHECK(markdown("=====") == "\\=====");
  CHECK(markdown_block("a\033\n`````\nb") == "``````text\na?\n`````\nb\n``````\n");
  CHECK(csv("=1\033") == "'=1?");
  CHECK(csv("\r=1") == "?=1");
  CHECK(csv("x;=1|+1\t-1; @a") == "x;'=1|'+1\t'-1;' @a");
  CHECK(csv("a,=1\n=2") == "\"a,=1\n'=2\"");
  CHECK(csv("x;\"=1\"") == "\"x;'\"\"=1\"\"\"");
  CHECK(csv("a = b; c - d, e@f") == "\"a = b; c - d, e@f\"");
  CHECK(csv("a,\"b\"") == "\"a,\"\"b\"\"\"");
  CHECK(grader::printable("\033[2J") == "?[2J");
}

const std::string kHostile =
    "\033[2J\b\xC2\x9B\xE2\x80\xAE\xFF<script>alert(1)</script>\n`````\n# 100 of 100\r\n";

/// A grade in which all that a student has a hand in is hostile.
classroom::ScoredGrade hostile_grade() {
  grader::VerdictFile detail;
  detail.lab = "01_cpu_baseline";
  detail.verdict = grader::Verdict::crashed;
  detail.headline = detail.build_log = detail.student_output = kHostile;
  detail.rules = "not checked" + kHostile;
  detail.races = "not looked for" + kHostile;
  detail.next = detail.timing_note = kHostile;
  detail.built = true;
  detail.stages.push_back({});
  detail.stages[0].config = {"convolve", "convolve.cpp", kHostile, 100, false};
  detail.stages[0].verdict = grader::Verdict::crashed;
  grader::CaseRecord one;
  one.stage = "convolve";
  one.verdict = grader::Verdict::crashed;
  one.name = one.cause = one.message = one.heat_map = kHostile;
  detail.cases = {one};
  grader::CommonFinding finding;
  finding.finding.place = {"/f/convolve.cpp", 1};
  finding.finding.message = finding.finding.position = finding.first_case = kHostile;
  detail.findings = {finding};
  classroom::ScoredGrade scored;
  scored.grade = classroom::grade_of("ann", "01_cpu_baseline", 0);
  scored.grade.headline = kHostile;
  scored.grade.detail = detail;
  scored.grade.work.files = {{"convolve.cpp", bytes_to_json(kHostile)}};
  scored.student.id = scored.student.first_name = scored.student.email = kHostile;
  scored.late.how = kHostile;
  return scored;
}

TEST_CASE("reports: nothing a student writes is unseen or markup in any of them") {
  using namespace classroom;
  const ScoredGrade scored = hostile_grade();
  const std::vector<ScoredGrade> all = {scored};
  for (const std::string& text :
       {student_html(all), student_markdown(all), student_terminal(all), junit_xml(all),
        grades_csv(all), gradescope_json(all), prairielearn_json(all), classroom50_json(all),
        overview_html(all, ""), causes_html(all), sources_html(scored.grade),
        grader::report(*scored.grade.detail, false)}) {
    INFO(text);
    CHECK(visible(text) == text);
  }
  for (const std::string& page : {student_html(all), junit_xml(all), overview_html(all, ""),
                                  causes_html(all), sources_html(scored.grade)})
    CHECK(page.find("<script>alert") == std::string::npos);
}

TEST_CASE("report.md: what a student's program printed stays within its block") {
  const std::string text = classroom::student_markdown({hostile_grade()});
  std::size_t blocks = 0;
  bool inside = false;
  std::string fence;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (inside) {
      inside = line != fence;
    } else if (line.ends_with("text") && line.starts_with("```")) {
      fence = line.substr(0, line.size() - 4);
      inside = true;
      ++blocks;
    } else {
      INFO(line);
      CHECK(!line.starts_with("# 100"));
      CHECK(line.find("<script>") == std::string::npos);
    }
  }
  CHECK(!inside);
  CHECK(blocks >= 3);  // a case's message, the compiler's, what was printed
}

TEST_CASE("verdict.json: its texts are visible") {
  const auto folder = classroom::TestFolder("visible");
  const std::string path = folder.path("verdict.json");
  grader::write_json(path, grader::to_json(*hostile_grade().grade.detail));
  const auto read = nlohmann::json::parse(read_whole(path));
  CHECK(visible_texts(read) == read);
  CHECK(read.at("headline").get<std::string>().starts_with("?[2J???"));
}

}  // namespace
}  // namespace kit
