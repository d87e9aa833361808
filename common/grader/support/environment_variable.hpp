/// @file
/// Reading the environment.
#pragma once

#include <cstdlib>
#include <string>

namespace kit {

/// The variable's value; empty if it is not set.
inline std::string environment_variable(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

}  // namespace kit
