/// @file
/// Accesses to members of one vector, put together as nvcc puts them together.
#pragma once

#include <string>

namespace kit::rewriter {

/// nvcc makes one instruction of the loads of several members of an aligned vector (float4, a
/// struct with alignas(16)), and of the stores of all of them, wherever nothing stands between; g++
/// makes one of each. Takes the assembly of an observed file, in which every access calls the
/// observer, and returns it with calls that count such loads and stores as one: in lines that
/// vector_lines.hpp lists, in one basic block, from one base address, with no store between loads
/// and no load between stores. Loads are counted as the smallest aligned 2, 4, 8 or 16 bytes around
/// them.
std::string merge_vector_accesses(const std::string& assembly);

}  // namespace kit::rewriter
