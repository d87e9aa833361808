/// @file
/// The words of PTX.
#pragma once

#include <string_view>

#include "estimate/ptx.hpp"

namespace kit::estimate {

/// The operation of a mnemonic's first part; Op::other if it is only counted.
Op operation_named(std::string_view name);
/// Type::none if the word is none.
Type type_named(std::string_view name);

}  // namespace kit::estimate
