/// Edits of what belongs together, and of where values begin.
#include <algorithm>
#include <string>

#include "catch.hpp"
#include "edit_counts.hpp"
#include "grader/repair/switched_source.hpp"

using kit::repair::count;
using kit::repair::Edit;
using kit::repair::EditKind;
using kit::repair::switch_source;
using kit::repair::SwitchedSource;

namespace {

SwitchedSource switched(const std::string& body) {
  return switch_source(
      "void f(const float* input, float* output, int width, int n) {\n" + body + "\n}\n", {});
}

}  // namespace

TEST_CASE("brackets are set anew where that changes what is computed") {
  const auto words = [](const std::string& body) {
    std::string all;
    const SwitchedSource source = switched(body);
    for (const Edit& one : source.edits)
      if (one.kind == EditKind::brackets) all += one.here + " | ";
    return all;
  };
  CHECK(words("  output[n] = width + n * n;") == "width + n * n | ");
  CHECK(words("  output[n] = input[n] * width - n + 1;") ==
        "input[n] * width - n + 1 | input[n] * width - n + 1 | ");
  CHECK(words("  output[n] = (width + n) / 2;") == "(width + n) / 2 | ");
  CHECK(words("  output[n] = input[n] + 1;") == "input[n] + 1 | ");
  CHECK(words("  output[n] = width + n - 1;").empty());
  CHECK(words("  output[n] = static_cast<float>(n) * width + n;") ==
        "static_cast<float>(n) * width | ");
  CHECK(words("  output[n] = int(input[n] * 255.0f);") == "int(input[n] * 255.0f) | ");
}

TEST_CASE("what rounds a division up is right as it is, but for what it divides") {
  const SwitchedSource right = switched("  n = (width + n - 1) / n;");
  CHECK(count(right, EditKind::brackets, "(width + n - 1) / n") == 0);
  CHECK(count(right, EditKind::number, "1") == 0);
  const SwitchedSource another = switched("  n = (width + n - 1) / width;");
  CHECK(count(another, EditKind::brackets, "(width + n - 1) / width") > 0);
  CHECK(count(another, EditKind::number, "1") > 0);
}

TEST_CASE("what follows an else may be meant for the blocks before it, too") {
  const SwitchedSource source = switched(
      "  if (n < 0) {\n    n = 0;\n  } else if (n > 9) {\n    n = 9;\n  } else if (width < 0) {\n"
      "    n = 1;\n  }");
  CHECK(count(source, EditKind::otherwise, "else if (n > 9)") == 1);
  CHECK(count(source, EditKind::otherwise, "else if (width < 0)") == 1);
}

TEST_CASE("a return may be meant for one statement, or for one turn of a loop") {
  const std::string loop =
      "  for (int i = 0; i < n; ++i) {\n    if (i > width) return;\n    output[i] = 1.0f;\n"
      "    __syncthreads();\n  }";
  CHECK(count(switched(loop), EditKind::jump, "return") == 3);  // continue, break, the store alone
  CHECK(count(switched("  if (n > width) return;\n  output[n] = 1.0f;\n  output[0] = 2.0f;"),
              EditKind::jump, "return") == 2);
}

TEST_CASE("a store whose index is a product is no declaration") {
  const SwitchedSource source = switched("  output[n * width] = input[n];\n  output[0] = 1.0f;");
  CHECK(count(source, EditKind::removal, "output[n * width] = input[n];") == 1);
  CHECK(count(source, EditKind::order, "output[n * width] = input[n];") == 1);
}

TEST_CASE("a variable that changes may begin at 0") {
  const SwitchedSource source = switched(
      "  State s{width, n};\n  int k = n;\n  const int c = n;\n  int m = 1;\n  s.a += k + m;");
  CHECK(count(source, EditKind::start, "s{width, n}") == 1);
  CHECK(count(source, EditKind::start, "k = n") == 1);
  CHECK(std::count_if(source.edits.begin(), source.edits.end(),
                      [](const Edit& one) { return one.kind == EditKind::start; }) == 2);
}

TEST_CASE("names of another namespace are not offered") {
  const auto offers = [](const SwitchedSource& in, const std::string& there) {
    return std::any_of(in.edits.begin(), in.edits.end(),
                       [&](const Edit& one) { return one.there == there; });
  };
  const SwitchedSource source = switch_source(
      "namespace { constexpr int kHere = 2, kToo = 4; }\nnamespace other { constexpr int kThere = "
      "3; }\nvoid f(int* output, int n) {\n  output[n] = kHere;\n}\n",
      {});
  CHECK(offers(source, "kToo"));
  CHECK_FALSE(offers(source, "kThere"));
}
