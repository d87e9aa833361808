/// What is said of edits that mend, and of what else makes a line suspicious.
#include <set>
#include <string>

#include "catch.hpp"
#include "grader/repair/conclusion.hpp"
#include "grader/repair/suspicious_line.hpp"
#include "grader/repair/unused_name.hpp"

using kit::repair::Edit;
using kit::repair::EditKind;

TEST_CASE("of several edits that mend all cases the one that is no luck is believed") {
  const Edit sign{EditKind::sign, 7, "+"}, removal{EditKind::removal, 9, "a = b;"};
  const Edit branch{EditKind::comparison, 3, "<", true};
  const auto only = kit::repair::conclude_from({{removal}, {branch}, {sign}}, 5);
  REQUIRE(only);
  CHECK(only->line == 7);
  CHECK(only->cause == "wrong_sign");
  CHECK(only->message ==
        "the sign in `+` is the other one (or in line 9, `a = b;` spoils the result). With that "
        "alone changed, the 5 failed cases that were tried are right.");
  // A branch that goes round the mistake is believed only by itself.
  CHECK(kit::repair::conclude_from({{branch, {}}}, 1)->line == 3);
  const Edit either{EditKind::condition, 4, "a < b"};  // of a ?:
  CHECK(kit::repair::conclude_from({{either}, {removal}}, 1)->message.find("line 4") ==
        std::string::npos);
  CHECK(kit::repair::conclude_from({{either}}, 1)->cause == "wrong_condition");
  CHECK_FALSE(kit::repair::conclude_from({}, 5));
  CHECK_FALSE(kit::repair::conclude_from({{sign, {}},
                                          {removal, {}},
                                          {{EditKind::number, 20, "1"}, {}},
                                          {{EditKind::number, 30, "1"}, {}}},
                                         5));
}

TEST_CASE("a term that may have the other sign or be gone is too much") {
  const Edit sign{EditKind::sign, 7, "-"}, surplus{EditKind::surplus, 7, "- 1"};
  CHECK(kit::repair::conclude_from({{sign}, {surplus}}, 5)->cause == "needless_term");
  Edit elsewhere = surplus;
  elsewhere.token = 3;  // another term of the line
  CHECK(kit::repair::conclude_from({{sign}, {elsewhere}}, 5)->cause == "wrong_sign");
}

TEST_CASE("another variable that makes a term 0 stands for the term that should not be there") {
  const Edit variable{EditKind::variable, 16, "before", false, "here"};
  const Edit surplus{EditKind::surplus, 17, "+ padding"};
  const auto repair = kit::repair::conclude_from({{variable}, {surplus}}, 5);
  REQUIRE(repair);
  CHECK(repair->line == 17);
  CHECK(repair->cause == "needless_term");
  CHECK(kit::repair::conclude_from({{variable}}, 5)->line == 16);
}

TEST_CASE("a constant that parts the work is not blamed where a variable mends") {
  const Edit parts{EditKind::variable, 29, "kTileHeight", false, "radius"};
  const Edit rows{EditKind::variable, 62, "band.rows", false, "rows"};
  CHECK(kit::repair::conclude_from({{parts}, {rows}}, 1)->line == 62);
  CHECK_FALSE(kit::repair::conclude_from({{parts}}, 1));
  const Edit other{EditKind::variable, 94, "kRadius", false, "kHalo"};
  CHECK(kit::repair::conclude_from({{other}}, 1)->line == 94);
}

TEST_CASE("a constant in whose place several others mend is not what is wrong") {
  const Edit comparison{EditKind::comparison, 161, ">", true, ">=", 40};
  const auto constant = [](const char* there) {
    return Edit{EditKind::variable, 61, "kRows", false, there, 9};
  };
  CHECK(kit::repair::conclude_from({{comparison}, {constant("kNarrow")}, {constant("kWarp")}}, 4)
            ->line == 161);
  CHECK(kit::repair::conclude_from({{comparison}, {constant("kHalo")}}, 4)->line == 61);
}

TEST_CASE("the direction in which a number is wrong is told where all that mends agrees") {
  const Edit more{EditKind::number, 76, "6", false, "12"},
      less{EditKind::number, 76, "6", false, "3"};
  const auto said = [](const std::vector<kit::repair::Mending>& mending) {
    return kit::repair::conclude_from(mending, 2)->message;
  };
  CHECK(said({{more}}).starts_with("`6` is too small a number. With"));
  CHECK(said({{less}}).starts_with("`6` is too large a number. With"));
  CHECK(said({{more}, {less}}).starts_with("`6` is the wrong number. With"));
}

TEST_CASE("a condition is said to hold always or never where that mends") {
  const Edit never{EditKind::condition, 34, "y < 0", false, "never"};
  const Edit turned{EditKind::condition, 34, "y < 0", false, "turned"};
  const auto said = [](const std::vector<kit::repair::Mending>& mending) {
    return kit::repair::conclude_from(mending, 2)->message;
  };
  CHECK(said({{never}}).find("(the failed cases are right if it never holds)") !=
        std::string::npos);
  CHECK(said({{never}, {turned}}).find("never holds") == std::string::npos);
}

