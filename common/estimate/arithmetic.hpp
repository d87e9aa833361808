/// @file
/// What PTX instructions compute, on 64 bits whatever their type.
#pragma once

#include <cstdint>
#include <functional>

#include "estimate/ptx.hpp"

namespace kit::estimate {

/// The bits that a value of this type has.
std::uint64_t masked(std::uint64_t value, Type type);
/// The value as a signed number of this type's width.
std::int64_t extended(std::uint64_t value, Type type);
/// The bits of the nearest value of this type.
std::uint64_t bits_of(double value, Type type);

/// The result of an instruction whose n-th operand is source(n).
std::uint64_t compute(const Instruction& one,
                      const std::function<std::uint64_t(std::size_t)>& source);

}  // namespace kit::estimate
