/// Edits for what a student has put in needlessly, and what is said of three that belong together.
#include <algorithm>
#include <string>

#include "catch.hpp"
#include "edit_counts.hpp"
#include "grader/repair/conclusion.hpp"
#include "grader/repair/switched_source.hpp"

using kit::repair::Edit;
using kit::repair::EditKind;
using kit::repair::SwitchedSource;

namespace {

SwitchedSource with_edits(const std::string& body) {
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
  const SwitchedSource source = with_edits(
      "  float sum = 0.0f;\n  output[0] = fminf(fmaxf(sum, 0.0f), 255.0f);\n"
      "  output[1] = std::max(0.0f, sum);");
  CHECK(count(source, EditKind::limit, "fminf(fmaxf(sum, 0.0f), 255.0f)") == 1);
  CHECK(count(source, EditKind::limit, "fmaxf(sum, 0.0f)") == 0);
  CHECK(count(source, EditKind::limit, "std::max(0.0f, sum)") == 1);
  CHECK(source.text.find("? ( sum ) :") != std::string::npos);
}

TEST_CASE("what is limited on one side may lack the other limit") {
  const SwitchedSource source = kit::repair::switch_source(
      "void f(const float* in, float* out, int height, int y) {\n"
      "  out[y] = in[max(y - 1, 0)] + in[min(y + 1, height - 1)];\n"
      "  out[0] = in[std::min(std::max(y, 0), height - 1)] + fmaxf(in[0], 0.0f);\n}\n",
      {});
  CHECK(count(source, EditKind::one_sided, "max(y - 1, 0)") == 2);  // height and y
  CHECK(count(source, EditKind::one_sided, "min(y + 1, height - 1)") == 1);
  CHECK(std::count_if(source.edits.begin(), source.edits.end(),
                      [](const Edit& one) { return one.kind == EditKind::one_sided; }) == 3);
  CHECK(source.text.find("( max ( y - 1 , 0 )) > (height - 1) ? (height - 1) :") !=
        std::string::npos);
}

TEST_CASE("two tests may have to agree, or not to") {
  const auto has = [](const SwitchedSource& source, const std::string& here,
                      const std::string& there) {
    return std::any_of(source.edits.begin(), source.edits.end(), [&](const Edit& one) {
      return one.kind == EditKind::operation && one.here == here && one.there == there;
    });
  };
  const SwitchedSource both = with_edits("  if (input[0] > 0 && input[1] > 0) output[0] = 1;");
  CHECK(has(both, "&&", "||"));
  CHECK(has(both, "&&", "=="));
  CHECK(both.text.find("bool(input [ 0 ] > 0 ) == bool(input [ 1 ] > 0 )") != std::string::npos);
  CHECK(has(with_edits("  if (input[0] > 0 || input[1] > 0) output[0] = 1;"), "||", "!="));
  const SwitchedSource three =
      with_edits("  if (input[0] > 0 && input[1] > 0 && input[2] > 0) output[0] = 1;");
  CHECK(has(three, "&&", "||"));
  CHECK_FALSE(has(three, "&&", "=="));
}

TEST_CASE("the halves of a pair, and shuffles up and down, are taken for one another") {
  const SwitchedSource source =
      with_edits("  __half2 a = __low2half2(b);\n  output[0] = __shfl_up_sync(~0u, input[0], 1);");
  CHECK(count(source, EditKind::function, "__low2half2") == 2);
  CHECK(count(source, EditKind::function, "__shfl_up_sync") == 2);
}

TEST_CASE("a variable that makes a quotient 1 shows that the quotient is too much") {
  const SwitchedSource source =
      with_edits("  float total = input[0], used = input[1];\n  output[0] *= total / used;");
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
      "  cudaMemcpy(d_filter, filter, 4, cudaMemcpyHostToDevice);\n"
      "  cudaMemcpy(d_input, input, 4, cudaMemcpyHostToDevice);\n"
      "  g(d_filter, 1);\n}\n",
      {});
  for (const Edit& one : source.edits) {
    INFO(one.here << " -> " << one.there);
    CHECK_FALSE((one.here == "d_filter" && (one.there == "filter" || one.there == "input")));
  }
}

