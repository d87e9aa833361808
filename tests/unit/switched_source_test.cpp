/// Sources with edits: what may be exchanged, that nothing else changes, and what is said of it.
#include <algorithm>
#include <string>

#include "catch.hpp"
#include "edit_counts.hpp"
#include "grader/repair/repair.hpp"
#include "grader/repair/switched_source.hpp"
#include "grader/repair/switched_worker.hpp"

using kit::repair::Edit;
using kit::repair::EditKind;
using kit::repair::switch_source;
using kit::repair::SwitchedSource;

namespace {

bool has_edit(const SwitchedSource& source, const std::string& here, const std::string& there) {
  return std::any_of(source.edits.begin(), source.edits.end(),
                     [&](const Edit& one) { return one.here == here && one.there == there; });
}

std::string in_function(const std::string& body) {
  return "void f(const float* input, float* output, int width, int n) {\n" + body + "\n}\n";
}

SwitchedSource switched(const std::string& body) {
  return switch_source(in_function(body), {});
}

}  // namespace

TEST_CASE("each kind of word has edits, at its line") {
  const SwitchedSource source = switched(
      "  float sum = 0.0f;\n  for (int i = 0; i < n; ++i) sum += input[i + 1];\n"
      "  if (n > 2) sum = 1.0f;\n  output[n] = sum;");
  CHECK(count(source, EditKind::comparison, "<") == 1);
  CHECK(count(source, EditKind::comparison, ">") == 1);
  CHECK(count(source, EditKind::sign, "+") == 1);
  CHECK(count(source, EditKind::assignment, "+=") == 1);
  CHECK(count(source, EditKind::assignment, "=") == 2);
  CHECK(count(source, EditKind::number, "1") == 2);
  CHECK(count(source, EditKind::variable, "input") == 1);  // the other pointer
  CHECK(count(source, EditKind::one_off, "i") > 0);
  for (const Edit& one : source.edits) {
    if (one.here == "<") CHECK(one.line == 3);
    const bool in_condition = one.here == "n > 2" || one.here == ">" || one.here == "2" ||
                              (one.here == "n" && one.line == 4);
    // How often a loop turns is as good as a condition.
    const bool bound =
        one.here == "n" && one.line == 3 && one.kind == kit::repair::EditKind::variable;
    CHECK(one.branches == (in_condition || bound || one.kind == EditKind::guard));
  }
}

TEST_CASE("indices of threads and blocks are exchanged") {
  const SwitchedSource source =
      switched("  const int x = blockIdx.x * blockDim.x + threadIdx.x;\n  output[x] = 1.0f;");
  CHECK(count(source, EditKind::thread_index, "threadIdx.x") == 2);  // .y, and blockIdx.x
  CHECK(count(source, EditKind::thread_index, "blockDim.x") == 2);
}

TEST_CASE("arguments of one type are exchanged, and statements come later or not at all") {
  const SwitchedSource source =
      switched("  int a = 1, b = 2;\n  g(a, b);\n  h(a);\n  output[a] = input[b];");
  CHECK(count(source, EditKind::exchange, "a, b") == 1);
  CHECK(count(source, EditKind::order, "g(a, b);") == 2);  // after h(a), and after the last
  CHECK(count(source, EditKind::removal, "h(a);") == 1);
  CHECK(count(source, EditKind::order, "output[a] = input[b];") == 0);  // the last one
}

TEST_CASE("what must be a constant, and what is no code of a function, has no edits") {
  for (const char* body :
       {"  float line[2 * 3];", "  constexpr int k = 4;", "  const int k = 4;", "  g<3>();",
        "  static_assert(1 < 2);", "  __shared__ float tile[16 + 1][16];", "  auto f = [&] {};",
        "  float a[3], b[2 * 3];"}) {
    INFO(body);
    CHECK(switched(body).edits.empty());
  }
  CHECK(
      switch_source("constexpr int kBlock = 2 + 3;\nstruct A { int x = 1; };\n", {}).edits.empty());
}

