/// @file
/// Rules of nvcc that clang does not have and that a source's tokens show.
#pragma once

#include <string>
#include <vector>

#include "grader/rules/refusal.hpp"

namespace kit::rules {

/// What nvcc refuses in the source: attributes on lambdas, initialisers of `__shared__` variables,
/// assignments to `__constant__` variables that are no arrays (of those it warns). `path` is what
/// messages call the source.
std::vector<Refusal> refused_in_source(const std::string& path, const std::string& source);

}  // namespace kit::rules
