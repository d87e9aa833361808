/// @file
/// The gradebook: older ones, decisions, one student's regrade, groups.
#include <sqlite3.h>

#include "catch.hpp"
#include "class_samples.hpp"
#include "classroom/gradebook/gradebook.hpp"
#include "classroom/run/groups.hpp"
#include "classroom/run/instructor_tables.hpp"
#include "error_of.hpp"

namespace kit::classroom {
namespace {

/// Runs SQL on a file; what the last row of the last statement has in its first column.
std::string sql(const std::string& path, const std::string& text) {
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
  std::string last;
  const auto keep = [](void* to, int, char** values, char**) {
    *static_cast<std::string*>(to) = values[0] == nullptr ? "" : values[0];
    return 0;
  };
  char* message = nullptr;
  const int status = sqlite3_exec(database, text.c_str(), keep, &last, &message);
  INFO((message == nullptr ? "" : message));
  CHECK(status == SQLITE_OK);
  sqlite3_free(message);
  sqlite3_close(database);
  return last;
}

/// The tables as the first version made them, with one grade.
constexpr const char* kFirstVersion = R"(
create table setting (name text primary key, value text not null) without rowid;
create table work (
  student text not null, lab text not null, key text not null, files text not null,
  source text not null, time text not null, note text not null, problem text not null,
  submitted integer not null, state text not null default 'queued', faults integer not null default 0,
  fault text not null default '', primary key (student, lab)) without rowid;
create table result (
  student text not null, lab text not null, key text not null, verdict text not null,
  headline text not null, points real not null, max_points real not null, bonus real not null,
  bonus_max real not null, tier text not null, backend text not null, seconds real not null,
  attempts integer not null, graded_at text not null, detail text not null, pictures text not null,
  primary key (student, lab, key)) without rowid;
create table history (
  id integer primary key, at text not null, student text not null, lab text not null,
  key text not null, event text not null);
insert into setting values ('seed', '77');
insert into work values ('ann', '01_cpu_baseline', 'k', '{"convolve.cpp": "int a;"}', 's', 't', 'n', '', 1, 'done', 0, '');
insert into result values ('ann', '01_cpu_baseline', 'k', 'wrong', 'h', 40, 100, 1, 10, '1', 'sim', 2, 1, 'then', '{}', '{}');
)";

TEST_CASE("gradebook: one of the first version is brought up to date, or read as it is") {
  const TestFolder folder("class_book_old");
  const std::string path = folder.path("gradebook.sqlite");
  sql(path, kFirstVersion);
  {
    Gradebook book(path, Gradebook::ReadOnly());
    REQUIRE(book.grades().size() == 1);
    CHECK(book.grades()[0].points == 40);
    CHECK(book.decisions().empty());
  }
  CHECK(sql(path, "pragma user_version") == "0");
  Gradebook book(path);
  REQUIRE(book.grades().size() == 1);
  const Grade grade = book.grades()[0];
  CHECK((grade.points == 40 && grade.work.files.contains("convolve.cpp")));
  CHECK((grade.work.context.empty() && grade.work.handed_in_by.empty()));
  CHECK(book.setting("seed", [] { return "0"; }) == "77");
  CHECK(kept_standing(book, book.grades()).students.count("ann") == 1);
  CHECK(sql(path, "pragma user_version") == "3");
  CHECK(Gradebook(path).grades().size() == 1);
}

TEST_CASE("gradebook: what no kit or a newer one made is refused") {
  const TestFolder folder("class_book_bad");
  const std::string newer = folder.path("newer.sqlite");
  { const Gradebook book(newer); }
  sql(newer, "pragma user_version = 99");
  CHECK(contains(error_of([&] { Gradebook book(newer); }), "newer kit"));
  const std::string text = folder.put("text", std::string(5000, 'x'));
  CHECK(contains(error_of([&] { Gradebook book(text); }), "is no gradebook"));
  CHECK(contains(error_of([&] { Gradebook book(text, Gradebook::ReadOnly()); }), "cannot read"));
  const std::string other = folder.path("other.sqlite");
  sql(other, "create table work (a text)");
  CHECK(contains(error_of([&] { Gradebook book(other); }), "is no gradebook"));
  CHECK(sql(other, "select count(*) from sqlite_master") == "1");
}

TEST_CASE("gradebook: decisions are added, never changed") {
  const TestFolder folder("class_book_decide");
  const std::string path = folder.path("gradebook.sqlite");
  Gradebook book(path);
  const Decision first = {"override", "ann", "01_x", "50", "mail", "me"};
  Decision second = first, none = first;
  second.value = "60";
  none.value = none.reason = "";
  CHECK(book.decide({first, {"comment", "ann", "01_x", "fine", "", "me"}}) == 2);
  CHECK(book.decide({first}) == 0);
  CHECK(book.decide({second}) == 1);
  REQUIRE(book.decisions().size() == 2);
  CHECK(book.decisions()[1].value == "60");
  CHECK_FALSE(book.decisions()[1].at.empty());
  CHECK(book.decide({none}) == 1);
  CHECK(book.decide({none}) == 0);
  CHECK(book.decisions().size() == 1);
  CHECK(sql(path, "select count(*) from decision") == "4");
}

TEST_CASE("gradebook: one student's grade is forgotten, and the history has it") {
  const TestFolder folder("class_book_forget");
  const std::string path = folder.path("gradebook.sqlite"), lab = "01_x";
  Gradebook book(path);
  book.set_work({work_of("ann", lab), work_of("bob", lab)});
  for (const char* student : {"ann", "bob"})
    CHECK(book.store(work_of(student, lab), grade_of(student, lab, 70)));
  CHECK(book.ungraded().empty());
  book.forget({"ann"}, {lab});
  REQUIRE(book.ungraded().size() == 1);
  CHECK(book.ungraded()[0].student == "ann");
  CHECK(sql(path, "select event from history where event like 'forgotten%'") ==
        "forgotten: wrong 70.0 + 0.0");
}

TEST_CASE("groups: the newest work counts for all members, and is graded once") {
  const TestFolder folder("class_book_group");
  const std::string lab = "01_x";
  Students students;
  for (const char* id : {"ann", "bob", "cem", "dee"})
    students[id] = {id, "", "", "", "", true, id == std::string("dee") ? "" : "Red", ""};
  std::vector<Work> works;
  for (const char* id : {"ann", "bob", "cem", "dee"}) works.push_back(work_of(id, lab));
  works[1].files["convolve.cpp"] = "other";
  works[1].time = "2026-11-21T00:00:00Z";
  works[2].submitted = false;
  share_in_groups(works, students);
  for (int member : {0, 1, 2}) {
    CHECK(works[member].key == "key of bob");
    CHECK(works[member].files["convolve.cpp"] == "other");
    CHECK(contains(works[member].note,
                   "handed in by bob for the group Red; the group handed in "
                   "different submissions"));
  }
  CHECK((works[0].handed_in_by == "bob" && works[1].handed_in_by.empty() && works[2].submitted));
  CHECK((works[3].key == "key of dee" && works[3].note.empty()));
  Gradebook book(folder.path("gradebook.sqlite"));
  book.set_work(works);
  book.share_grade(works[0]);
  CHECK(book.ungraded().size() == 4);
  book.store(works[1], grade_of("bob", lab, 70));
  book.share_grade(works[0]);
  book.share_grade(works[2]);
  const std::vector<Grade> grades = book.grades();
  CHECK((grades.at(0).points == 70 && grades.at(2).points == 70 && !grades.at(3).graded));
  CHECK(grades[0].work.handed_in_by == "bob");
}

}  // namespace
}  // namespace kit::classroom
