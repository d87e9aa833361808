/// @file
/// Reports of a class: points by hand, what students may not see, frequent mistakes, what differs
/// between two runs, and the gradebooks of course systems.
#include <algorithm>
#include <ctime>
#include <filesystem>
#include <random>

#include "catch.hpp"
#include "class_samples.hpp"
#include "classroom/reports/class_diff.hpp"
#include "classroom/reports/course_gradebook.hpp"
#include "classroom/reports/similarity.hpp"
#include "classroom/reports/source_listing.hpp"
#include "classroom/support/sha256.hpp"
#include "error_of.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/text.hpp"

namespace kit::classroom {
namespace {

using grader::Verdict;

/// The scores of ann and bob, as the plan has them.
std::vector<ScoredGrade> scores(const ReportPlan& plan) {
  return score(plan, {grade_of("ann", kLab, 100), grade_of("bob", kLab, 40)});
}

ReportPlan class_of_two() {
  ReportPlan plan;
  plan.students["ann"] = {"ann", "Doe", "Ann", "ann@example.org", "", true};
  plan.students["bob"] = {"bob", "Roe", "Bob", "Bob@example.org", "", true};
  return plan;
}

TEST_CASE("score: points by hand are the last word, and every report says so") {
  ReportPlan plan = class_of_two();
  plan.penalties[{"bob", kLab}] = {50, true, "2026-11-20", "a day late"};
  plan.decisions = {{"comment", "bob", kLab, "a <b>note</b>", "", "me", "2026-11-21T10:00:00Z"}};
  CHECK(scores(plan)[1].score == 20);
  plan.decisions.push_back(
      {"override", "bob", kLab, "90", "=a mail", "me", "2026-11-21T10:00:00Z"});
  const auto all = scores(plan);
  CHECK((all[1].score == 90 && all[1].penalty == 0 && all[0].score == 100));
  const std::string text = "90 points, given by me on 2026-11-21: =a mail (the grader gave 40)";
  CHECK(override_text(all[1]) == text);
  const std::string table = grades_csv(all);
  CHECK(contains(table, ",40,0,90,100,graded,a day late,\"" + text + "\",a <b>note</b> (me),,\n"));
  const std::vector<ScoredGrade> bob = {all[1]};
  const std::string page = student_html(bob);
  CHECK((contains(page, "90 of 100 (given by hand)") && contains(page, "a &lt;b&gt;note")));
  CHECK(contains(student_markdown(bob), "given by me on 2026-11-21"));
  CHECK(contains(student_terminal(bob), "Comment: a <b>note</b> (me)"));
  CHECK(contains(gradescope_json(bob), "\"score\": 90.0"));
}

TEST_CASE("score: a fault of the grader is no score, unless a person gives one") {
  ReportPlan plan = class_of_two();
  Grade fault = grade_of("ann", kLab, 0);
  fault.graded = false;
  CHECK(contains(grades_csv(score(plan, {fault})), ",,0,,,grader_fault,"));
  plan.decisions = {{"override", "ann", kLab, "7", "by eye", "me", "2026"}};
  CHECK(contains(grades_csv(score(plan, {fault})), ",,0,7,,graded,"));
}

/// A lab of one stage with an open and a hidden case, both wrong.
Grade grade_with_hidden_case() {
  Grade grade = grade_of("ann", kLab, 10);
  grader::VerdictFile detail;
  grader::StageRecord stage;
  stage.config.id = "convolve";
  stage.config.file = "convolve.cpp";
  stage.verdict = Verdict::wrong;
  stage.cases = 2;
  stage.cause = "scaled";
  grader::CaseRecord open, hidden;
  open.stage = hidden.stage = "convolve";
  open.verdict = hidden.verdict = Verdict::wrong;
  open.name = "3x3";
  open.message = "Wrong: all. Ann knows. In the case 'hidden case 1': SECRET.";
  open.line = 2;
  hidden.name = "hidden case 1";
  hidden.params = {{"filter_width", "SECRET"}};
  hidden.cause = "by_a_factor";
  hidden.message = "SECRET";
  hidden.heat_map = "hidden.png";
  hidden.width = 61;
  detail.stages = {stage};
  detail.cases = {open, hidden};
  detail.student_output = "SECRET";
  grader::CommonFinding finding;
  finding.finding.message = "SECRET";
  finding.finding.place = {"convolve.cpp", 1};
  finding.first_case = "hidden case 1";
  detail.findings = {finding};
  grader::EvidenceRecord judged, of_earlier_kits;
  judged.config.title = of_earlier_kits.config.title = "sectors";
  judged.verdict = of_earlier_kits.verdict = Verdict::wrong;
  judged.message = of_earlier_kits.message = "the load in line SECRET touches SECRET";
  judged.open_message = "the open cases touch 8";
  detail.evidence = {judged, of_earlier_kits};
  grade.detail = detail;
  grade.pictures["hidden.png"] = "SECRET";
  return grade;
}

TEST_CASE("hidden cases: students see that there is one and the kind of mistake") {
  const auto all = score(class_of_two(), {grade_with_hidden_case()});
  CHECK(has_hidden_cases(all[0].grade));
  CHECK_FALSE(has_hidden_cases(grade_of("ann", kLab, 10)));
  const auto shown = student_view(all);
  for (const std::string& text :
       {student_html(shown), student_markdown(shown), student_terminal(shown),
        gradescope_json(shown), prairielearn_json(shown), classroom50_json(shown),
        causes_html(all)}) {
    CHECK_FALSE(contains(text, "SECRET"));
    CHECK_FALSE(contains(text, "hidden case 1"));
  }
  CHECK(contains(student_html(shown), "a hidden case: wrong. The kind of mistake: by a factor"));
  CHECK(contains(student_html(shown), "3x3: wrong. Wrong: all. Ann knows.\n"));
  CHECK(contains(student_html(shown), "the open cases touch 8"));
  CHECK(contains(student_html(all), "SECRET"));
  CHECK(contains(junit_xml(all), "hidden case 1"));
  CHECK(contains(overview_html(all, ""), "instructor/ann.html"));
}

TEST_CASE("causes: counted by students, with an excerpt that names nobody") {
  Grade other = grade_with_hidden_case();
  other.work.student = "bob";
  const std::string page = causes_html(score(class_of_two(), {grade_with_hidden_case(), other}));
  CHECK(contains(page,
                 "<td>convolve.cpp</td><td>wrong: scaled</td><td>2</td><td>Wrong: all. ... "
                 "knows.</td>"));
  CHECK(contains(causes_html({}), "No mistakes were found"));
}

TEST_CASE("sources: numbered, folded, with what was found beside its line") {
  Grade grade = grade_with_hidden_case();
  grade.work.files = {{"convolve.cpp", "a < b\nsecond\nthird"}};
  grade.detail->build_log = "src/01/convolve.cpp:3:9: error: no <such> thing\n  noise\n";
  const std::string text = sources_html(grade);
  CHECK(contains(text, "convolve.cpp, 3 lines marked</summary>"));
  CHECK(contains(text, "<mark>   1  a &lt; b</mark>"));
  CHECK(contains(text, "error: no &lt;such&gt; thing"));
  grade.work.submitted = false;
  CHECK(sources_html(grade).empty());
}

TEST_CASE("diff: who changed, and why") {
  const auto before = scores(class_of_two());
  ReportPlan plan = class_of_two();
  plan.decisions = {{"override", "bob", kLab, "55", "a mail", "me", "2026"}};
  auto after = scores(plan);
  CHECK(class_diff(before, before).changes.empty());
  ClassDiff diff = class_diff(before, after);
  REQUIRE(diff.changes.size() == 1);
  CHECK((diff.unchanged == 1 && diff.changes[0].student == "bob"));
  CHECK(diff_text(diff) ==
        "bob  01_cpu_baseline: wrong 40 -> wrong 55  (points by hand: a mail)\n1 changed, 1 "
        "unchanged\n");
  CHECK(contains(diff_csv(diff), "bob,01_cpu_baseline,wrong,wrong,40,55,points by hand: a mail\n"));
  auto changed = before;
  changed[0].grade.work.files = {{"convolve.cpp", "new"}};
  changed[0].grade.work.key = "another";
  changed[1].grade.work.key = "another";
  changed[1].grade.work.context = {{"kit", "2"}, {"seed", 1}};
  auto kept = before;
  kept[1].grade.work.context = {{"kit", "1"}, {"seed", 1}};
  changed[1].score = 30;
  diff = class_diff(kept, changed);
  REQUIRE(diff.changes.size() == 2);
  CHECK(diff.changes[0].reasons == std::vector<std::string>{"the content changed"});
  CHECK(diff.changes[1].reasons == std::vector<std::string>{"the kit changed"});
  after.pop_back();
  diff = class_diff(before, after);
  REQUIRE(diff.changes.size() == 1);
  CHECK(contains(diff_text(diff), "bob  01_cpu_baseline: wrong 40 -> -  (not in the new run)"));
}

/// What stands in the notes, one a line.
std::string notes_of(const CourseExport& filled) {
  std::string text;
  for (const std::string& note : filled.notes) text += note + "\n";
  return text;
}

TEST_CASE("export: Canvas, with everything else as it was") {
  const TestFolder folder("class_canvas");
  const std::string head =
      "\xEF\xBB\xBFStudent,ID,SIS User ID,SIS Login ID,Section,Lab 1 "
      "(501),Lab 11 (502),Lab 1 Current Score\r\n"
      "\"    Points Possible\",,,,,10,100,(read only)\r\n";
  const std::string before = head +
                             "\"Doe, Ann\",4321,ANN,x@example.org,A,,7,\r\n"
                             "\"Roe, \"\"Bob\"\"\",4322,,bob@example.org,A,\"3\",,\r\n"
                             "\"Poe, Pat\",4323,,pat,A,5,,\r\n"
                             "\"Student, Test\",9,,t,A,,,\r\n";
  const std::string after = head +
                            "\"Doe, Ann\",4321,ANN,x@example.org,A,100,7,\r\n"
                            "\"Roe, \"\"Bob\"\"\",4322,,bob@example.org,A,\"40\",,\r\n"
                            "\"Poe, Pat\",4323,,pat,A,5,,\r\n"
                            "\"Student, Test\",9,,t,A,,,\r\n";
  const std::string path = folder.put("canvas.csv", before);
  auto grades = scores(class_of_two());
  CourseExport filled = fill_gradebook(CourseSystem::canvas, path, grades, "");
  CHECK(filled.bytes == after);
  CHECK(filled.filled == 2);
  CHECK(notes_of(filled) ==
        "the column 'Lab 1 (501)' is worth 10 points there and the lab 100 here; points are "
        "written as they are\nline 5 (Pat Poe, 4323) is about nobody who has a grade\n");
  CHECK(
      contains(fill_gradebook(CourseSystem::canvas, path, grades, "Lab 11").bytes, ",A,,100,\r\n"));
  grades[1].student = {"zoe", "", "", "", "", true};
  filled = fill_gradebook(CourseSystem::canvas, path, grades, "");
  CHECK(contains(notes_of(filled), "in no row of the file: zoe\n"));
  CHECK(contains(error_of([&] { fill_gradebook(CourseSystem::moodle, path, grades, ""); }),
                 "it looks like one of canvas"));
  CHECK(contains(error_of([&] { fill_gradebook(CourseSystem::canvas, path, grades, "Quiz"); }),
                 "no column is one of the labs'"));
  const std::string twice = folder.put("twice.csv", "Student,ID,Lab 1 a,Lab 01 b\nx,1,,\n");
  CHECK(contains(error_of([&] { fill_gradebook(CourseSystem::canvas, twice, grades, ""); }),
                 "both 'Lab 1 a' and 'Lab 01 b'"));
  const std::string own = folder.put("own.csv", "student_id,lab\n");
  CHECK(contains(error_of([&] { fill_gradebook(CourseSystem::canvas, own, grades, ""); }),
                 "is no gradebook of canvas: its columns are 'student_id', 'lab'"));
}

TEST_CASE("export: Moodle's worksheet and Blackboard's UTF-16") {
  const TestFolder folder("class_moodle");
  const auto grades = scores(class_of_two());
  const std::string head =
      "Identifier;\"Full name\";\"Email address\";Status;Grade;\"Maximum Grade\"\n";
  const std::string path =
      folder.put("moodle.csv", head +
                                   "\"Participant 12\";\"Ann Doe\";ann@example.org;;;100,00\n"
                                   "\"Participant 13\";\"Bob Roe\";bob@example.org\n");
  CourseExport filled = fill_gradebook(CourseSystem::moodle, path, grades, "");
  CHECK(filled.bytes == head +
                            "\"Participant 12\";\"Ann Doe\";ann@example.org;;100;100,00\n"
                            "\"Participant 13\";\"Bob Roe\";bob@example.org;;40\n");
  CHECK(notes_of(filled).empty());
  const std::string names =
      "\"Last Name\"\t\"First Name\"\t\"Username\"\t\"Lab 1 [Total Pts: 100 "
      "Score] |98\"\n\"D\xC3\xB6 e\"\t\"Ann\"\t\"ann\"\t\"";
  const std::string rest = "\"\n\"Roe\"\t\"Bob\"\t\"bob\"\t\"";
  for (const Encoding encoding : {Encoding::utf16_little, Encoding::utf16_big}) {
    const std::string board = folder.put("board.xls", encode(names + rest + "\"\n", encoding));
    filled = fill_gradebook(CourseSystem::blackboard, board, grades, "");
    CHECK(filled.bytes == encode(names + "100" + rest + "40\"\n", encoding));
    CHECK(notes_of(filled).empty());
  }
  CHECK(course_system_from("moodle") == CourseSystem::moodle);
  CHECK(contains(error_of([] { course_system_from("sakai"); }), "canvas, moodle or blackboard"));
}

TEST_CASE("similarity: files that are equal to the byte are listed, however many have them") {
  const std::string code =
      "void f(float* a, int n) {\n  for (int i = 0; i < n; ++i) a[i] = 2 * a[i] + a[n - 1 - i];\n"
      "  for (int j = n; j > 0; --j) { if (a[j] > 1) a[j] -= a[j - 1] / 3; else a[j] = -a[j]; }\n"
      "  while (n > 4) { n /= 2; a[n] = a[n] * a[n] - a[n + 1] * (a[n] + 7); }\n}\n";
  std::vector<Work> works;
  for (int i = 0; i < 12; ++i) {
    works.push_back(work_of("s" + std::to_string(10 + i), "01_cpu_baseline"));
    works.back().files = {{"convolve.cpp", i < 5 ? code : "int a" + std::to_string(i) + ";\n"}};
  }
  SimilarityPlan plan;
  plan.labs_folder = grader::kit_root() + "/labs";
  const Similar similar = find_similar(works, plan);
  const std::vector<Pair>& pairs = similar.pairs;
  REQUIRE(pairs.size() == 10);
  CHECK((pairs[0].share == 1 && pairs[0].equal == std::vector<std::string>{"convolve.cpp"}));
  CHECK(contains(similar_markdown(similar, 0.6), "convolve.cpp: the same to the byte"));
}

/// Code of as many lines, each of which differs from all others in its operators.
std::vector<std::string> lines_of_operators(int count) {
  std::vector<std::string> lines;
  for (int i = 0; i < count; ++i) {
    std::string line;
    for (int k = 0; k < 21; ++k) line += ";,?~(){}"[sha256(std::to_string(i))[k] % 8];
    lines.push_back(line);
  }
  return lines;
}

TEST_CASE(
    "similarity: shared lines are found in any order, at a cost that grows with their number") {
  std::vector<std::string> lines = lines_of_operators(40000);
  std::vector<Work> works;
  for (const char* student : {"ann", "bob"}) {
    std::string code;
    for (const std::string& line : lines) code += line + "\n";
    works.push_back(work_of(student, kLab));
    works.back().files = {{"convolve.cpp", code}};
    // Apart from each other, so that what is compared of one is in what is compared of the other.
    std::mt19937 random;
    std::shuffle(lines.begin(), lines.begin() + 900, random);
    std::shuffle(lines.begin() + 900, lines.end(), random);
  }
  SimilarityPlan plan;
  plan.labs_folder = grader::kit_root() + "/labs";
  plan.threshold = 0.2;
  const std::clock_t begin = std::clock();
  const Similar similar = find_similar(works, plan);
  CHECK(double(std::clock() - begin) / CLOCKS_PER_SEC < 10);
  REQUIRE(similar.pairs.size() == 1);
  CHECK((similar.pairs[0].lines.size() <= 50 && similar.pairs[0].more_lines));
  CHECK(similar.in_part.size() == 2);
  CHECK(contains(similar_markdown(similar, 0.6), " and more |\n"));
  CHECK(contains(similar_html(similar, 0.6), "more than 20000 tokens: ann (01_cpu_baseline), bob"));
}

TEST_CASE("similarity: a copied stretch is one, and where it lies in each") {
  const std::vector<std::string> lines = lines_of_operators(60);
  std::string shared, own;
  for (int i = 0; i < 40; ++i) shared += lines[i] + "\n";
  for (int i = 40; i < 60; ++i) own += lines[i] + "\n";
  std::vector<Work> works = {work_of("ann", kLab), work_of("bob", kLab)};
  works[0].files = {{"convolve.cpp", shared}};
  works[1].files = {{"convolve.cpp", own + shared}};
  SimilarityPlan plan;
  plan.labs_folder = grader::kit_root() + "/labs";
  const Similar similar = find_similar(works, plan);
  REQUIRE((similar.pairs.size() == 1 && similar.pairs[0].lines.size() == 1));
  const Pair::Lines& found = similar.pairs[0].lines[0];
  CHECK((found.first_begin == 1 && found.first_end == 40));
  CHECK((found.second_begin == 21 && found.second_end == 60));
  CHECK((similar.pairs[0].share > 0.9 && !similar.pairs[0].more_lines && similar.in_part.empty()));
}

TEST_CASE("similarity: what is copied into a macro is a copy") {
  std::string code, macro = "#include <cmath>\n#define ALL(a, b)";
  for (const std::string& line : lines_of_operators(40)) {
    code += line + "\n";
    macro += " \\\n" + line;
  }
  std::vector<Work> works = {work_of("ann", kLab), work_of("bob", kLab)};
  works[0].files = {{"convolve.cpp", code}};
  works[1].files = {{"convolve.cpp", macro + "\nALL(1, 2)\n"}};
  SimilarityPlan plan;
  plan.labs_folder = grader::kit_root() + "/labs";
  const Similar similar = find_similar(works, plan);
  REQUIRE(similar.pairs.size() == 1);
  CHECK(similar.pairs[0].share > 0.9);
}

TEST_CASE("reports: grades are written even if similar submissions cannot be") {
  const TestFolder folder("class_unsearched");
  ReportPlan plan = class_of_two();
  plan.root = grader::kit_root();
  plan.out = folder.path("");
  std::filesystem::create_directories(folder.path("similar.md"));
  folder.put("similar.md/x", "");
  CHECK(!error_of([&] { write_reports(plan, {grade_of("ann", kLab, 100)}); }).empty());
  for (const char* name : {"grades.csv", "junit.xml", "students/ann/report.html"})
    CHECK(std::filesystem::exists(folder.path(name)));
  CHECK(contains(read_whole(folder.path("index.html")), "not searched for to the end"));
}

TEST_CASE("reports: what is unclear is no zero, and says why") {
  Grade unclear = grade_of("ann", kLab, 0);
  unclear.graded = false;
  unclear.work.submitted = false;
  unclear.work.unclear = unclear.headline = "it is not clear whose x.zip is";
  ReportPlan plan;
  CHECK(contains(grades_csv(score(plan, {unclear})), ",,,unclear,,,,,it is not clear whose x.zip"));
  plan.decisions = {{"override", "ann", kLab, "70", "a talk", "me", "2026-11-21T00:00:00Z"}};
  CHECK(contains(grades_csv(score(plan, {unclear})), ",70,,graded,"));
  Grade nothing = grade_of("bob", kLab, 0);
  nothing.headline = "nothing of this lab was submitted: it is empty";
  CHECK(contains(grades_csv(score(plan, {nothing})), ",nothing of this lab was submitted: it is"));
}

}  // namespace
}  // namespace kit::classroom
