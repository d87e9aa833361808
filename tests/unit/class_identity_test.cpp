/// @file
/// Whose a submission is: what points at one student, and what at none.
#include "catch.hpp"
#include "classroom/intake/identity.hpp"
#include "classroom/intake/layout/file_kind.hpp"
#include "classroom/intake/names.hpp"
#include "grader/support/terminal.hpp"

namespace kit::classroom {
namespace {

Student student(const std::string& id, const std::string& last, const std::string& first,
                const std::map<std::string, std::string>& ids = {}) {
  Student one{id, last, first, "", "", true};
  if (first == "Jane" || first == "Rick") one.email = lower_case(first) + "@example.org";
  one.ids = ids;
  return one;
}

const std::vector<Student>& roster() {
  static const std::vector<Student> all = {
      student("1001", "Doe", "Jane"), student("1002", "Roe", "Rick"),
      student("1003", "M\xC3\xBCller", "J\xC3\xBCrgen"), student("1004", "Kim", "Lee"),
      student("1005", "Kim", "Lee")};
  return all;
}

/// The id of who is found, or of those who may be meant, with a question mark.
std::string who(const Identity& identity) {
  if (identity.student != nullptr) return identity.student->id;
  std::string text;
  for (const Student* one : identity.candidates) text += one->id + "?";
  return text;
}

std::string plain(const std::string& name, const std::vector<Student>& students = roster()) {
  return who(identify({name, {name}, ""}, kPlain, students));
}

std::string canvas(const std::string& id, const std::string& name,
                   const std::vector<Student>& students = roster()) {
  return who(identify({id, {name}, ""}, kCanvas, students));
}

TEST_CASE("names: as different systems write them") {
  CHECK(folded("M\xC3\xBCller, J\xC3\xBCrgen") == "mullerjurgen");
  CHECK(folded("O'Neill-\xC3\x98rsted \xC5\xBD.") == "oneillorstedz");
  CHECK(folded("Ju\xCC\x88rgen") == "jurgen");
  CHECK(folded_words("doe_jane-1001.x") == std::vector<std::string>{"doe", "jane", "1001", "x"});
  CHECK(is_full_name("mullerjurgen", roster()[2]));
  CHECK(is_full_name("J\xC3\xBCrgen  M\xC3\xBCller", roster()[2]));
  CHECK_FALSE(is_full_name("jurgen", roster()[2]));
  CHECK_FALSE(is_full_name("", Student{"x", "", "", "", "", true}));
}

TEST_CASE("names: nothing steers the terminal") {
  CHECK(grader::escaped("a\x1B[31m\n") == "a\\x1b[31m\\x0a");
  CHECK(grader::escaped("a\xE2\x80\xAE"
                        "b") == "a\\u202eb");
  CHECK(grader::escaped("\xC3\xBC \xFF") == "\xC3\xBC \\xff");
  CHECK(grader::escaped("\xC2\x9B") == "\\u009b");
  CHECK(grader::escaped("a\tb\r") == "a\\x09b\\x0d");
}

TEST_CASE("identity: by the name of a folder") {
  CHECK(plain("1001") == "1001");
  CHECK(plain("JANE") == "1001");  // the mailbox
  CHECK(plain("Jane Doe") == "1001");
  CHECK(plain("doe_jane_1001_lab02") == "1001");
  CHECK(plain("lab02-1001-final") == "1001");
  CHECK(plain("naive_jurgen_muller") == "1003");
  CHECK(plain("stranger") == "");
  CHECK(plain("Lee Kim") == "1004?1005?");
  // Another student's number, and a number that another person used.
  CHECK(plain("doe_jane_1002") == "1001?1002?");
  CHECK(plain("jane_1002") == "1001?1002?");
  CHECK(plain("zoe_zed_1002") == "1002?");
  CHECK(plain("jane_doe_smith") == "1001?");
  CHECK(plain("21001") == "");
}

TEST_CASE("identity: numbers that are met by chance are nobody's") {
  const std::vector<Student> small = {student("2", "Doe", "Jane"), student("2026", "Roe", "Rick"),
                                      student("ab1", "", "")};
  CHECK(plain("project 2026", small) == "");
  CHECK(plain("lab 2", small) == "");
  CHECK(plain("2", small) == "2");
  CHECK(plain("x_ab1_lab02", small) == "ab1");
}

TEST_CASE("identity: Canvas's number is no student's number") {
  CHECK(canvas("5", "doejane") == "1001");
  CHECK(canvas("1002", "roerick") == "1002");
  CHECK(canvas("1002", "doejane") == "1002?1001?");
  CHECK(canvas("1002", "zedzoe") == "1002?");
  CHECK(canvas("5", "kimlee") == "1004?1005?");
  CHECK(canvas("1004", "kimlee") == "1004");
  CHECK(canvas("5", "zedzoe") == "");
}

TEST_CASE("identity: with a column of Canvas's numbers that alone counts") {
  const std::vector<Student> all = {student("12", "Doe", "Jane", {{"canvas_id", "11"}}),
                                    student("11", "Roe", "Rick", {{"canvas_id", "12"}}),
                                    student("13", "Poe", "Polly")};
  CHECK(canvas("11", "doejane", all) == "12");
  CHECK(canvas("12", "newname", all) == "11");
  CHECK(canvas("13", "poepolly", all) == "13");  // the name, as her row has no number
  CHECK(canvas("13", "zedzoe", all) == "");
  CHECK(canvas("99", "doejane", all) == "12?");  // a namesake
}

TEST_CASE("identity: Gradescope's number, address and name must agree") {
  const auto person = [](const std::string& id, const std::string& name, const std::string& mail) {
    return who(identify({id, {name}, mail}, kGradescope, roster()));
  };
  CHECK(person("1001", "J. Doe", "") == "1001");
  CHECK(person("", "J. D.", "jane@example.org") == "1001");
  CHECK(person("1001", "Jane Doe", "rick@example.org") == "1001?1002?");
  CHECK(person("9", "Z", "z@example.org") == "");
}

TEST_CASE("identity: logins, and the roster's own word") {
  std::vector<Student> all = {student("1", "Doe", "Jane", {{"github", "JaneD"}}),
                              student("janed", "Roe", "Rick")};
  CHECK(who(identify({"janed", {}, ""}, kGithub, all)) == "1");
  all[0].ids.clear();
  CHECK(who(identify({"janed", {}, ""}, kGithub, all)) == "janed");
  all[0].submission = "x_1_2_a.zip";
  Handed handed;
  handed.name = "x_1_2_a.zip";
  CHECK(who(named_in_roster(handed, all)) == "1");
  handed.name = "x_1_2_a";
  handed.pieces.push_back({"x_1_2_a.zip", "a.zip", 2});
  CHECK(who(named_in_roster(handed, all)) == "1");
  all[1].submission = all[0].submission;
  CHECK(who(named_in_roster(handed, all)) == "1?janed?");
}

TEST_CASE("identity: without a roster the course system's number") {
  Handed handed;
  handed.name = "x\x1B";
  CHECK(student_of({"12345", {"doejane"}, ""}, handed).id == "12345");
  CHECK(student_of({"12345", {"doejane"}, ""}, handed).last_name == "doejane");
  CHECK(student_of({"", {"Jane"}, "j@x.org"}, handed).id == "j@x.org");
  CHECK(student_of({}, handed).id == "x\\x1b");
}

}  // namespace
}  // namespace kit::classroom
