#include "flops.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace kit::sim {
namespace {

// Operations of one x86-64 or Arm instruction by its mnemonic.
unsigned operations(std::string_view mnemonic) {
  if (mnemonic.substr(0, 1) == "v") mnemonic.remove_prefix(1);  // AVX forms
  const bool fused = mnemonic.substr(0, 3) == "fma" || mnemonic.substr(0, 4) == "fnma" ||
                     mnemonic.substr(0, 3) == "fms" || mnemonic.substr(0, 4) == "fmad";
  bool counts = fused;
  for (const std::string_view stem : {"add", "sub", "mul", "div", "sqrt", "min", "max", "fadd",
                                      "fsub", "fmul", "fdiv", "fsqrt", "fmin", "fmax"}) {
    if (mnemonic.substr(0, stem.size()) != stem) continue;
    const std::string_view type = mnemonic.substr(stem.size());
    if (stem[0] == 'f' ? type.empty() : type == "ss" || type == "sd") counts = true;
    if (type == "ps") return 4;
    if (type == "pd") return 2;
  }
  return counts ? (fused ? 2 : 1) : 0;
}

// Of a call to a function that a GPU has an instruction for, by its operands' text.
unsigned operations_called(const char* operands) {
  const char* name = std::strchr(operands, '<');
  if (name == nullptr) return 0;
  const std::string_view function(name + 1, std::strcspn(name + 1, "@>+"));
  if (function == "fmaf" || function == "fma") return 2;
  for (const std::string_view one : {"fminf", "fmaxf", "fmin", "fmax", "sqrtf", "sqrt"}) {
    if (function == one) return 1;
  }
  return 0;
}

std::map<std::uint32_t, unsigned> disassemble() {
  std::map<std::uint32_t, unsigned> blocks;
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
  if (length <= 0) return blocks;
  path[length] = '\0';
  const std::string command =
      "objdump -d --no-show-raw-insn '" + std::string(path) + "' 2>/dev/null";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return blocks;
  bool block_starts = false;
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

const std::map<std::uint32_t, unsigned>& flops_by_block() {
  static const auto* blocks = new std::map<std::uint32_t, unsigned>(disassemble());
  return *blocks;
}

}  // namespace kit::sim
