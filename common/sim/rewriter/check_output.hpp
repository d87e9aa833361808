/// @file
/// What the confining pass writes: assembly, and beside it the table of call sites.
#pragma once

#include <sstream>
#include <string>
#include <string_view>

#include "frame.hpp"

namespace kit::rewriter {

class CheckOutput {
 public:
  std::ostringstream text;

  /// A line as it was.
  void copy(std::string_view line) { text << line << '\n'; }
  std::string new_label() { return ".Lkit_sim_" + std::to_string(++labels_); }
  /// Notes the return address of the call just written, with the frame it is in. `pushed`: bytes
  /// that a check has on the stack.
  void write_site(const Frame& frame, long pushed);
  /// Calls a check of the runtime.
  void call_check(const Frame& frame, const std::string& name, long pushed);
  /// The table of all sites so far.
  std::string sites() const { return sites_.str(); }

 private:
  std::ostringstream sites_;
  unsigned labels_ = 0;
};

/// An operand as it must be written once `bytes` more are on the stack.
std::string moved_by(std::string_view operand, long bytes);

}  // namespace kit::rewriter
