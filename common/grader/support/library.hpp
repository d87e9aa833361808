/// @file
/// Parts of the kit that a program loads when it needs them.
#pragma once

#include <string>

namespace kit::grader {

/// Loads build/lib/NAME.so of the kit that the running program belongs to; it stays loaded. Returns
/// its handle for dlsym. Throws HarnessError if it is missing or cannot be used.
void* load_library(const std::string& name);

}  // namespace kit::grader
