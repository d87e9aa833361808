/// @file
/// Variables of this program, from its symbol table.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace kit::sim {

/// A thread-local variable.
struct TlsVariable {
  std::string name;       ///< as in the student's source
  std::ptrdiff_t offset;  ///< from the thread pointer, of the padding before it
  std::size_t bytes;
};

/// A variable with an address of its own.
struct ProgramVariable {
  std::string name;  ///< with its namespaces
  char* data;
  std::size_t bytes;
  bool may_be_host = false;  ///< of a namespace or of main(), and no template's
};

/// The shared-memory variables that the rewriter marked; empty if the program has no symbol table.
const std::vector<TlsVariable>& shared_variables();

/// All variables but the simulator's and the language's own, sorted by address. Those that keep
/// __constant__ variables apart are left out.
const std::vector<ProgramVariable>& program_variables();

/// Reads the symbol table, so that later calls need no file. What cannot be read counts as empty.
void read_variables();

/// The thread pointer of the calling host thread.
char* thread_pointer();

}  // namespace kit::sim
