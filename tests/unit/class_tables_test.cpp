/// @file
/// The instructor's tables: how they are read, and what is said of a slip in one.
#include "catch.hpp"
#include "class_samples.hpp"
#include "classroom/intake/course_table.hpp"
#include "classroom/intake/decisions.hpp"
#include "classroom/intake/due_dates.hpp"
#include "classroom/intake/iso_time.hpp"
#include "error_of.hpp"
#include "grader/support/csv_reader.hpp"
#include "grader/support/kit_root.hpp"

namespace kit::classroom {
namespace {

std::string labs() {
  return grader::kit_root() + "/labs";
}

TEST_CASE("csv: fields, where they stand, and the lines they begin on") {
  const std::string text =
      "\xEF\xBB\xBF"
      "a,\"b\"\"c\n\",\r\n\r\nd,\"\"\r\n";
  const auto records = read_csv(text, "t.csv");
  REQUIRE(records.size() == 2);
  REQUIRE(records[0].fields.size() == 3);
  CHECK(records[0].fields[1].text == "b\"c\n");
  CHECK(records[0].fields[2].text.empty());
  CHECK(records[1].line == 4);
  const CsvField& quoted = records[0].fields[1];
  CHECK(text.substr(quoted.begin, quoted.end - quoted.begin) == "\"b\"\"c\n\"");
  const CsvField& empty = records[1].fields[1];
  CHECK(text.substr(empty.begin, empty.end - empty.begin) == "\"\"");
  CHECK(error_of([] { read_csv("a,b\n1,\"2\n3\n", "t.csv"); }).starts_with("t.csv:2: "));
  CHECK(csv_delimiter("a;\"b,c,d\";e\n,,,,") == ';');
  CHECK(csv_delimiter("a\tb") == '\t');
  CHECK(csv_delimiter("a") == ',');
}

TEST_CASE("encoding: UTF-16 there and back, whatever the order of bytes") {
  const std::string text = "J\xC3\xBCrgen \xF0\x9F\x98\x80\n";
  for (const Encoding encoding : {Encoding::utf16_little, Encoding::utf16_big, Encoding::bytes}) {
    const std::string bytes = encode(text, encoding);
    const DecodedText read = decode(bytes);
    CHECK(read.text == text);
    CHECK(read.encoding == encoding);
    CHECK(encode(read.text, encoding) == bytes);
  }
  CHECK(decode(std::string("\xFF\xFE\x00\xD8"
                           "a\x00",
                           6))
            .text ==
        "\xEF\xBF\xBD"
        "a");
}

TEST_CASE("iso time: a zone is a must, and no such day is no time") {
  CHECK(time_from("1970-01-01T00:00Z") == 0);
  CHECK(time_from("2026-11-20T23:59:00+01:00") == time_from("2026-11-20 22:59Z"));
  CHECK(time_from("2026-11-20T23:59 -0130") == time_from("2026-11-21T01:29:00Z"));
  for (const char* bad : {"", "2026-11-20", "2026-11-20T23:59", "2026-02-30T10:00Z", "20.11.2026",
                          "2026-11-20T24:00Z", "2026-11-20T10:00Zx", "2026-11-20T10:00+99"})
    CHECK_FALSE(time_from(bad));
}

TEST_CASE("table: what is no table is said in one line") {
  const TestFolder folder("class_tables");
  CHECK(contains(error_of([&] { Table(folder.put("a.csv", "")); }), "is empty"));
  CHECK(contains(error_of([&] { Table(folder.put("a.xlsx", "PK\x03\x04zip")); }), "as CSV"));
  CHECK(contains(error_of([&] { Table(folder.put("b.csv", std::string("a\0b", 3))); }), "as CSV"));
  const Table table(folder.put("c.csv", "Student_ID ; lab\n 7 ;99\n"));
  CHECK(table.at(0, "student_id") == "7");
  CHECK(table.at(0, "email").empty());
  CHECK(contains(error_of([&] { lab_at(table, 0, labs()); }), "c.csv:2: there is no lab '99'"));
}

TEST_CASE("overrides: points in range, with a reason, once for each lab") {
  const TestFolder folder("class_overrides");
  const auto read = [&](const std::string& rows) {
    return read_overrides(folder.put("o.csv", "student_id,lab,points,reason,by\n" + rows), labs(),
                          "me");
  };
  const auto rows = read("ann,1,55.50,late mail,\nbob,lab01,,,you\n");
  REQUIRE(rows.size() == 2);
  CHECK(rows[0].value == "55.5");
  CHECK(rows[0].by == "me");
  CHECK(rows[0].lab == kLab);
  CHECK((rows[1].value.empty() && rows[1].by == "you"));
  CHECK(contains(error_of([&] { read("ann,1,5,x\nbob,1,111,x\n"); }), "o.csv:3: the points '111'"));
  CHECK(contains(error_of([&] { read("ann,1,-1,x\n"); }), "o.csv:2: "));
  CHECK(contains(error_of([&] { read("ann,1,ten,x\n"); }), "from 0 to 110"));
  CHECK(contains(error_of([&] { read("ann,1,nan,x\n"); }), "from 0 to 110"));
  CHECK(contains(error_of([&] { read("ann,1,5,\n"); }), "'reason' is empty"));
  CHECK(contains(error_of([&] { read("ann,1,5,x\nann,01,6,y\n"); }), "stand in "));
  CHECK(contains(error_of([&] { read("ann,,5,x\n"); }), "'lab' is empty"));
  CHECK(contains(error_of([&] { read_comments(folder.put("c.csv", "lab\n"), labs(), ""); }),
                 "no column 'student_id'"));
}

TEST_CASE("roster: groups, days, and gradebooks of course systems") {
  const TestFolder folder("class_roster");
  auto roster = read_roster(folder.put("r.csv", "student_id,group,days\nann,Red,2\nbob,,\n"));
  CHECK((roster.at(0).group == "Red" && roster[0].days == "2" && roster[1].days.empty()));
  CHECK(contains(error_of([&] { read_roster(folder.put("s.csv", "student_id,days\nann,two\n")); }),
                 "s.csv:2: the free late days 'two'"));
  CHECK(contains(error_of([&] { read_roster(folder.put("t.csv", "id\nann\nann\n")); }),
                 "t.csv:3: student_id ann stands there twice"));
  roster = read_roster(folder.put("canvas.csv",
                                  "Student,ID,SIS User ID,SIS Login ID,Section,Lab 1 (5)\n"
                                  "    Points Possible,,,,,100\n\"Doe, Jane\",4321,u1,jdoe,A,\n"
                                  "\"Student, Test\",9,,x,A,\n"));
  REQUIRE(roster.size() == 1);
  CHECK((roster[0].id == "4321" && roster[0].email == "jdoe" && roster[0].first_name == "Jane"));
  roster = read_roster(folder.put("moodle.csv",
                                  "Identifier,Full name,Email address,Status,Grade\n"
                                  "Participant 123,Jane Doe,jane@example.org,No,\n"));
  REQUIRE(roster.size() == 1);
  CHECK((roster[0].id == "123" && roster[0].last_name == "Doe"));
  roster =
      read_roster(folder.put("board.xls", encode("\"Last Name\"\t\"First Name\"\t\"Username\"\n"
                                                 "\"Doe\"\t\"J\xC3\xBCrgen\"\t\"jdoe\"\n",
                                                 Encoding::utf16_little)));
  REQUIRE(roster.size() == 1);
  CHECK((roster[0].id == "jdoe" && roster[0].first_name == "J\xC3\xBCrgen"));
}

TEST_CASE("penalties: a slip is said with its line") {
  const TestFolder folder("class_late");
  const auto read = [&](const std::string& rows) {
    return read_penalties(folder.put("late.csv", "student_id,penalty,lab\n" + rows), labs());
  };
  const Penalties table = read("ann,20 %,\nbob,3,01\n");
  CHECK(penalty_of(table, "ann", kLab).of(50) == 10);
  CHECK(penalty_of(table, "bob", kLab).of(50) == 3);
  CHECK(penalty_of(table, "bob", "02_naive").of(50) == 0);
  CHECK(contains(error_of([&] { read("ann,1,\nbob,much,\n"); }), "late.csv:3: the penalty 'much'"));
}

/// Due at 10:00 UTC with the rest of the row as given.
std::map<std::string, DueRule> due(const TestFolder& folder, const std::string& rest) {
  return read_due(folder.put("due.csv", "lab,due,grace,late,maximum\n01,2026-11-20T10:00Z," + rest +
                                            "\n02,2026-11-27T10:00Z," + rest + "\n"),
                  labs());
}

TEST_CASE("due dates: grace, hours, days, a maximum") {
  const TestFolder folder("class_due");
  DuePlan plan;
  const auto taken = [&](const std::string& time) {
    return late_penalties(plan, {{"ann", kLab, time}}).at({"ann", kLab});
  };
  plan.rules = due(folder, "15,10% per day,25%");
  CHECK(taken("2026-11-20T10:00:00Z").of(80) == 0);
  CHECK(taken("2026-11-20T10:00:00Z").how.empty());
  CHECK(taken("2026-11-20T10:15:00Z").of(80) == 0);
  CHECK(contains(taken("2026-11-20T10:15:00Z").how, "15 minutes of grace"));
  CHECK(taken("2026-11-20T10:15:01Z").of(80) == 8);
  CHECK(taken("2026-11-21T10:00:01Z").of(80) == 16);
  CHECK(taken("2026-12-24T10:00:00Z").of(80) == 20);
  CHECK(contains(taken("2026-12-24T10:00:00Z").how, "25 % taken off at most"));
  CHECK(taken("").of(80) == 0);
  plan.rules = due(folder, ",2 per hour,");
  CHECK(taken("2026-11-20T12:30:00Z").of(80) == 6);
  CHECK(taken("2026-12-24T10:00:00Z").of(80) == 80);
  CHECK(contains(taken("2026-11-20T12:30:00Z").how, "3 hours late at 2 points each"));
  for (const char* bad : {"x,10% per day,", ",10% per week,", ",ten per day,", ",5 per day,50%"})
    CHECK(contains(error_of([&] { due(folder, bad); }), "due.csv:2: "));
  CHECK(contains(
      error_of([&] { read_due(folder.put("d.csv", "lab,due\n1,2026-11-20T10:00\n"), labs()); }),
      "no time with a zone"));
}

TEST_CASE("due dates: free days go to the labs in order, extensions to a student") {
  const TestFolder folder("class_days");
  DuePlan plan;
  plan.rules = due(folder, ",10% per day,");
  plan.days = 2;
  plan.own_days["bob"] = 0;
  std::vector<HandedIn> all;
  for (const char* student : {"ann", "bob"}) {
    all.push_back({student, "02_naive", "2026-11-29T09:00:00Z"});
    all.push_back({student, kLab, "2026-11-20T11:00:00Z"});
  }
  Penalties table = late_penalties(plan, all);
  CHECK(table.at({"ann", kLab}).value == 0);
  CHECK(contains(table.at({"ann", kLab}).how, "1 free late day used"));
  CHECK(table.at({"ann", "02_naive"}).value == 10);
  CHECK(table.at({"bob", kLab}).value == 10);
  CHECK(table.at({"bob", "02_naive"}).value == 20);
  plan.extensions = read_extensions(
      folder.put("e.csv", "student_id,lab,due\nbob,2,2026-11-29T10:00+01:00\n"), labs());
  table = late_penalties(plan, all);
  CHECK(table.at({"bob", "02_naive"}).value == 0);
  CHECK(contains(table.at({"bob", "02_naive"}).how, "an extension"));
  CHECK(table.at({"bob", "02_naive"}).due == "2026-11-29T10:00+01:00");
}

}  // namespace
}  // namespace kit::classroom
