/// @file
/// What a place of a source stands in. Places are lines and columns, both from 1.
#pragma once

#include <string>

namespace kit::rules {

/// Whether the place stands in the brackets of sizeof, decltype, noexcept or typeid: nvcc lets
/// device code name any function there.
bool unevaluated(const std::string& source, int line, int column);

/// Whether the function that the place stands in is declared __host__. A lambda belongs to the
/// function around it.
bool in_host_function(const std::string& source, int line, int column);

}  // namespace kit::rules
