/// @file
/// Warp-level primitives: shuffles, votes, matches. All wait for every lane of the mask that has
/// not exited, then exchange; a lane that reads from one outside the mask gets its own value.
#pragma once

#include "builtins.h"

KIT_SIM_DEVICE

namespace kit::sim {

/// Which lane a shuffle reads from.
enum class Shuffle { index, up, down, exclusive_or };

/// Exchanges 64-bit values among the lanes of `mask`, which split into segments of `width` lanes
/// (a power of two up to 32).
unsigned long long shuffle(unsigned mask, unsigned long long value, Shuffle mode, int operand,
                           int width);

/// What a vote returns to its lanes.
enum class Vote {
  ballot,
  any_of,
  all_of,
  match_any,
  match_all,
  sum,
  smallest,
  largest,
  smallest_unsigned,
  largest_unsigned,
  all_bits,
  any_bits,
  odd_bits
};
unsigned vote(unsigned mask, unsigned long long value, Vote kind, int* all_equal = nullptr);

/// The lane number of the calling thread.
unsigned lane_id();

template <typename T>
T shuffle_value(unsigned mask, T value, Shuffle mode, int operand, int width) {
  static_assert(sizeof(T) <= 8, "shuffles move values of at most 8 bytes");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  bits = shuffle(mask, bits, mode, operand, width);
  __builtin_memcpy(static_cast<void*>(&value), &bits, sizeof(T));
  return value;
}

template <typename T>
unsigned long long to_bits(T value) {
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  return bits;
}

}  // namespace kit::sim

template <typename T>
__forceinline__ T __shfl_sync(unsigned mask, T value, int source_lane, int width = 32) {
  return kit::sim::shuffle_value(mask, value, kit::sim::Shuffle::index, source_lane, width);
}
template <typename T>
__forceinline__ T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  return kit::sim::shuffle_value(mask, value, kit::sim::Shuffle::up, int(delta), width);
}
template <typename T>
__forceinline__ T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = 32) {
  return kit::sim::shuffle_value(mask, value, kit::sim::Shuffle::down, int(delta), width);
}
template <typename T>
__forceinline__ T __shfl_xor_sync(unsigned mask, T value, int lane_mask, int width = 32) {
  return kit::sim::shuffle_value(mask, value, kit::sim::Shuffle::exclusive_or, lane_mask, width);
}

__forceinline__ void __syncwarp(unsigned mask = 0xffffffffu) {
  kit::sim::compiler_fence();
  kit::sim::warp_barrier(mask);
  kit::sim::compiler_fence();
}
__forceinline__ unsigned __ballot_sync(unsigned mask, int predicate) {
  return kit::sim::vote(mask, predicate != 0, kit::sim::Vote::ballot);
}
__forceinline__ int __any_sync(unsigned mask, int predicate) {
  return int(kit::sim::vote(mask, predicate != 0, kit::sim::Vote::any_of));
}
__forceinline__ int __all_sync(unsigned mask, int predicate) {
  return int(kit::sim::vote(mask, predicate != 0, kit::sim::Vote::all_of));
}
template <typename T>
__forceinline__ unsigned __match_any_sync(unsigned mask, T value) {
  return kit::sim::vote(mask, kit::sim::to_bits(value), kit::sim::Vote::match_any);
}
template <typename T>
__forceinline__ unsigned __match_all_sync(unsigned mask, T value, int* predicate) {
  return kit::sim::vote(mask, kit::sim::to_bits(value), kit::sim::Vote::match_all, predicate);
}

// What all lanes of the mask hold together. Cards have these from compute capability 8.0 on; nvcc
// refuses them for older ones.
#define KIT_SIM_REDUCE(Value, name, kind)                                                    \
  __forceinline__ Value name(unsigned mask, Value value) {                                   \
    return Value(                                                                            \
        kit::sim::vote(mask, static_cast<unsigned long long>(value), kit::sim::Vote::kind)); \
  }
KIT_SIM_REDUCE(int, __reduce_add_sync, sum)
KIT_SIM_REDUCE(unsigned, __reduce_add_sync, sum)
KIT_SIM_REDUCE(int, __reduce_min_sync, smallest)
KIT_SIM_REDUCE(unsigned, __reduce_min_sync, smallest_unsigned)
KIT_SIM_REDUCE(int, __reduce_max_sync, largest)
KIT_SIM_REDUCE(unsigned, __reduce_max_sync, largest_unsigned)
KIT_SIM_REDUCE(unsigned, __reduce_and_sync, all_bits)
KIT_SIM_REDUCE(unsigned, __reduce_or_sync, any_bits)
KIT_SIM_REDUCE(unsigned, __reduce_xor_sync, odd_bits)
#undef KIT_SIM_REDUCE

/// The calling lane alone: which lanes run together is the hardware's business, and code that takes
/// this for "all lanes that entered the branch" is wrong on a GPU too.
inline unsigned __activemask() {
  return 1u << kit::sim::lane_id();
}

KIT_SIM_END
