/// @file
/// A site is five numbers, as sim/observe/owned_memory.cpp reads them: the return address, whether
/// the frame goes by %rbp, from there to the CFA, what is saved below the CFA, and where %rbp is.
#include "check_output.hpp"

#include "assembly.hpp"

namespace kit::rewriter {

void CheckOutput::write_site(const Frame& frame, long pushed) {
  const std::string label = new_label();
  text << label << ":\n";
  const long from_stack_pointer = frame.by_frame_pointer ? 0 : pushed;
  sites_ << "\t.long\t" << label << ", " << (frame.by_frame_pointer ? 1 : 0) << ", "
         << (frame.unknown ? 0 : frame.cfa + from_stack_pointer) << ", " << frame.saved << ", "
         << frame.saved_rbp << '\n';
}

// The unwinder passes through a check that refuses.
void CheckOutput::call_check(const Frame& frame, const std::string& name, long pushed) {
  if (!frame.by_frame_pointer) text << "\t.cfi_adjust_cfa_offset\t" << pushed << '\n';
  text << "\tcall\t" << name << '\n';
  write_site(frame, pushed);
  if (!frame.by_frame_pointer) text << "\t.cfi_adjust_cfa_offset\t" << -pushed << '\n';
}

std::string moved_by(std::string_view operand, long bytes) {
  const MemoryOperand memory = parse_memory(operand);
  std::string text(operand);
  if (memory.base != "%rsp") return text;
  return std::to_string(bytes) + (memory.displacement.empty() ? "" : "+") + text;
}

}  // namespace kit::rewriter
