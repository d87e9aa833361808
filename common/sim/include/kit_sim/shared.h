/// @file
/// What a `__shared__` variable becomes in a function: one object for each host thread, which runs
/// one block at a time, with room around it in which overflows show.
#pragma once

#include <cstddef>

namespace kit::sim {

inline constexpr std::size_t kSharedPadding = 64;  ///< bytes before and after

/// Ends right behind its padding, since the observer takes the value's size from the symbol table:
/// the variable is aligned to kSharedPadding, not the type, whose size that would round up.
template <typename T>
struct Shared {
  static_assert(alignof(T) <= kSharedPadding, "a __shared__ variable is aligned to 64 bytes");
  char before[kSharedPadding];
  T value;
  char after[kSharedPadding];
};

}  // namespace kit::sim
