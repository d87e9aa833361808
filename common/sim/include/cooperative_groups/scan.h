/// @file
/// Running sums and the like over a group of lanes.
#pragma once

#include "../cooperative_groups.h"
#include "../kit_sim/group_operators.h"

KIT_SIM_DEVICE

namespace cooperative_groups {

/// Each thread gets the values of the threads up to itself, combined.
template <typename Group, typename Value, typename Operator>
__forceinline__ Value inclusive_scan(const Group& group, Value value, Operator&& combine) {
  check_combination<Group, Value, decltype(combine(value, value))>();
  return scan_lanes(group, value, combine);
}
template <typename Group, typename Value>
__forceinline__ Value inclusive_scan(const Group& group, Value value) {
  return inclusive_scan(group, value, plus<Value>());
}

/// Each thread gets the values of the threads before itself, combined; the first one gets 0,
/// whatever the operator.
template <typename Group, typename Value, typename Operator>
__forceinline__ Value exclusive_scan(const Group& group, Value value, Operator&& combine) {
  check_combination<Group, Value, decltype(combine(value, value))>();
  const Value before = group.shfl_up(scan_lanes(group, value, combine), 1);
  return group.thread_rank() == 0 ? Value{} : before;
}
template <typename Group, typename Value>
__forceinline__ Value exclusive_scan(const Group& group, Value value) {
  return exclusive_scan(group, value, plus<Value>());
}

}  // namespace cooperative_groups

KIT_SIM_END
