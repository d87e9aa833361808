/// @file
/// Where a function's frame lies at each of its instructions, from the directives that the compiler
/// writes for the unwinder (.cfi_...).
#pragma once

#include <vector>

#include "assembly.hpp"

namespace kit::rewriter {

/// The canonical frame address (CFA) is the stack pointer as it was before the call. Below it lie
/// the return address, then the registers that the function saved, then its own variables.
struct Frame {
  bool by_frame_pointer = false;  ///< the CFA is %rbp + cfa, not %rsp + cfa
  bool by_expression = false;     ///< the CFA is described by one: a stack that was realigned
  bool unknown = false;           ///< that, or it hangs on another register
  long cfa = 8;
  long saved = 8;        ///< bytes below the CFA that hold the return address and saved registers
  long saved_rbp = 0;    ///< where %rbp was saved, in bytes below the CFA; 0 if it was not
  long frame_bytes = 8;  ///< from the CFA down to the lowest that the stack pointer was set to
};

class FrameTracker {
 public:
  const Frame& frame() const { return now_; }
  /// Takes in a directive or an instruction, whatever it is.
  void follow(const AssemblyLine& line);

 private:
  void follow_directive(const AssemblyLine& line);

  Frame now_;
  std::vector<Frame> remembered_;
};

}  // namespace kit::rewriter