TEST_CASE("constants that are no lengths have edits") {
  CHECK(count(switched("  const float weight = 0.5f;"), EditKind::number, "0.5f") > 0);
  CHECK(count(switched("  const State start = {{1.0f, 0.0f}};"), EditKind::number, "0.0f") == 1);
}

TEST_CASE("a declaration is no assignment, and a loop's variable ends its loop") {
  const SwitchedSource source =
      switched("  int k = n;\n  for (int i = 0, j = n; i < width; ++i) g(i);");
  CHECK(count(source, EditKind::assignment, "=") == 0);
  for (const Edit& one : source.edits)
    if (one.here == "i") CHECK((one.kind != EditKind::variable || one.line == 3));
}

TEST_CASE("lines stay where they are, and excluded ones as they were") {
  const std::string text = in_function("  output[0] = input[1]; // 1 < 2\n  output[1] = input[2];");
  const std::string all = switch_source(text, {}).text, some = switch_source(text, {2}).text;
  const auto lines = [](const std::string& one) {
    return std::count(one.begin(), one.end(), '\n');
  };
  CHECK(lines(all) == lines(text) + 2);  // the two before #line 1
  CHECK(all.find("// 1 < 2\n") != std::string::npos);
  CHECK(some.find("  output[0] = input[1]; // 1 < 2\n") != std::string::npos);
  CHECK(some.find("  output[1] = input[2];\n") == std::string::npos);
}

TEST_CASE("the lines of a compiler's messages") {
  const std::string log =
      "In file included from a.h:3:\n/tmp/x/mine.cu:12:5: error: no\nother.cu:9:1: error: no\n"
      "/tmp/x/mine.cu:40:   required from here\n";
  CHECK(kit::repair::lines_in(log, "mine.cu") == std::set<int>{12, 40});
  const std::string made =
      "mine.cu: In instantiation of 'void g(T*) [with T = void]':\n"
      "mine.cu:86:16:   required from here\n"
      "mine.cu:36:7: error: variable or field 'sum' declared void\n";
  const std::string called =
      "mine.cu: In function 'void f()':\n"
      "mine.cu:86:36: error: conditional expression between distinct pointer types\n"
      "lab.hpp:9:1: note: candidate\n";
  CHECK(kit::repair::lines_at_fault(called + made, "mine.cu") == std::set<int>{86});
  CHECK(kit::repair::lines_at_fault(made, "mine.cu") == std::set<int>{36});
}

TEST_CASE("an array of constant memory may be another one") {
  const std::string text =
      "namespace {\n__constant__ float rows[kMost];\n__constant__ float columns[kMost];\n}\n"
      "void f(const float* weights) {\n  CHECK(copy(rows, weights, 4));\n}\n";
  const SwitchedSource source = switch_source(text, {});
  CHECK(count(source, EditKind::variable, "rows") == 1);
}

TEST_CASE("static variables may begin anew") {
  const SwitchedSource source = switched(
      "  static float sum = 0.0f;\n  static const int kOne = 1;\n  static float all[2] = {};\n"
      "  sum += input[0];");
  CHECK(count(source, EditKind::kept, "sum") == 1);
  CHECK(count(source, EditKind::kept, "kOne") == 0);
  CHECK(count(source, EditKind::kept, "all") == 0);
}

TEST_CASE("what a loop's body declares may have to keep its value") {
  const SwitchedSource source = switched(
      "  for (int k = 0; k < n; ++k) {\n    float peak = 0.0f;\n    const float c = 1.0f;\n"
      "    float a = 0.0f, b = 0.0f;\n    peak = f(peak);\n  }\n  float after = 0.0f;");
  CHECK(count(source, EditKind::held, "peak") == 1);
  for (const char* other : {"c", "a", "b", "after"})
    CHECK(count(source, EditKind::held, other) == 0);
  CHECK(source.text.find("float kit_held_") < source.text.find("for ("));
}

