/// Edits for what a student has put in needlessly, and what is said of three that belong together.
#include <algorithm>
#include <string>

#include "catch.hpp"
#include "grader/repair/conclusion.hpp"
#include "grader/repair/switched_source.hpp"

using kit::repair::Edit;
using kit::repair::EditKind;
using kit::repair::SwitchedSource;

namespace {

std::ptrdiff_t count(const SwitchedSource& source, EditKind kind, const std::string& here) {
  return std::count_if(source.edits.begin(), source.edits.end(),
                       [&](const Edit& one) { return one.kind == kind && one.here == here; });
}

SwitchedSource switched(const std::string& body) {
  return kit::repair::switch_source(
      "void f(const float* input, float* output) {\n" + body + "\n}\n", {});
}

}  // namespace

TEST_CASE("three edits that mend together are told with their lines") {
  const Edit red{EditKind::surplus, 4, "/ 255"}, green{EditKind::surplus, 5, "/ 255"},
      blue{EditKind::surplus, 6, "/ 255"};
  const auto repair = kit::repair::conclude_from({{red, green, false, blue}}, 2);
  REQUIRE(repair.has_value());
  CHECK(repair->line == 4);
  for (const char* part : {"in line 5", "the same in line 6", "With all three changed"}) {
    INFO(part);
    CHECK(repair->message.find(part) != std::string::npos);
  }
}

TEST_CASE("limits may be left out, nested ones together") {
  const SwitchedSource source = switched(
      "  float sum = 0.0f;\n  output[0] = fminf(fmaxf(sum, 0.0f), 255.0f);\n"
      "  output[1] = std::max(0.0f, sum);");
  CHECK(count(source, EditKind::limit, "fminf(fmaxf(sum, 0.0f), 255.0f)") == 1);
  CHECK(count(source, EditKind::limit, "fmaxf(sum, 0.0f)") == 0);
  CHECK(count(source, EditKind::limit, "std::max(0.0f, sum)") == 1);
  CHECK(source.text.find("? ( sum ) :") != std::string::npos);
}

TEST_CASE("a variable that makes a quotient 1 shows that the quotient is too much") {
  const SwitchedSource source =
      switched("  float total = input[0], used = input[1];\n  output[0] *= total / used;");
  CHECK(count(source, EditKind::surplus, "total / used") == 1);
  CHECK(count(source, EditKind::variable, "total") == 0);
  CHECK(count(source, EditKind::variable, "used") == 0);
}

TEST_CASE("what stands for the same in the other direction is tried first") {
  const SwitchedSource source = kit::repair::switch_source(
      "void f(float* out, int width, int height, int a, int b, int c, int d, int e) {\n"
      "  out[a * height] = 0.0f;\n}\n",
      {});
  CHECK(std::any_of(source.edits.begin(), source.edits.end(), [](const Edit& one) {
    return one.kind == EditKind::variable && one.here == "height" && one.there == "width";
  }));
}

TEST_CASE("no pointer to the host's memory stands for one of cudaMalloc's") {
  const SwitchedSource source = kit::repair::switch_source(
      "void f(const float* filter, const float* input) {\n"
      "  float *d_filter = nullptr, *d_input = nullptr;\n"
      "  cudaMalloc(&d_filter, 4);\n  cudaMalloc((void**)&d_input, 4);\n"
      "  g(d_filter, 1);\n}\n",
      {});
  for (const Edit& one : source.edits) {
    INFO(one.here << " -> " << one.there);
    CHECK_FALSE((one.here == "d_filter" && (one.there == "filter" || one.there == "input")));
  }
}
