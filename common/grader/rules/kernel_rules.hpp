/// @file
/// What nvcc asks of a kernel's declaration and clang does not.
#pragma once

#include <string>
#include <vector>

#include "grader/rules/refusal.hpp"

namespace kit::rules {

/// Kernels of the source that nvcc refuses: members of a class, such with a deduced return type,
/// `constexpr` or `noexcept`, such with rvalue references, lists or `...` as parameters. `path` is
/// what messages call the source.
std::vector<Refusal> refused_kernels(const std::string& path, const std::string& source);

}  // namespace kit::rules
