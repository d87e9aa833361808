/// @file
/// Sums, minima and the like over a group of lanes.
#pragma once

#include "../cooperative_groups.h"
#include "../kit_sim/group_operators.h"

KIT_SIM_DEVICE

namespace cooperative_groups {

/// All threads get the values of all, combined. The order is that of a card of this compute
/// capability, so that sums of floating-point numbers are the same to the last bit.
template <unsigned Size, typename Parent, typename Value, typename Operator>
__forceinline__ Value reduce(const thread_block_tile<Size, Parent>& group, Value value,
                             Operator&& combine) {
  check_combination<thread_block_tile<Size, Parent>, Value, decltype(combine(value, value))>();
  for (unsigned distance = Size / 2; distance > 0; distance /= 2)
    value = combine(value, group.shfl_xor(value, distance));
  return value;
}
template <typename Value, typename Operator>
__forceinline__ Value reduce(const coalesced_group& group, Value value, Operator&& combine) {
  check_combination<coalesced_group, Value, decltype(combine(value, value))>();
  if (group.size() == 32) {
    for (int distance = 16; distance > 0; distance /= 2)
      value = combine(value, group.shfl(value, int(group.thread_rank()) ^ distance));
    return value;
  }
  return group.shfl(scan_lanes(group, value, combine), int(group.size()) - 1);
}
template <typename Group, typename Value, typename Operator>
__forceinline__ Value reduce(const Group&, Value value, Operator&& combine) {
  check_combination<Group, Value, decltype(combine(value, value))>();
  return value;
}

/// One thread of the group stores what they come to.
template <typename Group, typename Value, typename Operator>
__forceinline__ void reduce_store_async(const Group& group, Value* target, Value value,
                                        Operator&& combine) {
  const Value result = reduce(group, value, combine);
  if (group.thread_rank() == 0) *target = result;
}

}  // namespace cooperative_groups

KIT_SIM_END
