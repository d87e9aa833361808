/// @file
/// Floating-point operations of each basic block, from a program's machine code.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "symbols/client/messages.hpp"

namespace kit::symbols {

/// One line of objdump's listing: an instruction and the address it stands at.
struct Instruction {
  std::uint64_t address = 0;
  std::string_view mnemonic, operands;
};

/// Operations as a GPU executes them: additions, subtractions and multiplications one for each
/// value, fused multiply-adds two, divisions, square roots and calls of expf what docs/simulator.md
/// says, minima and maxima nothing.
unsigned operations(const Instruction& instruction);

/// What is known of the machine code of an executable. Disassembly takes its time, so it is of the
/// kernels alone: a program is mostly something else.
class MachineCode {
 public:
  /// `executable`: an open descriptor.
  explicit MachineCode(int executable) : executable_(executable) {}

  /// The blocks that start from range.first to range.last, both addresses to which instrumentation
  /// calls return, at least. Without objdump none have operations.
  const BlockFlops& find(Range range);

 private:
  // Bytes: longer than a block, and most often enough for the kernels that come next.
  static constexpr std::uint64_t kAhead = 1 << 16;

  // The blocks from `first`, where one starts, up to `stop`.
  void read(std::uint64_t first, std::uint64_t stop);

  int executable_;
  BlockFlops known_;
};

}  // namespace kit::symbols
