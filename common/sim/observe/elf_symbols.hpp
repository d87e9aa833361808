/// @file
/// Thread-local variables of this program, from its symbol table.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace kit::sim {

struct TlsVariable {
  std::string name;       ///< as in the student's source
  std::ptrdiff_t offset;  ///< from the thread pointer
  std::size_t bytes;
};

/// The shared-memory variables that the rewriter marked; empty if the program has no symbol table.
const std::vector<TlsVariable>& shared_variables();

/// The thread pointer of the calling host thread.
char* thread_pointer();

}  // namespace kit::sim
