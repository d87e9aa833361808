/// @file
/// When a stage counts as not begun.
#include "catch.hpp"
#include "grader/lab/todo_block.hpp"

namespace kit::grader {
namespace {

const std::string kBefore = "void f(int n) {\n  // TODO(lab02): double n (about 2 lines)\n";
const std::string kAfter = "  // END TODO\n}\n";

TEST_CASE("judge: a TODO block as it was handed out is untouched, empty or with a return") {
  CHECK(untouched_todo_blocks_in(kBefore + kAfter));
  CHECK(untouched_todo_blocks_in(kBefore + "  return 0.0f;\n" + kAfter));
  CHECK(untouched_todo_blocks_in(kBefore + "  // in two lines (about 2 lines)\n" + kAfter +
                                 kBefore + "  return Recursion();\n" + kAfter));
  CHECK_FALSE(
      untouched_todo_blocks_in(kBefore + kAfter + kBefore + "  return;\n  n *= 2;\n" + kAfter));
}

TEST_CASE("judge: older skeletons, with names as statements, are untouched too") {
  CHECK(untouched_todo_blocks_in(kBefore + "  (void)n;\n" + kAfter));
  CHECK(untouched_todo_blocks_in(kBefore + "  (void)n;\n  (void)f;\n  return 0;\n" + kAfter));
  CHECK(untouched_todo_blocks_in(kBefore + "  (void)n;\n" + kAfter + kBefore + kAfter));
}

TEST_CASE("judge: a TODO block with placeholders, comments and blanks is untouched") {
  CHECK(untouched_todo_blocks_in(
      kBefore + "  ( void ) n ;  // n = 2 * n;\n\n  return 0.5f * (1 + 2);\n" + kAfter));
  CHECK(untouched_todo_blocks_in(kBefore + "  /* int m = n; */ return;\r\n" + kAfter));
}

TEST_CASE("judge: any other statement in any TODO block is a beginning") {
  CHECK_FALSE(untouched_todo_blocks_in(kBefore + "  n *= 2;\n" + kAfter));
  CHECK_FALSE(untouched_todo_blocks_in(kBefore + "  (void)n;\n  int m = 1;\n" + kAfter));
  CHECK_FALSE(untouched_todo_blocks_in(kBefore + "  if (n) { return; }\n" + kAfter));
  CHECK_FALSE(
      untouched_todo_blocks_in(kBefore + "  (void)n;\n" + kAfter + kBefore + "f(n);\n" + kAfter));
}

TEST_CASE("judge: a file without TODO blocks is done, one without an end reaches to the end") {
  CHECK_FALSE(untouched_todo_blocks_in("int main() {}\n"));
  CHECK_FALSE(untouched_todo_blocks_in(kBefore + "  (void)n;\n}\n"));
  CHECK(untouched_todo_blocks_in(kBefore + "  (void)n;\n"));
}

TEST_CASE("judge: what only looks like a placeholder or a marker") {
  CHECK_FALSE(untouched_todo_blocks_in(kBefore + "  (void)n++;\n" + kAfter));
  CHECK_FALSE(untouched_todo_blocks_in(kBefore + "  (void)f(n);\n" + kAfter));
  CHECK_FALSE(untouched_todo_blocks_in(kBefore + "  returned(n);\n" + kAfter));
  CHECK_FALSE(untouched_todo_blocks_in(kBefore + "  return [] { return 1; }();\n" + kAfter));
  CHECK_FALSE(untouched_todo_blocks_in("// TODO(lab): no number\n// END TODO\n"));
  CHECK_FALSE(untouched_todo_blocks_in(kBefore + "  // END TODO at last\n  n = 1;\n" + kAfter));
}

TEST_CASE("judge: lines of megabytes do not overflow the stack") {
  const std::size_t length = 3'000'000;
  CHECK(untouched_todo_blocks_in("// TODO(lab02): " + std::string(length, 'x') + "\n" + kAfter));
  CHECK(untouched_todo_blocks_in(std::string(length, ' ') + "\n" + kBefore + kAfter));
  CHECK(untouched_todo_blocks_in(kBefore + "return " + std::string(length, '1') + ";\n" + kAfter));
  CHECK_FALSE(untouched_todo_blocks_in(kBefore + std::string(length, '{') + kAfter));
}

}  // namespace
}  // namespace kit::grader