TEST_CASE("functions of one signature, or of one family, stand for one another") {
  const SwitchedSource source = kit::repair::switch_source(
      "static int row(const int* a, int n) { return a[n]; }\n"
      "static int column(const int* b, int n) { return b[2 * n]; }\n"
      "static int other(int n) { return n; }\n"
      "void f(const int* input, float* output, int n) {\n"
      "  output[0] = column(input, n);\n"
      "  output[1] = other(n);\n"
      "  output[2] = roundf(output[3]);\n"
      "  output[4] = __double2int_rn(output[5]);\n}\n",
      {});
  CHECK(count(source, EditKind::function, "column") == 1);
  CHECK(count(source, EditKind::function, "row") == 0);
  CHECK(count(source, EditKind::function, "other") == 0);
  CHECK(count(source, EditKind::function, "roundf") == 5);
  CHECK(source.text.find("floor( output [ 5 ] + 0.5)") != std::string::npos);
}

TEST_CASE("arguments in <> are those of other calls, or of the case; a launch is a statement") {
  const SwitchedSource source = kit::repair::switch_source(
      "template <int n> __global__ void k(float* out) { out[n] = n; }\n"
      "void f(float* out, int n, dim3 grid) {\n  switch (n) {\n"
      "    case 3: k<3><<<grid, 32>>>(out); break;\n"
      "    case 5: k<3><<<grid, 32>>>(out); break;\n  }\n}\n",
      {});
  CHECK(count(source, EditKind::function, "k<3>") == 1);
  const std::size_t other = source.text.find("k < 5 > <<< grid , 32 >>> ( out ); } else k<3>");
  CHECK(other != std::string::npos);
  CHECK(other > source.text.find("case 5: if (kit_edit::on("));
  CHECK(count(source, EditKind::jump, "break") == 0);  // ends no loop
}

TEST_CASE("functions of classes, and names of templates before ::, stay what they are") {
  const SwitchedSource source = kit::repair::switch_source(
      "struct Rows {\n  static int pitch(int n) {\n    return n + 4;\n  }\n};\n"
      "int lag(int radius) {\n  return radius / 2;\n}\n"
      "int rows(int radius) {\n  return lag(radius) + Layout<kColumns>::pitch(radius);\n}\n",
      {});
  CHECK(count(source, EditKind::function, "lag") == 0);
  CHECK(count(source, EditKind::function, "pitch") == 0);
  CHECK(source.text.find("Layout < kColumns > :: pitch") == std::string::npos);
  CHECK(source.text.find("Layout<kColumns>::pitch(") != std::string::npos);
}

TEST_CASE("a call of a template's member begins at the template's name") {
  const SwitchedSource source = kit::repair::switch_source(
      "int f(int x) {\n  return Layout<4>::make<3>(x);\n}\n"
      "int g(int x) {\n  return make<5>(x);\n}\n",
      {});
  CHECK(count(source, EditKind::function, "make<3>") == 1);
  // Not `Layout<4>:: (on(1) ? make<5>(x) : make<3>(x))`, and not cut inside <4>.
  CHECK(source.text.find("Layout < 4 > :: make < 5 > ( x )") != std::string::npos);
  CHECK(source.text.find(": Layout<4>::make<3>(") != std::string::npos);
}

TEST_CASE("a member keeps its name where a variable of this name is exchanged") {
  const SwitchedSource source = kit::repair::switch_source(
      "void f(float* out, int row, int x, const Weights& weights) {\n"
      "  filter(out, row + x, weights.row);\n}\n",
      {});
  CHECK(source.text.find("( x + row ) : ") != std::string::npos);
  CHECK(source.text.find("weights . x") == std::string::npos);
}

