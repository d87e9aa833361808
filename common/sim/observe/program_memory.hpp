/// @file
/// The program's own memory: __constant__ and __device__ variables.
#pragma once

namespace kit::sim {

/// True for an address in the section that __constant__ variables are put into.
bool in_constant_memory(const char* address);

/// True for an address in the program's variables: a __device__ variable, or a global of the host
/// program, which cannot be told apart here (nvcc refuses the latter).
bool in_program_data(const char* address);

}  // namespace kit::sim
