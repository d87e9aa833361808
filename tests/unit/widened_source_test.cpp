/// Sources with wider types: what is replaced, and what keeps its type.
#include <set>
#include <string>

#include "catch.hpp"
#include "grader/repair/widened_source.hpp"

using kit::repair::Widening;

TEST_CASE("integers that are given fractions are widened where a fraction is cut off") {
  const std::string text = "void f(float a) {\n  int sum = 0;\n  int n = 0;\n  sum +=\n    a;\n}\n";
  const auto widened = kit::repair::widen_source(text, kit::repair::Widening::whole, {5});
  CHECK(widened.lines == std::set<int>{2});
  CHECK(widened.text.find("  float sum = 0;\n  int n = 0;\n") != std::string::npos);
}

TEST_CASE("narrow variables and casts are widened, what has a layout is not") {
  const kit::repair::WidenedSource wide = kit::repair::widen_source(
      "__constant__ unsigned char table[256];\n"
      "void f(const unsigned char* in, short n, std::uint8_t* out) {\n"
      "  unsigned char difference = in[0];\n"
      "  __shared__ unsigned char staged;\n"
      "  unsigned char row[4];\n"
      "  for (short i = 0; i < n; ++i) out[i] = static_cast<unsigned char>(difference);\n"
      "}\n",
      Widening::narrow);
  CHECK(wide.lines == std::set<int>{2, 3, 6});
  CHECK(wide.text ==
        "__constant__ unsigned char table[256];\n"
        "void f(const unsigned char* in, int n, std::uint8_t* out) {\n"
        "  int difference = in[0];\n"
        "  __shared__ unsigned char staged;\n"
        "  unsigned char row[4];\n"
        "  for (int i = 0; i < n; ++i) out[i] = static_cast<int>(difference);\n"
        "}\n");
}

TEST_CASE("what has no sign gets one, but for parameters and narrow types") {
  const kit::repair::WidenedSource wide = kit::repair::widen_source(
      "void f(unsigned n, std::uint8_t level) {\n"
      "  const unsigned x = n - 1;\n"
      "  std::uint32_t y = std::size_t(level);\n"
      "  unsigned char z = 0;\n"
      "}\n",
      Widening::no_sign);
  CHECK(wide.lines == std::set<int>{2, 3});
  CHECK(wide.text ==
        "void f(unsigned n, std::uint8_t level) {\n"
        "  const std::ptrdiff_t x = n - 1;\n"
        "  std::ptrdiff_t y = std::ptrdiff_t(level);\n"
        "  unsigned char z = 0;\n"
        "}\n");
}

TEST_CASE("parameters without a sign get one where only the file calls the function") {
  const kit::repair::WidenedSource wide = kit::repair::widen_source(
      "namespace {\n"
      "float f(unsigned x, unsigned n) { return std::clamp(x, 0u, n - 1); }\n"
      "}\n"
      "__global__ void g(unsigned n) {}\n"
      "void h(unsigned n) {}\n",
      Widening::no_sign);
  CHECK(wide.lines == std::set<int>{2, 4});
  CHECK(
      wide.text ==
      "namespace {\n"
      "float f(std::ptrdiff_t x, std::ptrdiff_t n) { return std::clamp(x, std::ptrdiff_t(0u), n - "
      "1); }\n"
      "}\n"
      "__global__ void g(std::ptrdiff_t n) {}\n"
      "void h(unsigned n) {}\n");
}

TEST_CASE("a sum that begins with a whole number begins with one that has fractions") {
  const std::string text = "void f(float* v, int n) {\n  v[0] = std::accumulate(v, v + n, 0);\n}\n";
  CHECK(kit::repair::widen_source(text, Widening::whole).text.find("v + n, float(0))") !=
        std::string::npos);
  CHECK(kit::repair::widen_source(text, Widening::whole, {}, {1}).lines.empty());
}

TEST_CASE("a whole number that is divided by another one may be meant as a fraction") {
  const std::string text =
      "void f(float* v, int n) {\n  v[0] = 1 / 3 * v[1];\n  v[2 * n / 2] = 1.0f / 3;\n}\n";
  const kit::repair::WidenedSource found = kit::repair::widen_source(text, Widening::whole);
  CHECK(found.lines == std::set<int>{2});
  CHECK(found.text.find("v[0] = float(1) / 3 * v[1];") != std::string::npos);
  CHECK(found.text.find("v[2 * n / 2] = 1.0f / 3;") != std::string::npos);
}
