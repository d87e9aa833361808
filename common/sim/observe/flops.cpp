#include "flops.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
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

/// What is known of the program's machine code. Disassembly takes its time, so it is of the kernels
/// alone: a program is mostly something else.
class Disassembly {
 public:
  /// As flops_by_block() says.
  const BlockFlops& blocks(std::uint32_t first, std::uint32_t last) {
    if (first_ > last_) {
      read(first, last + kAhead);
      first_ = first;
      last_ = std::max(last_, last);
    }
    if (first < first_) {
      read(first, first_);
      first_ = first;
    }
    if (last > last_) {
      read(last_, last + kAhead);
      last_ = std::max(last_, last);
    }
    return blocks_;
  }
  const std::vector<std::uint32_t>& observed() const { return observed_; }

 private:
  // Bytes: longer than a block, and most often enough for the kernels that come next.
  static constexpr std::uint64_t kAhead = 1 << 16;

  // The blocks from `first`, where one starts, up to `stop`.
  void read(std::uint32_t first, std::uint64_t stop);
  void start_block(std::uint32_t address) {
    last_ = std::max(last_, newest_);  // that one has come to its end
    newest_ = address;
    blocks_[address] = 0;
  }

  BlockFlops blocks_;  // those that have any operation
  std::vector<std::uint32_t> observed_;
  std::uint32_t first_ = UINT32_MAX, last_ = 0;  // starts of the blocks that are known to their end
  std::uint32_t newest_ = 0;                     // start of the last block that was read
};

void Disassembly::read(std::uint32_t first, std::uint64_t stop) {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);
  if (length <= 0) return;
  path[length] = '\0';
  const std::string command =
      "objdump -d --no-show-raw-insn --start-address=" + std::to_string(first) +
      " --stop-address=" + std::to_string(stop) + " '" + std::string(path) + "' 2>/dev/null";
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) return;
  const auto calls = [](const char* text, const char* function) {
    return std::strstr(text, function) != nullptr;
  };
  newest_ = first;
  bool block_starts = true;  // an instrumentation call returns to `first`
  bool observed = true;
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
    if (observed) observed_.push_back(address);
    if (block_starts) {
      start_block(address);
      current = &blocks_[address];
    }
    // A kernel's first block counts from where its body starts to be observed.
    block_starts = calls(text, "<__sanitizer_cov_trace_pc>") || calls(text, "enter_kernelEv>");
    observed = block_starts || calls(text, "<__tsan_") || calls(text, "<_ZN3kit3sim");
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
  std::erase_if(blocks_, [](const auto& block) { return block.second == 0; });
}

std::mutex mutex;

Disassembly& disassembly() {
  static Disassembly code;
  return code;
}

}  // namespace

const BlockFlops& flops_by_block(std::uint32_t first, std::uint32_t last) {
  const std::lock_guard lock(mutex);
  return disassembly().blocks(first, last);
}

std::vector<std::uint32_t> observed_places() {
  const std::lock_guard lock(mutex);
  return disassembly().observed();
}

}  // namespace kit::sim
