/// @file
/// What a `__shared__` variable becomes in a function: one object for each host thread, which runs
/// one block at a time, with room around it in which overflows show.
#pragma once

#include <cstddef>
#include <cstdint>

namespace kit::sim {

inline constexpr std::size_t kSharedPadding = 64;  ///< bytes before and after

/// Number of the block that this host thread runs: one more for each.
extern __thread std::uint64_t block_number __asm__("kit_sim_block_number");

/// Gives shared memory the bytes that a block finds there: quiet NaNs, never what the last block
/// left, so that a read too early comes to the same result everywhere.
void fill_shared(void* memory, std::size_t bytes);

/// The value ends right behind its padding, since the observer takes its size from the symbol
/// table: the variable is aligned to kSharedPadding, not the type, whose size that would round up.
template <typename T>
struct Shared {
  static_assert(alignof(T) <= kSharedPadding, "a __shared__ variable is aligned to 64 bytes");
  char before[kSharedPadding];
  T value;
  char after[kSharedPadding];
#ifdef __SANITIZE_THREAD__
  [[gnu::always_inline]] T& of_block() {
    return value;  // the observer knows what was never written
  }
#else
  std::uint64_t filled_for;  ///< block_number when it was filled last
  /// Where the declaration stands: no thread of a block uses the variable before one comes here.
  [[gnu::always_inline]] T& of_block() {
    if (__builtin_expect(filled_for != block_number, 0)) {
      filled_for = block_number;
      fill_shared(const_cast<char*>(reinterpret_cast<const volatile char*>(&value)), sizeof value);
    }
    return value;
  }
#endif
};

}  // namespace kit::sim
