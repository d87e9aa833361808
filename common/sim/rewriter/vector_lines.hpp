/// @file
/// Lines of the student's source that speak of aligned vectors (float4, uchar4, a struct with
/// alignas(16)).
#pragma once

#include <string>

#include "source.hpp"

namespace kit::rewriter {

/// Declarations that put a comment into the assembly for each such line:
/// "#kit_vector 16 12 naive.cu", the largest alignment in bytes of the vectors in it. Empty if
/// there is none.
std::string list_vector_lines(const Source& source);

}  // namespace kit::rewriter
