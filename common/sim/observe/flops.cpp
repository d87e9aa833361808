#include "flops.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace kit::sim {
namespace {

// What a GPU executes for a correctly rounded float32 division and square root, counted by ncu on
// an H200 (docs/simulator.md): five fused multiply-adds; two of them and two multiplications. Of
// expf: four fused multiply-adds, an addition and a multiplication.
constexpr unsigned kDivision = 10, kSquareRoot = 6, kExponential = 10;

// Operations of one x86-64 or Arm instruction by its mnemonic. A GPU's unit for minima and maxima
// is not the one that adds and multiplies: they count nothing, there as here.
unsigned operations(std::string_view mnemonic) {
  if (mnemonic.substr(0, 1) == "v") mnemonic.remove_prefix(1);  // AVX forms
  const bool fused = mnemonic.substr(0, 3) == "fma" || mnemonic.substr(0, 4) == "fnma" ||
                     mnemonic.substr(0, 3) == "fms" || mnemonic.substr(0, 4) == "fmad";
  if (fused) return 2;
  struct Stem {
    std::string_view text;
    unsigned in_float;  // a double counts one
  };
  for (const Stem stem : {Stem{"add", 1}, Stem{"sub", 1}, Stem{"mul", 1}, Stem{"div", kDivision},
                          Stem{"sqrt", kSquareRoot}, Stem{"fadd", 1}, Stem{"fsub", 1},
                          Stem{"fmul", 1}, Stem{"fdiv", kDivision}, Stem{"fsqrt", kSquareRoot}}) {
    if (mnemonic.substr(0, stem.text.size()) != stem.text) continue;
    const std::string_view type = mnemonic.substr(stem.text.size());
    if (type == "ss" || (stem.text[0] == 'f' && type.empty())) return stem.in_float;
    if (type == "sd") return 1;
    if (type == "ps") return 4 * stem.in_float;
    if (type == "pd") return 2;
  }
  return 0;
}

// Of a call to a mathematical function, by its operands' text.
unsigned operations_called(const char* operands) {
  const char* name = std::strchr(operands, '<');
  if (name == nullptr) return 0;
  const std::string_view function(name + 1, std::strcspn(name + 1, "@>+"));
  if (function == "fmaf" || function == "fma") return 2;
  if (function == "sqrtf") return kSquareRoot;
  if (function == "expf") return kExponential;
  return function == "sqrt" ? 1 : 0;
}

/// Disassembly takes its time, so of the kernels alone: a program is mostly something else.
BlockFlops disassemble(std::uint32_t first, std::uint32_t last) {
  constexpr std::uint32_t kLongestBlock = 1 << 16;  // bytes
  BlockFlops blocks;
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
  if (length <= 0) return blocks;
  path[length] = '\0';
  const std::string command =
      "objdump -d --no-show-raw-insn --start-address=" + std::to_string(first) +
      " --stop-address=" + std::to_string(std::uint64_t(last) + kLongestBlock) + " '" +
      std::string(path) + "' 2>/dev/null";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return blocks;
  bool block_starts = true;  // an instrumentation call returns to `first`
  unsigned* current = nullptr;
  char line[1024];
  while (std::fgets(line, sizeof(line), pipe) != nullptr) {
    char* end = nullptr;
    const auto address = std::uint32_t(std::strtoull(line, &end, 16));
    if (end == line || *end != ':') {
      current = nullptr;  // a function's head line, or a blank one
      continue;
    }
    const char* text = end + 1;
    while (*text == ' ' || *text == '\t') ++text;
    if (block_starts) current = &blocks[address];
    // A kernel's first block counts from where its body starts to be observed.
    block_starts = std::strstr(text, "<__sanitizer_cov_trace_pc>") != nullptr ||
                   std::strstr(text, "enter_kernelEv>") != nullptr;
    if (block_starts) {
      current = nullptr;
      continue;
    }
    const std::size_t word = std::strcspn(text, " \t\n");
    if (current != nullptr) {
      *current += operations(std::string_view(text, word)) + operations_called(text + word);
    }
  }
  pclose(pipe);
  std::erase_if(blocks, [](const auto& block) { return block.second == 0; });
  return blocks;
}

}  // namespace

const BlockFlops& flops_by_block(std::uint32_t first, std::uint32_t last) {
  static std::uint32_t known_first = first, known_last = last;
  static BlockFlops blocks = disassemble(first, last);
  if (first < known_first || last > known_last) {
    known_first = std::min(first, known_first);
    known_last = std::max(last, known_last);
    blocks = disassemble(known_first, known_last);
  }
  return blocks;
}

}  // namespace kit::sim
