/// The linker knows where the program's own memory begins and ends: kernels may use its variables,
/// and the checks must tell them from memory that only the host has.
#include "program_memory.hpp"

extern "C" {
extern char _end[];
extern char __executable_start[];
extern char __data_start[];
}

namespace kit::sim {

// Read-only data too: constant tables and string literals of kernels.
bool in_program_data(const char* address) {
  return address >= __executable_start && address < _end;
}

bool in_program_variables(const char* address) {
  return address >= __data_start && address < _end;
}

}  // namespace kit::sim
