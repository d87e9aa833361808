/// @file
/// Loops without end and without effect, of which the observer would never hear.
#pragma once

#include <string>

namespace kit::rewriter {

/// Of assembly for x86-64, the same with a call of the observer in each jump to itself.
std::string count_endless_loops(const std::string& assembly);

}  // namespace kit::rewriter
