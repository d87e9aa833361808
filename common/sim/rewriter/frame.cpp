/// @file
/// A function's text comes in the order of its addresses, and so do the directives, each of which
/// holds from there on: following them line by line gives the frame of every line.
#include "frame.hpp"

#include <algorithm>
#include <string>

namespace kit::rewriter {
namespace {

constexpr std::string_view kRbp = "6", kRsp = "7";  // as DWARF numbers them

long number_in(std::string_view text) {
  try {
    return std::stol(std::string(text), nullptr, 0);
  } catch (const std::exception&) {
    return 0;
  }
}

}  // namespace

void FrameTracker::follow_directive(const AssemblyLine& line) {
  const std::string_view name = line.directive;
  const auto operand = [&](std::size_t i) {
    return i < line.operands.size() ? line.operands[i] : std::string_view();
  };
  if (name == ".cfi_startproc") {
    now_ = {};
    remembered_.clear();
  } else if (name == ".cfi_def_cfa_offset") {
    now_.cfa = number_in(operand(0));
  } else if (name == ".cfi_adjust_cfa_offset") {
    now_.cfa += number_in(operand(0));
  } else if (name == ".cfi_def_cfa" || name == ".cfi_def_cfa_register") {
    now_.by_frame_pointer = operand(0) == kRbp || operand(0) == "%rbp";
    if (name == ".cfi_def_cfa") {
      now_.cfa = number_in(operand(1));
      now_.by_expression = false;
    }
    // Another register stands in for %rsp for a while, such as where a large frame is made page by
    // page.
    const bool known = now_.by_frame_pointer || operand(0) == kRsp || operand(0) == "%rsp";
    now_.unknown = !known || now_.by_expression;
  } else if (name == ".cfi_offset") {
    const long below = -number_in(operand(1));
    now_.saved = std::max(now_.saved, below);
    if (operand(0) == kRbp || operand(0) == "%rbp") now_.saved_rbp = below;
  } else if (name == ".cfi_remember_state") {
    remembered_.push_back(now_);
  } else if (name == ".cfi_restore_state" && !remembered_.empty()) {
    now_ = remembered_.back();
    remembered_.pop_back();
  } else if (name == ".cfi_escape") {
    // 0x2e says how many bytes of arguments were pushed.
    if (operand(0) != "0x2e") now_.unknown = now_.by_expression = true;
  }
  if (!now_.by_frame_pointer) now_.frame_bytes = std::max(now_.frame_bytes, now_.cfa);
}

void FrameTracker::follow(const AssemblyLine& line) {
  if (!line.directive.empty()) return follow_directive(line);
  if (!now_.by_frame_pointer) return;
  // With a frame pointer the directives do not speak of the stack pointer.
  if (line.mnemonic.starts_with("push")) now_.frame_bytes += 8;
  if (line.mnemonic == "subq" && line.operands.size() == 2 && line.operands[1] == "%rsp" &&
      line.operands[0].starts_with("$"))
    now_.frame_bytes += number_in(line.operands[0].substr(1));
}

}  // namespace kit::rewriter
