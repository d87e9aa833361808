/// @file
/// Source lines of a program's addresses, from its debug information.
#pragma once

#include <memory>

#include "symbols/client/messages.hpp"

namespace kit::symbols {

/// The debug information of one executable, read as far as it is asked for.
class SourceLines {
 public:
  /// `executable`: an open descriptor, which stays open. Without debug information every address is
  /// unknown.
  explicit SourceLines(int executable);
  ~SourceLines();
  SourceLines(const SourceLines&) = delete;
  SourceLines& operator=(const SourceLines&) = delete;

  /// The functions that the code at `address` belongs to; none if nothing is known about it.
  Frames find(std::uint64_t address);

 private:
  struct Debug;
  std::unique_ptr<Debug> debug_;
};

}  // namespace kit::symbols
