/// @file
/// What cooperative_groups::reduce() and the scans combine two values with.
#pragma once

#include "groups.h"

KIT_SIM_DEVICE

namespace cooperative_groups {

template <typename T>
struct plus {
  __forceinline__ T operator()(T a, T b) const { return T(a + b); }
};
/// The smaller of two values; of equal ones, and where one is no number, the first.
template <typename T>
struct less {
  __forceinline__ T operator()(T a, T b) const { return b < a ? b : a; }
};
/// The larger of two values.
template <typename T>
struct greater {
  __forceinline__ T operator()(T a, T b) const { return a < b ? b : a; }
};
template <typename T>
struct bit_and {
  __forceinline__ T operator()(T a, T b) const { return T(a & b); }
};
template <typename T>
struct bit_or {
  __forceinline__ T operator()(T a, T b) const { return T(a | b); }
};
template <typename T>
struct bit_xor {
  __forceinline__ T operator()(T a, T b) const { return T(a ^ b); }
};

template <typename Group>
inline constexpr bool is_lanes = false;
template <>
inline constexpr bool is_lanes<coalesced_group> = true;
template <unsigned Size, typename Parent>
inline constexpr bool is_lanes<thread_block_tile<Size, Parent>> = true;

/// Refuses at compile time what CUDA refuses.
template <typename Group, typename Value, typename Result>
__forceinline__ constexpr void check_combination() {
  static_assert(is_lanes<Group>,
                "only a thread_block_tile or a coalesced_group can reduce or scan, no whole block");
  static_assert(std::is_same_v<Value, Result>,
                "the operator's type must be that of the values: cg::plus<float>() for floats");
}

/// Each thread's value combined with those of the lower ranks, in CUDA's order: with the value 1
/// rank below, then with what the threads 2, 4, 8 and 16 ranks below have come to.
template <typename Group, typename Value, typename Operator>
__forceinline__ Value scan_lanes(const Group& group, Value value, Operator&& combine) {
  const unsigned rank = group.thread_rank();
  for (unsigned distance = 1; distance < group.size(); distance *= 2) {
    const Value lower = group.shfl_up(value, distance);
    if (rank >= distance) value = combine(value, lower);
  }
  return value;
}

}  // namespace cooperative_groups

KIT_SIM_END