TEST_CASE("what leads past other lines is not called the mistake") {
  const Edit branch{EditKind::variable, 3, "width", true};
  const auto repair = kit::repair::conclude_from({{branch, {}, true}}, 5);
  REQUIRE(repair);
  CHECK(repair->cause == kit::repair::kWrongBranch);
  CHECK(repair->message.find("either this line, at `width`, or what it leads to is wrong") == 0);
}

TEST_CASE("the name that a compiler calls unused") {
  const std::string log =
      "lab.hpp:3:1: warning: unused variable 'a' [-Wunused-variable]\n"
      "/tmp/x/mine.cu:35:41: warning: unused parameter \u2018stride\u2019 [-Wunused-parameter]\n";
  const auto found = kit::repair::find_unused_name(log, "mine.cu");
  REQUIRE(found);
  CHECK(found->line == 35);
  CHECK(found->message == "the parameter `stride` is never used. Where should it be used?");
  CHECK_FALSE(kit::repair::find_unused_name(log, "other.cu"));
  CHECK_FALSE(kit::repair::find_unused_name(
      log + "mine.cu:40:1: warning: unused parameter 'b' [-Wunused-parameter]\n", "mine.cu"));
}

TEST_CASE("the one line that a compiler's warning or a size of a pointer makes suspicious") {
  using kit::repair::find_suspicious_line;
  const std::string falls =
      "/tmp/x/mine.cu:9:5: warning: this statement may fall through [-Wimplicit-fallthrough=]\n";
  const auto found = find_suspicious_line(
      falls + falls + "mine.cu:2:1: warning: unused variable 'a' [-Wunused-variable]\n", "mine.cu",
      "int f(float* a, float b[4]) { return sizeof(*a) + sizeof(float*) + sizeof(a[0]); }");
  REQUIRE(found);
  CHECK(found->line == 9);
  CHECK(found->cause == "compiler_warning");
  CHECK(found->message == "the compiler warns of it: this statement may fall through");
  CHECK_FALSE(find_suspicious_line(falls, "other.cu", ""));
  const std::string pointer = "void f(const float* a) {\n  copy(a, sizeof(a));\n}\n";
  const auto length = find_suspicious_line("", "mine.cu", pointer);
  REQUIRE(length);
  CHECK(length->line == 2);
  CHECK(length->cause == "wrong_length");
  CHECK_FALSE(find_suspicious_line(falls, "mine.cu", pointer));  // one of both
}

TEST_CASE("of two edits that mend a third one beside them is not told") {
  const Edit a{EditKind::comparison, 41, "<"}, b{EditKind::comparison, 55, "<"},
      c{EditKind::comparison, 57, "<"};
  const auto found = kit::repair::conclude_from(
      {{.first = a, .second = b, .third = c}, {.first = b, .second = c}}, 4);
  REQUIRE(found);
  CHECK(found->line == 55);
  CHECK(found->message.find("line 57") != std::string::npos);
  CHECK(found->message.find("41") == std::string::npos);
}

TEST_CASE("a condition that should never hold is no wrong || in it") {
  const Edit joined{EditKind::operation, 4, "||", true},
      never{EditKind::condition, 4, "a || b", true};
  const Edit elsewhere{EditKind::condition, 9, "c", true};
  const auto cause_of = [](const std::vector<kit::repair::Mending>& mending) {
    const auto found = kit::repair::conclude_from(mending, 4);
    return found ? found->cause : std::string();
  };
  CHECK(cause_of({{joined, {}, false}, {never, {}, false}}) == "wrong_condition");
  CHECK(cause_of({{joined, {}, false}}) == "wrong_operator");
  CHECK(cause_of({{joined, {}, false}, {elsewhere, {}, false}}) == "wrong_operator");
}

TEST_CASE("what no longer comes to the student's code is believed only by itself") {
  const Edit inside{EditKind::variable, 9, "n"}, around{EditKind::number, 3, "1"};
  const auto found = kit::repair::conclude_from({{around, {}, true}, {inside, {}, false}}, 4);
  REQUIRE(found);
  CHECK(found->line == 9);
  CHECK(kit::repair::conclude_from({{around, {}, true}}, 4)->line == 3);
}

TEST_CASE("of two edits that mend together both places are named") {
  const Edit in_x{EditKind::comparison, 7, "<"}, in_y{EditKind::comparison, 8, "<"};
  const auto both = kit::repair::conclude_from({{in_x, in_y}}, 3);
  REQUIRE(both);
  CHECK(both->line == 7);
  CHECK(both->message ==
        "`<` goes one too far, or not far enough; and in line 8, `<` goes one too far, or not far "
        "enough. With both changed, the 3 failed cases that were tried are right.");
}