TEST_CASE("a loop may have to set back all of an array, or its first or last item") {
  const SwitchedSource source = switched(
      "  float sums[kTaps] = {};\n  float rows[2][3] = {};\n  float left[4] = {};\n"
      "  for (int k = 0; k < n; ++k) {\n    sums[k] += 1.0f;\n    add(rows, k);\n    g(left[0]);\n"
      "  }");
  for (const char* here : {"sums", "sums[0]", "sums[kTaps - 1]", "rows", "rows[0]", "rows[2 - 1]"})
    CHECK(count(source, EditKind::reset, here) == 1);
  CHECK(count(source, EditKind::reset, "left") == 0);
}

TEST_CASE("a quotient of names may have to be rounded up, one that is rounded up already not") {
  const SwitchedSource source =
      switched("  const int m = n;\n  g(n / m);\n  g((n + m - 1) / m);\n  g(n / 2);");
  CHECK(count(source, EditKind::round_up, "n / m") == 1);
  CHECK(std::count_if(source.edits.begin(), source.edits.end(),
                      [](const Edit& one) { return one.kind == EditKind::round_up; }) == 1);
}

TEST_CASE("a condition with a cast in it is one as a whole") {
  const SwitchedSource source =
      switched("  if (static_cast<int>(threadIdx.x) >= n || n < 1) return;");
  CHECK(count(source, EditKind::condition, "static_cast<int>(threadIdx.x) >= n || n < 1") == 3);
  CHECK(count(source, EditKind::operation, "||") == 2);
}

TEST_CASE("jumps and subscripts are exchanged, lanes too") {
  const SwitchedSource source = switched(
      "  float a[4][4];\n  int i = 0, j = 0;\n  for (;;) {\n    if (n > 2) break;\n    a[i][j] = "
      "input[i];\n"
      "  }\n  g(width, 0);");
  CHECK(count(source, EditKind::jump, "break") == 1);
  CHECK(count(source, EditKind::exchange, "[i][j]") == 1);
  CHECK(count(source, EditKind::number, "0") >= 2);  // 1 and 31
}

TEST_CASE("lines that do not compile with other types keep the edits that change none") {
  const std::string text = in_function("  float* between = output;\n  g(between, n);");
  const auto readings = [](const SwitchedSource& source) {
    return source.text.find("pick_for_reading") != std::string::npos;
  };
  CHECK(readings(switch_source(text, {})));
  const SwitchedSource plain = switch_source(text, {}, {3});
  CHECK(!readings(plain));
  CHECK(count(plain, EditKind::variable, "between") == 1);  // output
}

TEST_CASE("variables of classes, and of auto, are exchanged with others and with members") {
  const SwitchedSource source = switched(
      "  State first, second;\n  const auto last = g(n);\n  Pole pole;\n"
      "  first = step(second);\n  first.a = pole.b * pole.c;\n  h(last + n);");
  CHECK(count(source, EditKind::variable, "second") > 1);  // first, and members
  CHECK(has_edit(source, "pole.b", "pole.c"));
  CHECK(has_edit(source, "pole.c", "pole.b"));
  CHECK(count(source, EditKind::variable, "first.a") == 0);  // is written to
  CHECK(count(source, EditKind::variable, "last") > 0);      // n
  CHECK(switch_source("void f(Step* steps, int n) { g(steps[n].w); }\n", {}).text.find("steps.w") ==
        std::string::npos);
}

TEST_CASE("a lambda is not named in its own declaration") {
  const SwitchedSource source = switched(
      "  const auto shift = [&](int k) { const int i = k + 1; return i; };\n  g(shift(n));");
  CHECK(source.text.find(", shift") > source.text.find("return"));
}

