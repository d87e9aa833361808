/// A long file's parts: each function has edits in exactly one of them, and a short file has one.
#include "grader/repair/parts.hpp"

#include <set>
#include <string>

#include "catch.hpp"
#include "grader/repair/switched_source.hpp"

using kit::repair::Edit;
using kit::repair::parts_of;
using kit::repair::switch_source;

namespace {

std::string function(const std::string& name, int statements) {
  std::string text = "__device__ void " + name + "(float* out, int n, int m) {\n";
  for (int i = 0; i < statements; ++i) text += "  out[n * m + n] = float(n) + float(m) * 2.0f;\n";
  return text + "}\n";
}

std::set<int> lines_with_edits(const std::string& source, const std::set<int>& without) {
  std::set<int> lines;
  for (const Edit& edit : switch_source(source, without).edits) lines.insert(edit.line);
  return lines;
}

}  // namespace

TEST_CASE("a short file is one part") {
  const auto parts = parts_of(function("f", 2) + function("g", 2));
  REQUIRE(parts.size() == 1);
  CHECK(parts[0].empty());
}

TEST_CASE("each function of a long file has edits in one part") {
  constexpr int kFunctions = 40, kStatements = 12,  // more edits than one source may have
      kLines = kStatements + 2;
  std::string source = "namespace {\n";
  for (int n = 0; n < kFunctions; ++n) source += function("f" + std::to_string(n), kStatements);
  source += "}\n";
  const auto parts = parts_of(source);
  REQUIRE(parts.size() > 1);
  std::set<int> seen;
  for (const std::set<int>& without : parts) {
    const std::set<int> lines = lines_with_edits(source, without);
    CHECK(!lines.empty());
    for (const int line : lines) CHECK(seen.insert(line).second);
    // Whole functions: of each that has edits, all statements do.
    CHECK(lines.size() % kStatements == 0);
  }
  CHECK(seen.size() == std::size_t(kFunctions) * kStatements);
  for (int n = 0; n < kFunctions; ++n) CHECK(seen.count(2 + n * kLines + 1) == 1);
}

TEST_CASE("a function longer than a part is one") {
  const std::string source = function("f", 2) + function("g", 200) + function("h", 2);
  const auto parts = parts_of(source);
  REQUIRE(parts.size() == 3);
  CHECK(lines_with_edits(source, parts[0]) == std::set<int>{2, 3});
  CHECK(lines_with_edits(source, parts[2]) == std::set<int>{208, 209});
}

TEST_CASE("lambdas and member functions belong to what holds them") {
  std::string source = "struct S {\n  float a[3];\n" + function("f", 40) +
                       "};\nvoid g(float* out, int n, int m) {\n"
                       "  const auto add = [&](int k) { out[k] = float(n + m); };\n";
  for (int i = 0; i < 40; ++i) source += "  add(n * m + n - m);\n";
  source += "}\n";
  const auto parts = parts_of(source);
  REQUIRE(parts.size() == 2);
  const std::set<int> second = lines_with_edits(source, parts[1]);
  CHECK(second.count(47) == 1);  // the lambda's line
  CHECK(*second.begin() == 47);
}

TEST_CASE("what has no edits is noted when the program comes to it") {
  const std::string source = function("f", 2) + "constexpr int one() {\n  return 1;\n}\n" +
                             "struct S {\n  int a() const {\n    return 3;\n  }\n};\n" +
                             function("g", 2);
  const kit::repair::SwitchedSource switched = switch_source(source, {2, 3, 10});
  REQUIRE(switched.functions.size() == 2);
  CHECK(switched.functions[0].first == 1);
  CHECK(switched.functions[0].last == 4);
  CHECK(switched.functions[1].first == 9);  // a(); a constant expression cannot call anything
  const std::size_t edits = switched.edits.size();
  for (const std::size_t number : {edits + 1, edits + 2})
    CHECK(switched.text.find("{ (void)kit_edit::on(" + std::to_string(number) + ");") !=
          std::string::npos);
}
