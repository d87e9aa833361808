/// The source rewriter on pieces of text: what it changes, what it leaves alone, what it refuses.
#include "../../common/sim/rewriter/rewrite.hpp"

#include "../../common/sim/rewriter/passes.hpp"
#include "catch.hpp"
#include "scan/line_markers.hpp"
#include "scan/scanner.hpp"

using kit::rewriter::merge_passes;
using kit::rewriter::rewrite;
using kit::rewriter::SyntaxError;

namespace {

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

// "lab.cu:12", as a compiler names the place of a word's last token of the text.
std::string place_of(const std::string& text, const std::string& word) {
  const kit::scan::Scan scan(text);
  std::string place = "nowhere";
  for (const kit::scan::Token& token : scan.tokens()) {
    if (!token.is(word)) continue;
    const auto at = kit::scan::LineMarkers(scan.tokens()).place(token);
    place = at.file + ":" + std::to_string(at.line);
  }
  return place;
}

// The error's place and message.
template <typename Function>
std::string refusal(Function function) {
  try {
    function();
  } catch (const SyntaxError& error) {
    return error.what();
  }
  return "";
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
  CHECK(place_of(text, "last") == "other.h:14");
  CHECK(place_of(text, "last") == place_of(source, "last"));
  CHECK(place_of(text, "a") == "other.h:12");
  CHECK(holds(text, "\n# 9 \"other.h\"\n"));
}

TEST_CASE("lines behind a macro of a system header stay where they are") {
  const std::string source =
      "# 1 \"lab.cu\"\nvoid f() {\n  __shared__ \n# 3 \"lab.cu\" 3 4\n  __attribute__((aligned(\n"
      "# 3 \"lab.cu\"\n  16\n# 3 \"lab.cu\" 3 4\n  )))\n# 3 \"lab.cu\"\n  float a[4];\n"
      "  k<\n# 4 \"lab.cu\" 3 4\n  255\n# 4 \"lab.cu\"\n  ><<<1, 2>>>(a);\n}\n";
  const std::string text = rewrite(source);
  CHECK(place_of(text, "a") == "lab.cu:4");
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
  const std::string outside = rewrite("__shared__ float t[4][5], *u;");
  CHECK(holds(outside, "__thread float t[4][5] __asm__(\"kit_sim_bare_shared_t.0\"), *u "));
  CHECK(holds(outside, "*u __asm__(\"kit_sim_bare_shared_u.1\");"));
  CHECK(holds(rewrite("void f() { static __shared__ int n; }"),
              "alignas(::kit::sim::kSharedPadding) static __thread "
              "::kit::sim::Shared<int > kit_sim_shared_n; auto& n = "
              "kit_sim_shared_n.of_block();"));
  const std::string two = rewrite("void f() { __shared__ std::array<T, 3> a[N + 1][2], b; }");
  CHECK(holds(two, "Shared<std :: array <T, 3 > [(N + 1)][(2)]> kit_sim_shared_a;"));
  CHECK(holds(two, "Shared<std :: array <T, 3 > > kit_sim_shared_b;"));
  CHECK(holds(rewrite("void f() { __shared__ int t[M >> 1][1 << 5]; }"),
              "Shared<int [(M >> 1)][(1 << 5)]> kit_sim_shared_t;"));
  CHECK(holds(rewrite("void f() { extern __shared__ float t[]; }"),
              "float (&t)[] = ::kit::sim::dynamic_shared;"));
  const std::string used = rewrite(
      "# 1 \"a.cu\"\nvoid f(int i) { __shared__ int t[2][2];\nt[0][i] = 1;\nint u[2]; u[i] = 0; }");
  CHECK(holds(used, "{\"a.cu\", 2, 4},{\"a.cu\", 2, 7},}"));
  CHECK(!holds(used, "{\"a.cu\", 3,"));
  // The thread's own array of that name; the place behind what was inserted in its line.
  const std::string hidden = rewrite(
      "# 1 \"a.cu\"\n__shared__ int t[2];\nvoid f(int i) { int s, t[2]; t[i] = 0; }\n"
      "void g(int i) { t[i] = 0; }");
  CHECK(!holds(hidden, "{\"a.cu\", 2,"));
  CHECK(holds(hidden, "{\"a.cu\", 3, 20},}"));
  CHECK(holds(rewrite("namespace a { extern __shared__ float t[]; }"),
              "extern __thread  float t[] __asm__(\"kit_sim_dynamic_shared\"); static "
              "__attribute__((used, section(\"kit_sim_bare_dynamic\")))"));
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
  CHECK(holds(rewrite("void f() { switch (a) { default: cudaFree(p); } }"), "cudaFree(p)" + mark));
  for (const std::string source : {
           "cudaError_t cudaFree(void* p);",
           "void f() { e = a ? b : cudaFree(p); }",
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
  // g++ would not show the observer how a struct gets there.
  for (const std::string kept : {"void f()", "const unsigned f(const T* a, float b[4], T& c)"}) {
    CHECK(holds(rewrite("__device__ __noinline__ " + kept + ";"), "noinline)) " + kept));
  }
  for (const std::string dropped :
       {"T f()", "int f(float4 a)", "void f(int a, std::array<T, 2> b)"}) {
    CHECK(!holds(rewrite("__device__ __noinline__ " + dropped + ";"), "noinline"));
  }
}

TEST_CASE("qualifiers go, and what they say of variables stays") {
  CHECK(rewrite("__host__ __device__ int f();") == "  int f();");
  CHECK(holds(rewrite("__device__ float table[4] = {1, 2};"),
              "= {(const void*)&table, sizeof(table)};"));
  CHECK(holds(rewrite("namespace a { static __device__ int n; }"), "section(\"kit_sim_device\")"));
  for (const std::string source :
       {"__device__ int f() { return 1; }", "__device__ const int n = 3;",
        "extern __device__ int n;", "__device__ __managed__ int n;",
        "struct S { __device__ S() {} };", "void f() { auto g = [] __device__ (int i) {}; }",
        "template <typename T> __device__ T zero;",
        "__device__ __attribute__((noinline)) int f();"}) {
    INFO(source);
    CHECK_FALSE(holds(rewrite(source), "kit_sim_device"));
  }
}

TEST_CASE("a kernel's body says what its launch bounds allow") {
  const std::string entered = "{ ::kit::sim::enter_kernel(64 * 2);";
  CHECK(holds(rewrite("__global__ void __launch_bounds__(64 * 2, 3) k() {}"), entered));
  CHECK(holds(rewrite("__launch_bounds__(64 * 2) __global__ void k() {}"), entered));
  CHECK(holds(rewrite("template <int N> __global__ __launch_bounds__(f(N, 2)) void k() {}"),
              "enter_kernel(f(N, 2));"));
  CHECK(holds(rewrite("__global__ void k() {}"), "enter_kernel();"));
}

TEST_CASE("what only one pass of the preprocessor has goes where it belongs") {
  const std::string head = "# 1 \"lab.cu\"\n";
  const auto merged = [&](const std::string& host, const std::string& device) {
    return merge_passes(head + host, head + device);
  };
  CHECK(merged("int a;\nint b;\n", "int a;\nint b;\n") == head + "int a;\nint b;\n");
  const std::string kernel = merged("__global__ void k() { host(); }\nint last;\n",
                                    "__global__ void k() { device(); }\nint last;\n");
  CHECK(holds(kernel, "device();"));
  CHECK_FALSE(holds(kernel, "host();"));
  CHECK(place_of(kernel, "last") == "lab.cu:2");
  const std::string both = merged("__host__ __device__ int f() {\n\n return 1; }\nint last;\n",
                                  "__host__ __device__ int f() {\n return 2;\n }\nint last;\n");
  CHECK(holds(both, "if (::kit::sim::on_device()) {"));
  CHECK(place_of(both, "2") == "lab.cu:2");
  CHECK(place_of(both, "1") == "lab.cu:3");
  CHECK(place_of(both, "last") == "lab.cu:4");
  CHECK(merged("void f() { host(); }", "void f() { device(); }") == head + "void f() { host(); }");
  CHECK(holds(merged("int last;", "__device__ int only() { return 1; } int last;"), "only()"));
  CHECK_FALSE(holds(merged("__device__ int only() { return 1; } int last;", "int last;"), "only"));
  CHECK_FALSE(holds(merged("int last;", "int only() { return 1; } int last;"), "only"));
  CHECK(holds(merged("int only() { return 1; } int last;", "int last;"), "only"));
}

TEST_CASE("types and constants that differ between the passes are refused at their line") {
  const auto refused = [](const std::string& host, const std::string& device) {
    const std::string head = "# 7 \"lab.cu\"\n";
    return refusal([&] { merge_passes(head + host, head + device); });
  };
  CHECK(holds(refused("constexpr int n = 1;", "constexpr int n = 2;"), "lab.cu:7: error: "));
  CHECK(holds(refused("struct S {\n int a; };", "struct S {\n int a, b; };"), "lab.cu:8: error: "));
  CHECK(holds(refused("struct S {\n};", "struct S {\nint a; };"), "lab.cu:8: error: "));
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
    CHECK(holds(refusal([&] { rewrite(source); }), "lab.cu:7: error: "));
  }
}

TEST_CASE("inline PTX and clusters are refused in the student's device code alone") {
  const std::string head = "# 7 \"lab.cu\"\n", ptx = "{ asm volatile(\"exit;\"); }";
  for (const std::string& source :
       {"__global__ void k() " + ptx, "__device__ void f() " + ptx,
        "struct S {\n__host__ __device__ void f() " + ptx + "\n};",
        std::string("auto f = [] __device__(int) { __asm__(\"exit;\"); };")}) {
    INFO(source);
    CHECK(holds(refusal([&] { rewrite(head + source); }), "the simulator runs no inline PTX"));
    CHECK(refusal([&] { rewrite("# 7 \"/usr/include/lab.h\" 3\n" + source); }).empty());
  }
  CHECK(refusal([&] { rewrite(head + "void f() " + ptx); }).empty());
  CHECK(refusal([&] { rewrite(head + "__device__ int n;\nvoid f() " + ptx); }).empty());
  CHECK(refusal([&] {
          rewrite(head + "__global__ void k() { asm(\"\" ::: \"memory\"); }");
        }).empty());
  CHECK(holds(refusal([&] { rewrite(head + "__global__ void __cluster_dims__(2) k() {}"); }),
              "lab.cu:7: error: the simulator has no thread block clusters"));
}

TEST_CASE("a lambda of the device may stand among a launch's arguments") {
  const std::string text = rewrite(
      "# 1 \"lab.cu\"\nvoid f() {\n  k<<<1, 2>>>([=] __device__(int i) { g(i); }, 3);\n}\n");
  CHECK(!holds(text, "__device__"));
  CHECK(holds(text, "noexcept("));
}

TEST_CASE("lambdas capture the function's shared variables by reference") {
  const std::string text = rewrite(
      "# 1 \"lab.cu\"\nvoid f(int* p) {\n  __shared__ int a[4], b;\n  extern __shared__ float "
      "c[];\n"
      "  g([=](int i) mutable { a[i] = b; }, [] { return c[0]; }, [p] { return p->a; });\n"
      "  g([&](int i) { return a[i]; }, p[a[0]]);\n  h([x = 1] { return a[x]; });\n}\n"
      "void other(int* a) { g([=] { return a[0]; }); }\n");
  CHECK(holds(text, "[=, &a, &b](int i) mutable"));
  CHECK(holds(text, "[&c] {"));
  CHECK(holds(text, "[p] {"));
  CHECK(holds(text, "[&](int i)"));
  CHECK(holds(text, "p[a[0]]"));
  CHECK(holds(text, "[x = 1, &a] {"));
  CHECK(holds(text, "g([=] { return a[0]; })"));
}

TEST_CASE("lines that speak of aligned vectors are listed") {
  const std::string text = rewrite(
      "# 1 \"lab.cu\"\nusing Pixel = float4;\nstruct alignas(8) Range { float low; };\n"
      "void one(const Pixel* in, float* out, Range* r) {\n  const auto& p = in[0];\n"
      "  float q = out[0];\n  auto x = p.x;\n  q += x;\n  q -= r->low;\n}\n"
      "void two(float* in, float* p) {\n  in[0] = p[0];\n  uchar2 a, b;\n  b = 3;\n}\n");
  const auto listed = [&](int line, int alignment) {
    return holds(text, "asm(\"#kit_vector " + std::to_string(alignment) + " " +
                           std::to_string(line) + " lab.cu\");");
  };
  for (const int line : {1, 3, 4, 6}) CHECK(listed(line, 16));
  CHECK(listed(8, 8));
  CHECK(listed(12, 2));
  CHECK(listed(13, 2));
  // Names of another function's parameters, a member's value, and a line without a vector.
  for (const int line : {5, 7, 10, 11}) {
    INFO(line);
    CHECK_FALSE(holds(text, " " + std::to_string(line) + " lab.cu\""));
  }
}

TEST_CASE("what a vector is made of is no vector, and lines may be numbered at will") {
  const std::string text = rewrite(
      "# 1 \"lab.cu\"\nvoid f(float4* out, float x, float y, float* in) {\n"
      "  out[0] = make_float4(x, y, x, y);\n  out[1] = float4{x, y, x, y};\n  in[0] = y;\n"
      "  out[2]\n# 2000000000 \"lab.cu\"\n    = out[1];\n}\n");
  CHECK(holds(text, "#kit_vector 16 2 lab.cu"));
  CHECK(holds(text, "#kit_vector 16 3 lab.cu"));
  CHECK(holds(text, "#kit_vector 16 2000000000 lab.cu"));
  CHECK_FALSE(holds(text, "#kit_vector 16 4 lab.cu"));
}

TEST_CASE("headers of the system name no vectors of the student's") {
  const std::string text = rewrite(
      "# 1 \"/usr/include/vectors.h\" 1 3\nvoid store(float4* in);\nextern float4 all;\n"
      "# 1 \"lab.cu\" 2\nvoid f(float* in) {\n  in[0] = all.x;\n}\n");
  CHECK_FALSE(holds(text, "kit_vector"));
}
