/// The linker knows where the program's own memory begins and ends: kernels may use its variables,
/// and the checks must tell them from memory that only the host has.
#include "program_memory.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "../src/block_runner.hpp"
#include "../src/finding.hpp"
#include "../src/memory.hpp"
#include "block_trace.hpp"
#include "elf_symbols.hpp"

extern "C" {
// __device__ variables, as the rewriter lists them.
struct kit_sim_listed {
  const char* data;
  unsigned long bytes;
};
extern const kit_sim_listed __start_kit_sim_device[] __attribute__((weak));
extern const kit_sim_listed __stop_kit_sim_device[] __attribute__((weak));
extern const kit_sim_listed __start_kit_sim_managed[] __attribute__((weak));
extern const kit_sim_listed __stop_kit_sim_managed[] __attribute__((weak));
extern char _end[];
extern char __executable_start[];
extern char __data_start[];
}

namespace kit::sim {
namespace {

// The variable that holds the address, or null.
const ProgramVariable* variable_at(const char* address) {
  const auto& variables = program_variables();
  const auto next =
      std::upper_bound(variables.begin(), variables.end(), address,
                       [](const char* a, const ProgramVariable& v) { return a < v.data; });
  if (next == variables.begin()) return nullptr;
  const ProgramVariable& variable = *std::prev(next);
  return address < variable.data + variable.bytes ? &variable : nullptr;
}

bool is_listed(const ProgramVariable& variable, const kit_sim_listed* begin,
               const kit_sim_listed* end) {
  return std::any_of(begin, end,
                     [&](const kit_sim_listed& one) { return one.data == variable.data; });
}

bool is_managed(const ProgramVariable& variable) {
  return is_listed(variable, __start_kit_sim_managed, __stop_kit_sim_managed);
}

// Of each variable whether a kernel has used it: the rewriter cannot list those of templates.
std::atomic<bool>& used_by_kernels(const ProgramVariable& variable) {
  static std::vector<std::atomic<bool>> used(program_variables().size());
  return used[std::size_t(&variable - program_variables().data())];
}

// The variable of the GPU that holds the address, or null.
const ProgramVariable* device_variable_at(const char* address) {
  const ProgramVariable* const variable = variable_at(address);
  if (variable == nullptr || in_constant_memory(address)) return variable;
  const bool of_gpu = is_listed(*variable, __start_kit_sim_device, __stop_kit_sim_device) ||
                      used_by_kernels(*variable);
  return of_gpu ? variable : nullptr;
}

}  // namespace

void note_kernel_use(const char* address) {
  const ProgramVariable* const variable = variable_at(address);
  if (variable != nullptr && !is_managed(*variable)) used_by_kernels(*variable) = true;
}

bool is_in_managed_variable(const char* address) {
  if (!in_program_variables(address)) return false;
  const ProgramVariable* const variable = variable_at(address);
  return variable != nullptr && is_managed(*variable);
}

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
                "host code uses the GPU's variable " + variable->name +
                    " by its name, which there means a copy on the host; use cudaMemcpyToSymbol or "
                    "cudaMemcpyFromSymbol");
  }
  busy = false;
}

// Constants are left out (kernels may use what the compiler knows), and so is what the rewriter
// cannot list: variables of functions and templates. Those of main are the host's.
std::string host_variable_at(const char* address) {
  if (!in_program_variables(address) || in_constant_memory(address)) return {};
  const ProgramVariable* const variable = variable_at(address);
  if (variable == nullptr || !variable->may_be_host ||
      is_listed(*variable, __start_kit_sim_device, __stop_kit_sim_device) ||
      is_managed(*variable)) {
    return {};
  }
  return variable->name;
}

std::string variable_name_at(const char* address) {
  const ProgramVariable* const variable = variable_at(address);
  if (variable == nullptr) return {};
  const std::size_t scope = variable->name.rfind("::");
  return scope == std::string::npos ? variable->name : variable->name.substr(scope + 2);
}

std::string misnamed_variable_at(const char* address) {
  if (!in_program_variables(address) && !in_constant_memory(address)) return {};
  const ProgramVariable* const variable = device_variable_at(address);
  // Registered where cudaGetSymbolAddress() told the address.
  if (variable == nullptr || Memory::instance().find(address)) return {};
  return variable->name;
}

std::string device_variable_before(const char* address) {
  constexpr std::ptrdiff_t kNear = 64;
  if (!in_program_variables(address) || variable_at(address) != nullptr) return {};
  for (const char* at = address - 1; at >= address - kNear; --at)
    if (const ProgramVariable* const variable = device_variable_at(at))
      return past_the_end(address - (variable->data + variable->bytes)) + variable->name +
             ", which has " + std::to_string(variable->bytes) + " bytes";
  return {};
}

// Read-only data too: constant tables and string literals of kernels.
bool in_program_data(const char* address) {
  return address >= __executable_start && address < _end;
}

bool in_program_variables(const char* address) {
  return address >= __data_start && address < _end;
}

}  // namespace kit::sim
