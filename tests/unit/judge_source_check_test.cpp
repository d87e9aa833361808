/// What student code may name, and what it may not.
#include "catch.hpp"
#include "source_check.hpp"

using kit::grader::forbidden_in;

TEST_CASE("source check: what labs need is allowed", "[judge]") {
  for (const char* source : {
           "#include <cuda_runtime.h>\n#include \"kit/cuda_check.hpp\"\n#include \"lab.hpp\"\n",
           "#pragma unroll\nfor (;;) {}\n#pragma omp parallel for\n#pragma once\n",
           "// asm, __tsan_read4 and kit::sim in a comment\n/* asm\n volatile */ int x;\n",
           "const char* text = \"asm kit_sim __attribute__\";\n",
           "KIT_CHECK(cudaGetLastError());\n kit::Border b = kit::Border::zero;\n",
           "#ifndef NDEBUG\n#endif\n",
           "int optimized = 1, target_x = 2;\n",
       }) {
    INFO(source);
    CHECK_FALSE(forbidden_in(source));
  }
}

TEST_CASE("source check: what reaches behind the counters is refused, with its line", "[judge]") {
  for (const char* source : {
           "\nasm(\"nop\");\n",
           "\n__asm__ volatile(\"\");\n",
           "\n__attribute__((no_sanitize(\"thread\"))) void f();\n",
           "\n#pragma GCC optimize(\"O3\")\n",
           "\n_Pragma(\"GCC optimize\")\n",
           "\n#ifdef __CUDA_ARCH__\n#endif\n",
           "\n#if defined(__GNUC__)\n#endif\n",
           "\nextern \"C\" const char* kit_sim_take_observations();\n",
           "\nvoid f() { kit :: sim :: yield_thread(); }\n",
           "\nextern \"C\" void __tsan_read4(void*);\n",
           "\nkit_s\\\nim_take_observations();\n",
           "\nnamespace kit { namespace sim { void f(); } }\n",
           "\n#include \"/etc/passwd\"\n",
           "\n#include <kit_sim/launch.h>\n",
           "\n#define GLUE(a, b) a##b\n",
       }) {
    INFO(source);
    const auto found = forbidden_in(source);
    REQUIRE(found);
    CHECK(found->find("line 2: ") == 0);
  }
}
