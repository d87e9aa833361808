/// What edits do once they are in force: a source with all its edits is compiled, and its functions
/// are called with each of them.
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grader/repair/switched_source.hpp"

using kit::repair::Edit;
using kit::repair::EditKind;
using kit::repair::switch_source;
using kit::repair::SwitchedSource;

namespace {

namespace fs = std::filesystem;

/// The body of a function of a and b, the arguments it is called with, what it returns as it
/// stands, and what with those edits that change something.
struct SwitchedSample {
  EditKind kind;
  const char* body;
  int a, b, plain;
  std::set<int> edited;
};

const std::vector<SwitchedSample> kSwitchedSamples = {
    {EditKind::sign, "  return a - b;", 7, 2, 5, {9}},
    {EditKind::sign, "  return -a;", 7, 0, -7, {7}},
    {EditKind::assignment, "  a += b;\n  return a;", 7, 2, 9, {2}},
    {EditKind::comparison, "  return a < b ? 1 : 0;", 3, 3, 0, {1}},
    {EditKind::thread_index,
     "  int sum = 0;\n  for (int i = threadIdx.x; i < a; ++i) sum += i;\n  return sum;",
     20,
     0,
     187,
     {22, 33, 190}},
    {EditKind::thread_index,
     "  int sum = 0;\n  for (int i = threadIdx.x; i < a; i += blockDim.x) sum += i;\n  return sum;",
     20,
     0,
     33,
     {24, 27, 55, 99, 187}},
    {EditKind::exchange, "  return take(a, b);", 7, 2, 72, {27}},
    {EditKind::variable, "  const int c = 5;\n  return 10 * c;", 1, 2, 50, {0, 10, 20}},
    {EditKind::operation, "  return a * b;", 8, 2, 16, {4}},
    {EditKind::surplus, "  return a - b;", 8, 2, 6, {8}},
    {EditKind::round_up, "  return a / b;", 7, 2, 3, {4}},
    {EditKind::brackets, "  return a + b * 3;", 1, 2, 7, {9}},
    {EditKind::brackets, "  return (a + b) * 3;", 1, 2, 9, {7}},
    {EditKind::brackets, "  return a * b - 1 + 4;", 5, 3, 18, {14, 30}},
    {EditKind::brackets, "  return table[a] + b;", 1, 2, 12, {40}},
    {EditKind::brackets, "  return int(a / 4.0f) * b;", 7, 2, 2, {3}},
    {EditKind::brackets, "  return int(a * 1.5f);", 3, 0, 4, {}},
    {EditKind::brackets, "  return static_cast<int>(a * 1.5f) * b;", 3, 2, 8, {9}},
    {EditKind::backwards,
     "  int state[3] = {1, 2, 3};\n  for (int i = 1; i < 3; ++i) state[i] = state[i - 1];\n"
     "  return take(state[1], state[2]);",
     0,
     0,
     11,
     {12}},
    {EditKind::backwards,
     "  int state[3] = {1, 2, 3};\n  for (int i = 1; i < 3; ++i) {\n    state[i] = state[i - 1];\n"
     "  }\n  return take(state[1], state[2]);",
     0,
     0,
     11,
     {12}},
    {EditKind::backwards,
     "  int sum = a;\n  for (int i = 3; i >= 1; --i) {\n    sum = 2 * sum + i;\n  }\n  return sum;",
     0,
     0,
     17,
     {11}},
    {EditKind::mask, "  return a + 1 & b - 1;", 8, 6, 1, {3}},
    {EditKind::mask, "  return a & (b - 1);", 9, 8, 1, {}},
    {EditKind::limit, "  return min(a, b);", 7, 2, 2, {7}},
    {EditKind::one_sided, "  return min(a, b);", -7, 2, -7, {0}},
    {EditKind::start,
     "  int sum = a;\n  for (int i = 0; i < b; ++i) sum += 10;\n  return sum;",
     7,
     2,
     27,
     {20}},
    {EditKind::reset,
     "  int sum = 0, all = 0;\n  for (int i = 0; i < a; ++i) {\n    for (int j = 0; j < b; ++j) {\n"
     "      sum += 1;\n    }\n    all += sum;\n  }\n  return all;",
     2,
     3,
     9,
     {2, 6}},
    {EditKind::held,
     "  int all = 0;\n  for (int i = 0; i < a; ++i) {\n    int sum = 0;\n    sum += b;\n"
     "    all += sum;\n  }\n  return all;",
     2,
     3,
     6,
     {9}},
    {EditKind::held,
     "  int all = 0;\n  for (int i = 1; i < 4; ++i) {\n    int part = i + a;\n    part += b;\n"
     "    all += part;\n  }\n  return all;",
     1,
     10,
     39,
     {66}},
    {EditKind::jump,
     "  int sum = 0;\n  for (int i = 0; i < 4; ++i) {\n    if (i == a) break;\n    sum += b;\n  }\n"
     "  return sum;",
     1,
     5,
     5,
     {15}},
    {EditKind::jump,  // a store or a turn; the sum behind it is left out by one edit
     "  for (int i = 0; i < 4; ++i) {\n    if (i == a) return g_sum;\n    g_sum += b;\n  }\n"
     "  return g_sum;",
     1,
     5,
     5,
     {}},
    {EditKind::hidden,
     "  int c = 1;\n  if (a > 0) {\n    int c = b;\n    a += c;\n  }\n  return take(a, c);",
     5,
     3,
     81,
     {83}},
    {EditKind::guard, "  if (a > 0) a += 1;\n  b += 1;\n  return take(a, b);", -5, 3, -46, {-47}},
    {EditKind::guard,
     "  const bool even = b == 2;\n  if (a > 0) a += 1;\n  if (even) b += 1;\n  return take(a, b);",
     5,
     3,
     63,
     {53}},
    {EditKind::otherwise,
     "  if (a > 5) {\n    a = 5;\n  } else if (b > 5) {\n    b = 5;\n  }\n  return take(a, b);",
     9,
     8,
     58,
     {55}},
    {EditKind::order,
     "  int c = a;\n  a += 1;\n  c += a;\n  a += b;\n  return c;",
     1,
     10,
     3,
     {2, 13}},
    {EditKind::removal, "  a += 1;\n  a += b;\n  return a;", 1, 10, 12, {2, 11}},
    {EditKind::condition, "  if (a < b) return 1;\n  return 0;", 1, 2, 1, {0}},
    {EditKind::condition, "  return a > 0 && b > 0 ? 1 : 0;", 1, -2, 0, {1}},
};

constexpr const char* kHead =
    "struct Index { unsigned x, y; };\n"
    "const Index threadIdx{3, 0}, blockIdx{1, 0}, blockDim{8, 2}, gridDim{4, 1};\n"
    "namespace {\nint g_sum = 0;\nint take(int a, int b) { return 10 * a + b; }\n"
    "int min(int a, int b) { return a < b ? a : b; }\n"
    "int max(int a, int b) { return a > b ? a : b; }\n}\n"
    "const int table[] = {0, 10, 20, 40, 80, 160};\n";

std::string name_of(std::size_t n) {
  return "f" + std::to_string(n);
}

/// Prints for each edit, and for none first, what each function returns.
std::string with_main(const SwitchedSource& source) {
  std::ostringstream text;
  text << "#include <unistd.h>\n#include <csetjmp>\n#include <csignal>\n#include <cstdio>\nstatic "
          "int force = 0;\n"
       << source.text
       << "\nstatic sigjmp_buf before;\nstatic void leave(int) { siglongjmp(before, 1); }\n"
          "extern \"C\" {\nunsigned char kit_sim_edit_near[8192];\n"
          "bool kit_sim_edit_on(int number) noexcept { return number == force; }\n"
          "unsigned kit_sim_edit_which(int first, unsigned, unsigned long long real) noexcept {\n"
          "  const unsigned n = force - first;\n"
          "  return n < 64 && (real >> n & 1) != 0 ? n : 64;\n}\n}\n"
          "int main() {\n  std::signal(SIGFPE, leave);\n  std::signal(SIGSEGV, leave);\n"
          "  std::signal(SIGALRM, leave);\n  for "
          "(auto& one : kit_sim_edit_near) one = 1;\n"
       << "  for (; force <= " << source.edits.size() << "; ++force) {\n";
  for (std::size_t n = 0; n < kSwitchedSamples.size(); ++n)
    text << "    g_sum = 0;\n    alarm(1);\n    if (sigsetjmp(before, 1) == 0)\n      "
            "std::printf(\"%d \", "
         << name_of(n) << '(' << kSwitchedSamples[n].a << ", " << kSwitchedSamples[n].b
         << "));\n    else\n      std::printf(\"-1000000 \");\n";
  text << "    std::puts(\"\");\n  }\n}\n";
  return text.str();
}

/// What the program prints: a row for each edit, from none on.
std::vector<std::vector<int>> results_of(const SwitchedSource& source) {
  const fs::path folder = fs::temp_directory_path() / ("switched_" + std::to_string(::getpid()));
  fs::create_directories(folder);
  std::ofstream(folder / "a.cpp") << with_main(source);
  const char* const compiler = std::getenv("CXX");
  const std::string command = std::string(compiler == nullptr ? "g++" : compiler) +
                              " -std=c++20 -w -O0 -isystem common/sim/include -o " +
                              (folder / "a").string() + ' ' + (folder / "a.cpp").string() + " && " +
                              (folder / "a").string() + " >" + (folder / "out").string();
  const int status = std::system(command.c_str());
  std::ifstream out(folder / "out");
  std::vector<std::vector<int>> rows;
  for (std::string line; std::getline(out, line);) {
    std::istringstream words(line);
    rows.emplace_back();
    for (int value = 0; words >> value;) rows.back().push_back(value);
  }
  fs::remove_all(folder);
  REQUIRE(status == 0);
  return rows;
}

}  // namespace

