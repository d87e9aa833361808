/// Reads what objdump (of the binutils, which come with every compiler) prints about a stretch of
/// code. The compiler put a call at the start of each basic block (-fsanitize-coverage=trace-pc);
/// these calls cut the listing into blocks, and the operations between two of them are summed.
///
/// A block counts as known only once the next one has started: the stretch may end in the middle of
/// its last block.
#include "symbols/machine_code.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "symbols/listing.hpp"

namespace kit::symbols {
namespace {

// What a GPU executes for a correctly rounded float32 division and square root, counted by ncu on
// an H200 (docs/simulator.md): five fused multiply-adds; two of them and two multiplications. Of
// expf: four fused multiply-adds, an addition and a multiplication.
constexpr unsigned kDivision = 10, kSquareRoot = 6, kExponential = 10;

// Of one x86-64 or Arm instruction by its mnemonic. A GPU's unit for minima and maxima is not the
// one that adds and multiplies: they count nothing, there as here.
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

// Of a call to a mathematical function: "call 401040 <expf@plt>".
unsigned operations_called(std::string_view operands) {
  const std::size_t begin = operands.find('<');
  if (begin == std::string_view::npos) return 0;
  const std::string_view rest = operands.substr(begin + 1);
  const std::string_view function = rest.substr(0, rest.find_first_of("@>+"));
  if (function == "fmaf" || function == "fma") return 2;
  if (function == "sqrtf") return kSquareRoot;
  if (function == "expf") return kExponential;
  return function == "sqrt" ? 1 : 0;
}

// A kernel's first block counts from where its body starts to be observed.
bool starts_block(const Instruction& instruction) {
  const auto calls = [&](std::string_view function) {
    return instruction.operands.find(function) != std::string_view::npos;
  };
  return calls("<__sanitizer_cov_trace_pc>") || calls("enter_kernelEv>");
}

// "  401136:\tmulss  %xmm1,%xmm0": false for the head line of a function, or a blank one.
bool parse(const std::string& line, Instruction& instruction) {
  char* end = nullptr;
  instruction.address = std::strtoull(line.c_str(), &end, 16);
  if (end == line.c_str() || *end != ':') return false;
  const std::string_view rest = std::string_view(line).substr(std::size_t(end + 1 - line.c_str()));
  const std::string_view text = rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size()));
  instruction.mnemonic = text.substr(0, text.find_first_of(" \t\n"));
  instruction.operands = text.substr(instruction.mnemonic.size());
  return true;
}

}  // namespace

unsigned operations(const Instruction& instruction) {
  return operations(instruction.mnemonic) + operations_called(instruction.operands);
}

const BlockFlops& MachineCode::find(Range range) {
  if (range.first > range.last) return known_;
  const auto [first, last] = range;
  if (known_.first > known_.last) {
    read(first, last + kAhead);
    known_.first = first;
  } else if (first < known_.first) {
    read(first, known_.first);
    known_.first = first;
  }
  if (last > known_.last) read(known_.last, last + kAhead);
  known_.last = std::max(known_.last, last);
  return known_;
}

void MachineCode::read(std::uint64_t first, std::uint64_t stop) {
  std::uint64_t newest = first;  // start of the last block that was read
  bool block_starts = true;      // an instrumentation call returns to `first`
  unsigned* current = nullptr;
  list_code(executable_, first, stop, [&](const std::string& line) {
    Instruction instruction;
    if (!parse(line, instruction)) {
      current = nullptr;
      return;
    }
    if (block_starts) {
      known_.last = std::max(known_.last, newest);  // that one has come to its end
      newest = instruction.address;
      current = &(known_.blocks[newest] = 0);
    }
    block_starts = starts_block(instruction);
    if (block_starts) current = nullptr;
    if (current != nullptr) *current += operations(instruction);
  });
  std::erase_if(known_.blocks, [](const auto& block) { return block.second == 0; });
}

}  // namespace kit::symbols