TEST_CASE("a cast keeps its type, and lengths beside an array with a first value are constants") {
  const SwitchedSource source = kit::repair::switch_source(
      "void f(const float* from, int n) {\n"
      "  float sum[kOutputs] = {}, window[kOutputs + kChunk];\n"
      "  window[0] = *reinterpret_cast<const float*>(from + n);\n"
      "  window[1] = *reinterpret_cast<float*>(sum + n);\n}\n",
      {});
  CHECK(count(source, EditKind::function, "reinterpret_cast<const float*>") == 0);
  CHECK(source.text.find("window[kOutputs + kChunk];") != std::string::npos);
}

TEST_CASE("an index, a whole number and a length may lack a term or a factor") {
  const SwitchedSource source = kit::repair::switch_source(
      "void f(float* out, int width, int x) {\n"
      "  const int first = x;\n"
      "  out[first] = 0.0f;\n"
      "  cudaMemset(out, 0, 4 * width);\n}\n",
      {});
  CHECK(count(source, EditKind::missing, "x") == 2 * 3);         // width and x
  CHECK(count(source, EditKind::missing, "first") == 3 * 3);     // first too
  CHECK(count(source, EditKind::length, "4 * width") == 4 * 3);  // and sizeof(float)
  CHECK(source.text.find("out[kit_edit::extended<") != std::string::npos);
}

TEST_CASE("what is put round a part stands within what is put round the whole") {
  const SwitchedSource source = with_edits(
      "  const float a = 0.0f, b = 1.0f;\n"
      "  output[0] = std::max(a, input[1]) + output[threadIdx.y + threadIdx.x];");
  const std::size_t whole = source.text.find("? ( std :: max"), part = source.text.find("? ( a )");
  REQUIRE(whole != std::string::npos);
  REQUIRE(part != std::string::npos);
  CHECK(whole < part);
}

TEST_CASE("a grid may have the blocks that cover the image") {
  const SwitchedSource source = kit::repair::switch_source(
      "void f(float* out, int width, int height, dim3 block) {\n"
      "  const dim3 grid(width / block.x, height);\n  k<<<grid, block>>>(out);\n}\n",
      {});
  CHECK(count(source, EditKind::grid, "dim3 grid(width / block.x, height)") == 1);
  CHECK(source.text.find("? ((width + block.x - 1) / block.x ) :") != std::string::npos);
  CHECK(source.text.find("? ((height + block.y - 1) / block.y ) :") != std::string::npos);
}

TEST_CASE("limits of what has no sign may have one") {
  const SwitchedSource source = kit::repair::switch_source(
      "void f(float* out, unsigned x, int width) {\n"
      "  out[min(max(x, 0u), width - 1)] = 0.0f;\n  out[max(width, 0)] = 0.0f;\n}\n",
      {});
  CHECK(count(source, EditKind::no_sign, "min(max(x, 0u), width - 1)") == 1);
  CHECK(count(source, EditKind::no_sign, "max(width, 0)") == 0);
  CHECK(source.text.find("max ( int(x) , 0 ) , int(width) - 1 )") != std::string::npos);
}

TEST_CASE("two names of an index may stand for one another") {
  const SwitchedSource source = kit::repair::switch_source(
      "void f(float* out, int i, int j) {\n  out[i * 5 + j] = 0.0f;\n}\n", {});
  CHECK(count(source, EditKind::exchange, "i * 5 + j") == 1);
}

TEST_CASE("statics begin anew, constant ones and those of classes too") {
  const SwitchedSource source = kit::repair::switch_source(
      "void f(int width) {\n  static const int bytes = 4 * width;\n"
      "  static std::vector<float> image(width);\n  static constexpr int k = 3;\n  g(bytes);\n}\n",
      {});
  CHECK(count(source, EditKind::kept, "bytes") == 1);
  CHECK(count(source, EditKind::kept, "image") == 1);
  CHECK(count(source, EditKind::kept, "k") == 0);
  CHECK(source.text.find("image = decltype(image)(width);") != std::string::npos);
  CHECK(source.text.find("static const int") == std::string::npos);  // it is assigned to
}
