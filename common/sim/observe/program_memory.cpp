#include "program_memory.hpp"

// Set by the linker. The section is there only if the program has __constant__ variables.
extern "C" {
extern char __start_kit_sim_constant[] __attribute__((weak));
extern char __stop_kit_sim_constant[] __attribute__((weak));
extern char _end[];
extern char __executable_start[];
}

namespace kit::sim {

bool in_constant_memory(const char* address) {
  return address >= __start_kit_sim_constant && address < __stop_kit_sim_constant;
}

// Read-only data too: constant tables and string literals of kernels.
bool in_program_data(const char* address) {
  return address >= __executable_start && address < _end;
}

}  // namespace kit::sim
