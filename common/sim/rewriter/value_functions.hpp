/// @file
/// Functions of libraries that touch no memory of their caller's.
#pragma once

#include <string_view>

namespace kit::rewriter {

/// True for a function of values, sinf, __muldc3 and the like, whose only result is what it
/// returns.
bool is_of_values(std::string_view symbol);

}  // namespace kit::rewriter
