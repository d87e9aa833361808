/// @file
/// The program's own memory: __constant__ and __device__ variables.
#pragma once

#include <cstdint>
#include <string>

// Set by the linker. The section is there only if the program has __constant__ variables.
extern "C" {
extern char __start_kit_sim_constant[] __attribute__((weak));
extern char __stop_kit_sim_constant[] __attribute__((weak));
}

namespace kit::sim {

/// True for an address in the section that __constant__ variables are put into.
inline bool in_constant_memory(const char* address) {
  return address >= __start_kit_sim_constant && address < __stop_kit_sim_constant;
}

/// The name of the host program's own variable that holds the address, which a kernel can only have
/// got as a pointer (nvcc refuses the name); empty if none does.
std::string host_variable_at(const char* address);

/// The name, without its namespaces and function, of the program's variable that holds the address;
/// empty if none does.
std::string variable_name_at(const char* address);

/// "4 bytes past the end of table, which has 64 bytes": of the GPU's variable that ends less than
/// 64 bytes before the address; empty if there is none, or if the address is in a variable.
std::string device_variable_before(const char* address);

/// The name of the GPU's variable that holds the address, if the host has no way to know it but by
/// that name: with a card it is the address of another variable. Empty otherwise.
std::string misnamed_variable_at(const char* address);

/// True for an address in the program's variables and constants.
bool in_program_data(const char* address);
/// True for what of it can be written.
bool in_program_variables(const char* address);

/// A kernel uses this address, which is in the program's variables: one that is not managed is the
/// GPU's from now on, whether or not it is listed as that.
void note_kernel_use(const char* address);

/// The host's code at `pc` uses this address, which is in the program's variables: reports it if
/// the variable is the GPU's. With a card the host has another variable under that name.
void check_host_use(const char* address, std::uint32_t pc);

/// True for an address in a __managed__ variable.
bool is_in_managed_variable(const char* address);

}  // namespace kit::sim
