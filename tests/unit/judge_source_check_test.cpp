/// What student code may name, and what it may not.
#include "catch.hpp"
#include "grader/grading/source_check.hpp"
#include "kit/timer.hpp"

using kit::grader::forbidden_in;

TEST_CASE("source check: what labs need is allowed", "[judge]") {
  for (const char* source : {
           "#include <cuda_runtime.h>\n#include \"kit/cuda_check.hpp\"\n#include \"lab.hpp\"\n",
           "#pragma unroll\nfor (;;) {}\n#pragma omp parallel for\n#pragma once\n",
           "// asm, __tsan_read4 and kit::sim in a comment\n/* asm\n volatile */ int x;\n",
           "const char* text = \"asm kit_sim __attribute__\";\n",
           "KIT_CHECK(cudaGetLastError());\n kit::Border b = kit::Border::zero;\n",
           "#ifndef NDEBUG\n#endif\n",
           "int optimize = 1, target = 2;\n",
           "auto text = R\"(asm __tsan)\"; int million = 1'000'000;\n",
           "kit::DeviceBuffer<float> b; kit::Event e;\n",
           "#if __CUDA_ARCH__ >= 700\n#endif\n#ifdef __CUDACC__\n#endif\n#ifdef _OPENMP\n#endif\n",
           "#ifndef __MINE_CUH__\n#define __MINE_CUH__\n#endif\n",
           "#if __has_include(<numbers>) && defined(__has_include)\n#else\n#error none\n#endif\n",
           "#\n",
           "#pragma GCC ivdep\nfor (;;) {}\n",
           "[[nodiscard]] __attribute__((always_inline)) inline int f() { return 1; }\n",
           "[[gnu::noinline, maybe_unused]] static int f(int a[[maybe_unused]]) { return 1; }\n",
           "struct alignas(16) P { float x __attribute__((aligned(8))); };\n",
           "int x = table[[] { return 0; }()];\n",
           "#define CALL(f, ...) f(1, ##__VA_ARGS__)\n",
       }) {
    INFO(source);
    CHECK_FALSE(forbidden_in(source));
  }
}

TEST_CASE("source check: of the headers in quotes those of the student's own are allowed",
          "[judge]") {
  const std::string source = "#include \"tools.cuh\"\n";
  CHECK_FALSE(forbidden_in(source, {"other.hpp", "tools.cuh"}));
  for (const std::vector<std::string>& own : {std::vector<std::string>{}, {"other.hpp"}})
    CHECK(forbidden_in(source, own)->find("line 1: include \"tools.cuh\"") == 0);
  CHECK(forbidden_in("#include <tools.cuh>\n#include \"../tools.cuh\"\n", {"tools.cuh"}));
}

TEST_CASE("source check: very long lines and odd ends do no harm", "[judge]") {
  CHECK_FALSE(forbidden_in(std::string(4000000, 'x')));
  CHECK_FALSE(forbidden_in("const char* open = \"never closed"));
  CHECK_FALSE(forbidden_in("/* never closed"));
  CHECK_FALSE(forbidden_in("R\"never( closed"));
  CHECK_FALSE(forbidden_in(""));
}

TEST_CASE("source check: a text of a million brackets takes no longer than one of words",
          "[judge]") {
  constexpr std::size_t kBytes = 1000000;
  for (const std::string piece :
       {"[", "(", "__attribute__((", "[[a::", "#[[", "#\n", "R\"(", "/*", "\\ ", "'"}) {
    std::string source;
    while (source.size() < kBytes) source += piece;
    INFO(piece);
    const kit::Timer timer;
    forbidden_in(source);
    CHECK(timer.seconds() < 5);  // what is quadratic takes minutes
  }
}

TEST_CASE("source check: brackets elsewhere do not hide an attribute", "[judge]") {
  for (const char* source : {
           "[[\n#define X )\ngnu::constructor]] void f() {}\n",
           "[[\n#if 0\n)\n#endif\ngnu::constructor]] void f() {}\n",
           "void g(int a, [[gnu::constructor]] int b);\n",
           "#if 0\n(([[\n#endif\n[[gnu::constructor]] void f() {}\n",
           "int x = t[[] { return 0; }()];\n[[gnu::constructor]] void f() {}\n",
           "#define A [[gnu::constructor]]\n",
           "#define B ((\nvoid f() __attribute__((constructor));\n",
       }) {
    INFO(source);
    const auto found = forbidden_in(source);
    REQUIRE(found);
    CHECK(found->find("attribute 'constructor'") != std::string::npos);
  }
}

TEST_CASE("source check: what reaches behind the counters is refused, with its line", "[judge]") {
  for (const char* source : {
           "\nasm(\"nop\");\n",
           "\n__asm__ volatile(\"\");\n",
           "\n__attribute__((no_sanitize(\"thread\"))) void f();\n",
           "\n#pragma GCC optimize(\"O3\")\n",
           "\n_Pragma(\"GCC optimize\")\n",
           "\n#ifdef __SANITIZE_THREAD__\n#endif\n",
           "\n#if __CUDACC_VER_MAJOR__ > 11\n#endif\n",
           "\n[[gnu::no_sanitize_thread]] float f(const float* p) { return *p; }\n",
           "\n[[gnu::__no_sanitize__(\"thread\")]] float f();\n",
           "\n[[using gnu: noinline, section(\".text.x\")]] int f();\n",
           "\n[[gnu::section(\".text.x\"), gnu::used]] const char code[] = {1};\n",
           "\n[[gnu::constructor]] void f() {}\n",
           "\n#pragma GCC target(\"avx2\")\n",
           "\n#if defined(__GNUC__)\n#endif\n",
           "\nextern \"C\" const char* kit_sim_take_observations();\n",
           "\nvoid f() { kit :: sim :: yield_thread(); }\n",
           "\nextern \"C\" void __tsan_read4(void*);\n",
           "\nkit_s\\\nim_take_observations();\n",
           "\nnamespace kit { namespace sim { void f(); } }\n",
           "\n#include \"/etc/passwd\"\n",
           "\n#include <kit_sim/launch.h>\n",
           "\n#define GLUE(a, b) a##b\n",
           "\nint x = 1'000; asm(\"nop\");\n",
           "\nauto t = R\"(\")\"; asm(\"nop\");\n",
           "\n#define F \"../../x\"\n#include F\n",
           "\n#/**/include \"helper.h\"\n",
           "\n#include \"../lab.hpp\"\n",
           "\nnamespace k = kit;\n",
           "\nnamespace k = ::kit;\n",
           "\n#define W __NVCC__\n",
           "\n#line 1 \"/etc/shadow\"\n",
           "\n# 1 \"/dev/zero\" 3\n",
           "\n/**/ # /**/ 7\n",
           "\n#l\\\nine 7\n",
           "\n#embed \"/etc/shadow\"\n",
           "\n#if __has_include(\"/etc/shadow\")\n#endif\n",
           "\n#if __has_include(NAME)\n#endif\n",
           "\n#define ASK __has_include\n",
           "\n\\u0061sm(\"nop\");\n",
       }) {
    INFO(source);
    const auto found = forbidden_in(source);
    REQUIRE(found);
    CHECK((found->find("line 2: ") == 0 || found->find("line 3: ") == 0));
  }
}