TEST_CASE("whole expressions are meant for the other direction") {
  const SwitchedSource source = switched(
      "  const int height = n;\n  const int at = height * n + width * 2;\n"
      "  const int x = blockIdx.y * blockDim.y + threadIdx.y;\n  const int y = x * x;\n"
      "  dim3 grid((width + 7) / 8, (height + 3) / 4);");
  CHECK(count(source, EditKind::directions, "height * n + width * 2") == 1);
  CHECK(count(source, EditKind::directions, "blockIdx.y * blockDim.y + threadIdx.y") == 1);
  CHECK(count(source, EditKind::directions, "x * x") == 0);  // y is not known there
  const auto crossed = [](const Edit& one) { return one.crossed; };
  CHECK(std::count_if(source.edits.begin(), source.edits.end(), crossed) == 1);
  const std::string grid = "dim3 grid((width + 7) / 8, (height + 3) / 4)";
  CHECK(count(source, EditKind::directions, grid) == 1);
  CHECK(count(source, EditKind::exchange, grid) == 1);
  CHECK(count(source, EditKind::extent, grid) == 7);  // y, x, at, height, n, width, 2
}

TEST_CASE("names of one type are exchanged all over a call") {
  const SwitchedSource source = switched("  State a, b;\n  g(a, b.c);\n  h(a, n);");
  CHECK(count(source, EditKind::exchange, "g(a, b.c)") == 1);
  CHECK(count(source, EditKind::exchange, "h(a, n)") == 0);
}

TEST_CASE("the condition of a ?: has edits, inside of what goes round it") {
  const SwitchedSource source = switched("  State a, b;\n  g(n > 1 ? a : b, b);");
  CHECK(count(source, EditKind::condition, "n > 1") == 3);
  const std::size_t outer = source.text.find("(kit_edit::on(");
  CHECK(source.text.find("kit_edit::decide<") > outer);
  CHECK(source.text.find("kit_edit::decide<") < source.text.find("? a"));
}

TEST_CASE("a statement passes declarations on its way down, not on its way up") {
  const SwitchedSource source = switched("  g(n);\n  const int k = n;\n  h(k);\n  g(k);\n  h(n);");
  CHECK(count(source, EditKind::order, "g(n);") == 2);
  CHECK(count(source, EditKind::removal, "const int k = n;") == 0);
  CHECK(count(source, EditKind::earlier, "h(n);") == 1);
  CHECK(source.text.find("h ( n ) ; } const int k") == std::string::npos);
}

TEST_CASE("a switch gets no edits: another number would lead round the mistake") {
  const SwitchedSource source =
      switched("  switch (n) {\n    case 3: output[0] = input[n]; break;\n  }");
  for (const Edit& one : source.edits) CHECK(one.line != 2);
  CHECK(count(source, EditKind::variable, "n") + count(source, EditKind::one_off, "n") > 0);
}

TEST_CASE("operators, extremes, decimals and leading signs have other forms") {
  const SwitchedSource source = switched(
      "  int a = n * 2 / width % 3;\n  float b = 0.5f;\n  float c = b;\n  c = -b;\n"
      "  a = std::min(a, max(n, 1));\n  const float* p = input;\n  output[0] = c + b;");
  CHECK(count(source, EditKind::operation, "*") == 1);
  CHECK(count(source, EditKind::operation, "/") == 1);
  CHECK(count(source, EditKind::operation, "%") == 1);
  CHECK(count(source, EditKind::operation, "min") == 1);
  CHECK(count(source, EditKind::operation, "max") == 1);
  CHECK(count(source, EditKind::number, "0.5f") == 3);
  CHECK(count(source, EditKind::sign, "-") == 1);
  CHECK(count(source, EditKind::sign, "b") == 1);  // of `c = b`; `-b` has its own
  CHECK(count(source, EditKind::sign, "c") == 1);
  CHECK(count(source, EditKind::sign, "input") == 0);
  CHECK(count(source, EditKind::number, "0") >= 4);  // 1, and the lengths less one
}

TEST_CASE("a star that makes a pointer is no product") {
  const SwitchedSource source =
      switched("  const float *p = input;\n  Thing *q = g(*p);\n  h(n * 2);");
  CHECK(count(source, EditKind::operation, "*") == 1);
}

