/// Variables that hide others.
#include <string>

#include "catch.hpp"
#include "grader/repair/hidden_name.hpp"

using kit::repair::hidden_name_in;

namespace {

const std::string kSource =
    "void f(int width) {\n"
    "  float *input = nullptr, *output = nullptr;\n"
    "  try {\n"
    "    float *input, *output;\n"
    "    use(&input);\n"
    "    for (int i = 0; i < width; ++i) use(i);\n"
    "  } catch (...) {\n"
    "    release(input);\n"
    "  }\n"
    "  release(output);\n"
    "}\n"
    "void g(float* input) {\n"
    "  { int input = 0; use(input); }\n"
    "  use(input);\n"
    "}\n";

}  // namespace

TEST_CASE(
    "a name that is declared again in a block hides the one outside, as long as the block is") {
  const auto hidden = hidden_name_in(kSource, 5);
  REQUIRE(hidden.has_value());
  CHECK(hidden->name == "input");
  CHECK(hidden->outer == 2);
  CHECK(hidden->inner == 4);
  CHECK_FALSE(hidden_name_in(kSource, 2));
  CHECK_FALSE(hidden_name_in(kSource, 6));
  CHECK_FALSE(hidden_name_in(kSource, 8));
  CHECK_FALSE(hidden_name_in(kSource, 10));
  CHECK_FALSE(hidden_name_in(kSource, 14));
}

TEST_CASE("one of another type is no mistake that a type would not tell") {
  CHECK_FALSE(hidden_name_in(kSource, 13));
}