TEST_CASE("an edit in force does what its kind says, and to its function alone") {
  std::string text = kHead;
  std::vector<int> begins;  // lines
  int line = int(std::count(text.begin(), text.end(), '\n')) + 1;
  for (std::size_t n = 0; n < kSwitchedSamples.size(); ++n) {
    begins.push_back(line);
    const std::string body =
        "int " + name_of(n) + "(int a, int b) {\n" + kSwitchedSamples[n].body + "\n}\n";
    line += int(std::count(body.begin(), body.end(), '\n'));
    text += body;
  }
  begins.push_back(line);
  const SwitchedSource source = switch_source(text, {});
  const auto rows = results_of(source);
  REQUIRE(rows.size() == source.edits.size() + 1);
  for (std::size_t n = 0; n < kSwitchedSamples.size(); ++n) {
    const SwitchedSample& sample = kSwitchedSamples[n];
    INFO(sample.body);
    CHECK(rows[0][n] == sample.plain);
    std::set<int> results;
    for (std::size_t edit = 0; edit < source.edits.size(); ++edit) {
      const Edit& one = source.edits[edit];
      const int result = rows[edit + 1][n];
      const bool own = one.line >= begins[n] && one.line < begins[n + 1];
      const bool of_head = one.line < begins[0];
      if (own && one.kind == sample.kind && result != sample.plain) results.insert(result);
      if (!own && !of_head) CHECK(result == sample.plain);
    }
    CHECK(results == sample.edited);
  }
}
