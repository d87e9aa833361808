/// @file
/// Where a barrier more may stand.
#include "grader/repair/barrier_edits.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "catch.hpp"

namespace kit::repair {
namespace {

/// Lines of the places, in order.
std::vector<int> lines_of_barriers(const std::string& source) {
  std::vector<int> lines;
  for (const Edit& one : switch_barriers(source, {}).edits) {
    CHECK(one.kind == EditKind::barrier);
    lines.push_back(one.line);
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

TEST_CASE("a barrier may stand before statements and loops, at a loop's end and behind it") {
  const std::string kernel =
      "__global__ void k(float* out) {\n"
      "  __shared__ float tile[32];\n"
      "  for (int i = 0; i < 4; ++i) {\n"
      "    tile[threadIdx.x] = i;\n"
      "  }\n"
      "  out[0] = tile[0];\n"
      "}\n";
  const std::vector<int> lines = lines_of_barriers(kernel);
  for (const int line : {3, 4, 6}) CHECK(std::count(lines.begin(), lines.end(), line) == 1);
  CHECK(std::count(lines.begin(), lines.end(), 5) == 2);  // in the body, and behind it
  const std::string text = switch_barriers(kernel, {}).text;
  CHECK(text.find("__syncthreads(); out[0]") != std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '\n') ==
        std::count(kernel.begin(), kernel.end(), '\n') + 2);
}

TEST_CASE("no barrier is put into the host's functions, between if and else, or into given lines") {
  CHECK(lines_of_barriers("void f(int* a) {\n  a[0] = 1;\n}\n").empty());
  const std::string kernel =
      "__global__ void k(int* a) {\n"
      "  if (a[0]) a[1] = 1;\n"
      "  else a[2] = 2;\n"
      "}\n";
  CHECK(lines_of_barriers(kernel).empty());
  CHECK(switch_barriers("__global__ void k(int* a) {\n  a[0] = 1;\n}\n", {2}).edits.empty());
}

}  // namespace
}  // namespace kit::repair
