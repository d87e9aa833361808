/// Whose code a line is.
#include <string>

#include "catch.hpp"
#include "grader/repair/places.hpp"

using kit::repair::is_in_host_function;

TEST_CASE("a line is the host's if it stands in a function that is no kernel's") {
  const std::string source =
      "namespace {\n"
      "__device__ float at(const float* line, int i) {\n"
      "  return line[i];\n"
      "}\n"
      "template <int kTaps>\n"
      "__global__ void __launch_bounds__(256)\n"
      "    filter(const float* input, float* output) {\n"
      "  output[threadIdx.x] = at(input, kTaps);\n"
      "}\n"
      "int blocks(int n) {\n"
      "  return n / 256 + 1;\n"
      "}\n"
      "}\n"
      "void launch(const float* input, float* output, int n) {\n"
      "  filter<3><<<blocks(n), 256>>>(input, output);\n"
      "}\n";
  for (const int line : {11, 15}) CHECK(is_in_host_function(source, line));
  for (const int line : {1, 3, 5, 8, 13, 99}) CHECK_FALSE(is_in_host_function(source, line));
}
