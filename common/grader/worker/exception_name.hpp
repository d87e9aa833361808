/// @file
/// The name of an exception in flight.
#pragma once

#include <cxxabi.h>

#include <string>

#include "names/demangled.hpp"

namespace kit::worker {

/// The readable name of the exception in flight, e.g. "std::out_of_range".
inline std::string exception_name() {
  const std::type_info* type = abi::__cxa_current_exception_type();
  return type == nullptr ? "unknown" : demangled(type->name());
}

}  // namespace kit::worker
