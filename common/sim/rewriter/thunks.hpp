/// @file
/// Stand-ins for functions outside of the file, which check the arguments first.
#pragma once

#include <string>
#include <string_view>

#include "check_output.hpp"
#include "library_calls.hpp"

namespace kit::rewriter {

/// What calls of the function are turned into.
inline std::string thunk_name(std::string_view function) {
  return "kit_sim_to." + std::string(function);
}

/// Writes the function of that name.
void write_thunk(CheckOutput& out, const std::string& name, const LibraryCall& call);

}  // namespace kit::rewriter
