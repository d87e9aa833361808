/// The source rewriter on pieces of text: what it changes, what it leaves alone, what it refuses.
#include "../../common/sim/rewriter/rewrite.hpp"

#include <algorithm>

#include "catch.hpp"

using kit::rewriter::rewrite;
using kit::rewriter::SyntaxError;

namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("a launch becomes a call with the kernel's name and place") {
  const std::string text = rewrite(
      "# 1 \"lab.cu\"\nvoid f() {\n  ns::k<int, 3><<<grid, dim3(8, 8), 0, s>>>(a, b + 1);\n}\n");
  CHECK(holds(text, "ns::k<int, 3>(static_cast<decltype(kit_sim_p)&&>(kit_sim_p)...)"));
  CHECK(holds(text, "::kit::sim::LaunchConfig(grid, dim3(8, 8), 0, s)"));
  CHECK(holds(text, "LaunchSite{\"ns::k<int, 3>\", \"lab.cu\", 2}"));
  CHECK(holds(text, "(a, b + 1);"));
}

TEST_CASE("lines stay where they are") {
  const std::string source =
      "# 1 \"lab.cu\"\nvoid f() {\n  k\n  <<<\n 1,\n# 9 \"other.h\"\n 2\n >>>\n(\na);\n}\nint "
      "last;\n";
  const std::string text = rewrite(source);
  CHECK(lines(text) == lines(source));
  CHECK(holds(text, "\n# 9 \"other.h\"\n"));
}

TEST_CASE("lines behind a macro of a system header stay where they are") {
  const std::string source =
      "# 1 \"lab.cu\"\nvoid f() {\n  __shared__ \n# 3 \"lab.cu\" 3 4\n  __attribute__((aligned(\n"
      "# 3 \"lab.cu\"\n  16\n# 3 \"lab.cu\" 3 4\n  )))\n# 3 \"lab.cu\"\n  float a[4];\n"
      "  k<\n# 4 \"lab.cu\" 3 4\n  255\n# 4 \"lab.cu\"\n  ><<<1, 2>>>(a);\n}\n";
  const std::string text = rewrite(source);
  CHECK(lines(text) == lines(source));
  CHECK(holds(text, "\n# 3 \"lab.cu\"\n\n  ::kit::sim::make_launcher"));
  CHECK(holds(text, "LaunchSite{\"k< 255 >\", \"lab.cu\", 4}"));
  CHECK(holds(text, "\n# 4 \"lab.cu\"\n"));
}

TEST_CASE("chevrons that a macro split are still a launch") {
  CHECK(holds(rewrite("void f() { k<< <1, 2>> >(a); }"), "make_launcher"));
}

TEST_CASE("what is no launch stays as it is") {
  for (const std::string source : {
           "int a = b << c; int d = e >> f;",
           "template <typename T> std::ostream& operator<< <T>(std::ostream&, T);",
           "std::vector<std::vector<std::vector<int>>> v;",
           "const char* s = \"k<<<1, 2>>>(a)\";",
           "const char* s = R\"(k<<<1, 2>>>(a) __shared__)\";",
           "char c = '<'; int n = 1'000'000;",
       }) {
    INFO(source);
    CHECK(rewrite(source) == source);
  }
}

TEST_CASE("shared memory belongs to the host thread that runs the block") {
  CHECK(holds(rewrite("__shared__ float t[4][5];"), "static __thread float t[4][5];"));
  CHECK(holds(rewrite("void f() { static __shared__ int n; }"),
              "static __thread ::kit::sim::Shared<int > kit_sim_shared_n; auto& n = "
              "kit_sim_shared_n.value;"));
  const std::string two = rewrite("void f() { __shared__ std::array<T, 3> a[N + 1][2], b; }");
  CHECK(holds(two, "Shared<std :: array < T , 3 > [ N + 1 ][ 2 ]> kit_sim_shared_a;"));
  CHECK(holds(two, "Shared<std :: array < T , 3 > > kit_sim_shared_b;"));
  CHECK(holds(rewrite("void f() { extern __shared__ float t[]; }"),
              "float (&t)[] = ::kit::sim::dynamic_shared;"));
  CHECK(holds(rewrite("namespace a { extern __shared__ float t[]; }"),
              "extern __thread  float t[] __asm__(\"kit_sim_dynamic_shared\");"));
}

TEST_CASE("constant memory can be written by the host") {
  const std::string text = rewrite("__constant__ const float k[3] = {1, 2, 3};");
  CHECK(holds(text, "static __attribute__((unused, no_reorder, section(\"kit_sim_constant\")))"));
  CHECK(holds(text,
              "{1, 2, 3}; static __attribute__((used, no_reorder, "
              "section(\"kit_sim_constant\"))) char kit_sim_gap_0[64];"));
  CHECK_FALSE(holds(text, "const float"));
}

TEST_CASE("a CUDA call whose result is thrown away says so") {
  const std::string mark = ", ::kit::sim::discarded();";
  CHECK(rewrite("void f() { cudaFree(p); }") == "void f() { cudaFree(p)" + mark + " }");
  CHECK(holds(rewrite("void f() { if (a) ::cudaFree(g(p)); }"), "cudaFree(g(p))" + mark));
  CHECK(holds(rewrite("void f() { g([&] { cudaFree(p); }); }"), "cudaFree(p)" + mark));
  for (const std::string source : {
           "cudaError_t cudaFree(void* p);",
           "void f() { e = cudaFree(p); }",
           "void f() { check(cudaFree(p)); }",
           "void f() { (void)cudaFree(p); }",
           "int f() { return cudaFree(p); }",
           "void f() { for (; cudaEventQuery(e); ) g(); }",
           "void f() { cudaGetLastError(); }",
           "void f() { cudaStream_t s; }",
       }) {
    INFO(source);
    CHECK(rewrite(source) == source);
  }
}

TEST_CASE("noinline is an attribute only outside of one") {
  CHECK(holds(rewrite("__noinline__ int f();"), "__attribute__((noinline)) int f();"));
  CHECK(holds(rewrite("__attribute__((__noinline__)) int f();"), "((__noinline__))"));
}

TEST_CASE("broken launches are refused at their line") {
  for (const std::string source : {
           "# 7 \"lab.cu\"\nvoid f() { k<<<1, 2; }",
           "# 7 \"lab.cu\"\nvoid f() { k<<<1, 2>>>; }",
           "# 7 \"lab.cu\"\nvoid f() { k<<<>>>(a); }",
           "# 7 \"lab.cu\"\nvoid f() { extern __shared__ float t; }",
           "# 7 \"lab.cu\"\nvoid f() { extern __shared__ float t[",
       }) {
    INFO(source);
    try {
      rewrite(source);
      CHECK(false);
    } catch (const SyntaxError& error) {
      CHECK(holds(error.what(), "lab.cu:7: error: "));
    }
  }
}
