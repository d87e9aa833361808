/// @file
/// A thunk has no frame of its own: it checks with two registers pushed, and jumps.
#include "thunks.hpp"

namespace kit::rewriter {
namespace {

// The registers of the arguments are kept, two of them on the stack.
void write_check(CheckOutput& out, const ArgumentCheck& check) {
  using Form = ArgumentCheck::Kind;
  static constexpr const char* kRegisters[] = {"%rdi", "%rsi", "%rdx", "%rcx", "%r8", "%r9"};
  const char* const pointer = kRegisters[check.argument];
  if (check.kind == Form::constant) return;  // seen where the call is
  std::string skip;
  if (check.kind == Form::from) {
    skip = out.new_label();
    out.text << "\tcmpb\t$0, 8(%rsp)\n\tjne\t" << skip << '\n';
  }
  out.text << "\tpushq\t%rdi\n\tpushq\t%rsi\n";
  const auto one = [&](const char* name) {
    if (check.argument != 0) out.text << "\tmovq\t" << pointer << ", %rdi\n";
    out.call_check(Frame(), name, 16);
  };
  switch (check.kind) {
    case Form::bytes:
      if (check.argument != 0) out.text << "\tmovq\t" << pointer << ", %rdi\n";
      out.text << "\tmovl\t$" << check.count << ", %esi\n";
      out.call_check(Frame(), "kit_sim_confine_range", 16);
      break;
    case Form::length:
    case Form::from:
      if (check.argument != 0) out.text << "\tmovq\t" << pointer << ", %rdi\n";
      if (check.count != 1) out.text << "\tmovq\t" << kRegisters[check.count] << ", %rsi\n";
      out.call_check(Frame(), "kit_sim_confine_range", 16);
      break;
    case Form::pitched:
      out.text << "\tpushq\t%rdx\n\tpushq\t%rcx\n\tmovq\t" << kRegisters[check.count + 1]
               << ", %r11\n\tmovq\t" << kRegisters[check.count] << ", %rdx\n\tmovq\t%r11, %rcx\n";
      out.call_check(Frame(), "kit_sim_confine_pitched", 32);
      out.text << "\tpopq\t%rcx\n\tpopq\t%rdx\n";
      break;
    case Form::entry:
      one("kit_sim_confine_entry");
      break;
    case Form::format:
      one("kit_sim_confine_format");
      break;
    case Form::output:
      one("kit_sim_confine_output");
      break;
    case Form::console:
      one("kit_sim_confine_console");
      break;
    case Form::foreign:
      one("kit_sim_confine_foreign");
      break;
    case Form::constant:
      break;
  }
  out.text << "\tpopq\t%rsi\n\tpopq\t%rdi\n";
  if (!skip.empty()) out.text << skip << ":\n";
}

}  // namespace

void write_thunk(CheckOutput& out, const std::string& name, const LibraryCall& call) {
  const std::string label = thunk_name(name);
  out.text << "\t.type\t" << label << ", @function\n" << label << ":\n\t.cfi_startproc\n";
  for (const ArgumentCheck& check : call.checks) write_check(out, check);
  out.text << "\tjmp\t" << (call.replacement.empty() ? name : call.replacement)
           << "\n\t.cfi_endproc\n";
}

}  // namespace kit::rewriter
