/// The linker knows where the program's own memory begins and ends: kernels may use its variables,
/// and the checks must tell them from memory that only the host has.
#include "program_memory.hpp"

#include <algorithm>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "../src/block_runner.hpp"
#include "../src/finding.hpp"
#include "elf_symbols.hpp"

extern "C" {
// The addresses of __device__ variables, as the rewriter lists them.
extern const char* const __start_kit_sim_device[] __attribute__((weak));
extern const char* const __stop_kit_sim_device[] __attribute__((weak));
extern char _end[];
extern char __executable_start[];
extern char __data_start[];
}

namespace kit::sim {
namespace {

// The variable of the GPU that holds the address, or null.
const ProgramVariable* device_variable_at(const char* address) {
  const auto& variables = program_variables();
  const auto next =
      std::upper_bound(variables.begin(), variables.end(), address,
                       [](const char* a, const ProgramVariable& v) { return a < v.data; });
  if (next == variables.begin()) return nullptr;
  const ProgramVariable& variable = *std::prev(next);
  if (address >= variable.data + variable.bytes) return nullptr;
  if (in_constant_memory(address)) return &variable;
  const bool listed = std::find(__start_kit_sim_device, __stop_kit_sim_device, variable.data) !=
                      __stop_kit_sim_device;
  return listed ? &variable : nullptr;
}

}  // namespace

void check_host_use(const char* address, std::uint32_t pc) {
  static thread_local bool busy = false;  // what follows may use copies of templates with hooks
  if (busy || BlockRunner::active() != nullptr) return;
  busy = true;
  static auto* const mutex = new std::mutex;
  static auto* const told = new std::set<std::uint32_t>;
  const std::lock_guard lock(*mutex);
  const ProgramVariable* const variable = device_variable_at(address);
  if (variable != nullptr && told->insert(pc).second) {
    report_host(FindingKind::device_pointer_on_host,
                "the host uses the GPU's variable " + variable->name +
                    " by its name, under which it has another one; copy with cudaMemcpyToSymbol "
                    "or cudaMemcpyFromSymbol");
  }
  busy = false;
}

// Read-only data too: constant tables and string literals of kernels.
bool in_program_data(const char* address) {
  return address >= __executable_start && address < _end;
}

bool in_program_variables(const char* address) {
  return address >= __data_start && address < _end;
}

}  // namespace kit::sim
