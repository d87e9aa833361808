/// @file
/// The calls by which observed code takes memory with new and gives it back with delete.
#pragma once

#include <string>

namespace kit::rewriter {

/// Of assembly for x86-64, the same with operator new and delete of the observer, which tell a CUDA
/// thread from the host. The host's own code keeps those of the C++ library.
std::string redirect_heap_calls(const std::string& assembly);

}  // namespace kit::rewriter