TEST_CASE("what a loop changes may be set back where its body begins") {
  const SwitchedSource source = switched(
      "  float sum = 0.0f, other = 0.0f;\n  int k = n;\n  for (int i = 0; i < n; ++i) {\n"
      "    for (int j = 0; j < n; ++j) {\n      sum += input[j];\n    }\n    output[i] = sum + "
      "other;\n    ++k;\n"
      "  }");
  CHECK(count(source, EditKind::reset, "sum") == 2);
  CHECK(count(source, EditKind::reset, "other") == 0);  // never changed
  CHECK(count(source, EditKind::reset, "k") == 0);      // begins with no number
  CHECK(count(source, EditKind::reset, "i") + count(source, EditKind::reset, "j") == 0);
}

TEST_CASE("conditions hold always, never, turned, or without a part") {
  const SwitchedSource source = switched(
      "  if (n > 2 && width > 3) output[0] = 1.0f;\n  if (n > 2 || width > 3) output[1] = 1.0f;");
  CHECK(count(source, EditKind::condition, "n > 2 && width > 3") == 3);
  CHECK(count(source, EditKind::condition, "n > 2") == 1);
  CHECK(count(source, EditKind::condition, "width > 3") == 1);
  CHECK(count(source, EditKind::condition, "n > 2 || width > 3") == 3);
  for (const Edit& one : source.edits)
    if (one.kind == EditKind::condition) CHECK(one.branches);
  CHECK(count(switched("  if (int a = n; a > 2) g(a);"), EditKind::condition, "int a = n; a > 2") ==
        0);
}

TEST_CASE("&& and || stand for each other in a condition that has one of them") {
  const SwitchedSource all = switched("  if (n > 2 && width > 3 && n < 9) output[0] = 1.0f;");
  CHECK(count(all, EditKind::operation, "&&") == 1);
  CHECK(all.text.find("(bool(n > 2 ) || bool(width > 3 ) || bool(n < 9 ))") != std::string::npos);
  CHECK(count(switched("  if (n > 2 || width > 3) return;"), EditKind::operation, "||") == 2);
  const SwitchedSource mixed = switched("  if (n > 2 || (width > 3 && n > 1)) return;");
  CHECK(count(mixed, EditKind::operation, "||") == 2);
  CHECK(count(mixed, EditKind::operation, "&&") == 0);
  CHECK(count(switched("  if (n > 2 || width > 3 && n > 1) return;"), EditKind::operation, "||") ==
        0);
}

TEST_CASE("a statement may come after the last of those beside it") {
  const SwitchedSource source = switched("  g(1);\n  h(2);\n  h(3);\n  h(4);");
  CHECK(count(source, EditKind::order, "g(1);") == 2);  // after h(2) and after h(4)
  CHECK(count(source, EditKind::order, "h(3);") == 1);
}

TEST_CASE("a named condition may hold always, and what is changed in it counts as a branch") {
  const SwitchedSource source = switched(
      "  const bool inside = n > 2 || width < n;\n  const bool wide = width > n;\n"
      "  if (inside && wide) output[0] = 1.0f;");
  CHECK(count(source, EditKind::condition, "n > 2 || width < n") == 3);
  CHECK(count(source, EditKind::condition, "width > n") == 0);  // not joined from parts
  for (const Edit& one : source.edits) {
    const bool named = one.line == 2 && one.kind != EditKind::comparison;
    if (one.kind == EditKind::guard) continue;  // leads round what it guards
    CHECK(one.branches == (named || (one.line == 4 && one.here.find("output") != 0 &&
                                     one.here != "=" && one.here != "0" && one.here != "1.0f")));
  }
}

TEST_CASE("the first term of a sum may be too much as well as the second one") {
  const SwitchedSource source =
      switched("  float sum = width + n * 2;\n  sum = 2 * width + n;\n  output[n] = sum;");
  CHECK(count(source, EditKind::surplus, "width +") == 1);
  CHECK(source.text.find("FirstPlus<") != std::string::npos);
  CHECK(source.text.find("kit_edit::Plus<") != std::string::npos);
}

TEST_CASE("a variable may belong where a member stands") {
  const SwitchedSource source = switch_source(
      "void f(const Bands& bands, int depth, int* output) {\n  output[0] = bands.halo;\n}\n", {});
  CHECK(has_edit(source, "bands.halo", "depth"));
}
