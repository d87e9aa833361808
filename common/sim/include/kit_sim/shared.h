/// @file
/// What a `__shared__` variable becomes in a function: one object for each host thread, which runs
/// one block at a time, with room around it in which overflows show.
#pragma once

#include <cstddef>

namespace kit::sim {

inline constexpr std::size_t kSharedPadding = 64;  ///< bytes before and after

template <typename T>
struct alignas(kSharedPadding) Shared {
  char before[kSharedPadding];
  T value;
  char after[kSharedPadding];
};

}  // namespace kit::sim
