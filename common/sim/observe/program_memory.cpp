#include "program_memory.hpp"

extern "C" {
extern char _end[];
extern char __executable_start[];
}

namespace kit::sim {

// Read-only data too: constant tables and string literals of kernels.
bool in_program_data(const char* address) {
  return address >= __executable_start && address < _end;
}

}  // namespace kit::sim
