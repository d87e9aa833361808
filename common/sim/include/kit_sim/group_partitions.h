/// @file
/// Groups that are parts of groups, and functions that one thread of a group runs.
#pragma once

#include "groups.h"

KIT_SIM_DEVICE

namespace cooperative_groups {

/// Tiles of a size that the compiler knows.
template <unsigned Size>
__forceinline__ thread_block_tile<Size, thread_block> tiled_partition(const thread_block&) {
  return group_access::tile<Size, thread_block>();
}
template <unsigned Size, unsigned ParentSize, typename Grandparent>
__forceinline__ thread_block_tile<Size, thread_block_tile<ParentSize, Grandparent>> tiled_partition(
    const thread_block_tile<ParentSize, Grandparent>&) {
  static_assert(Size < ParentSize, "a tile of a tile is smaller than that");
  return group_access::tile<Size, thread_block_tile<ParentSize, Grandparent>>();
}

/// Tiles of a size that is known at run time, a power of two up to 32; anything else ends the
/// kernel. The last one has fewer threads if the group's size is no multiple of it.
__forceinline__ coalesced_group tiled_partition(const coalesced_group& parent, unsigned tile_size) {
  if (tile_size == 0 || tile_size > 32 || (tile_size & (tile_size - 1)) != 0) kit::sim::trap();
  if (parent.size() <= tile_size) return parent;
  const unsigned tile = parent.thread_rank() / tile_size;
  unsigned mask = 0, rank = 0;
  for (unsigned lane = 0; lane < 32; ++lane) {
    const unsigned member = parent.mask_ >> lane & 1;
    mask |= (member & unsigned(rank / tile_size == tile)) << lane;
    rank += member;
  }
  return coalesced_group(mask, tile, (parent.size() + tile_size - 1) / tile_size);
}
__forceinline__ thread_group tiled_partition(const thread_group& parent, unsigned tile_size) {
  using Kind = thread_group::Kind;
  if (parent.kind_ == Kind::lanes)
    return tiled_partition(group_access::lanes(parent.mask_, parent.meta_rank_, parent.meta_size_),
                           tile_size);
  if (parent.kind_ == Kind::grid || tile_size == 0 || tile_size > 32 ||
      (tile_size & (tile_size - 1)) != 0)
    kit::sim::trap();
  const unsigned threads = thread_block::num_threads(), rank = thread_block::thread_rank();
  const unsigned tile = rank / tile_size, left = threads - tile * tile_size;
  const unsigned members = left < tile_size ? left : tile_size;
  const unsigned mask = (kit::sim::kWholeWarp >> (32 - members)) << (tile * tile_size % 32);
  return thread_group(Kind::lanes, mask, tile, (threads + tile_size - 1) / tile_size);
}

/// Two groups: the threads where the predicate holds, and the others. One if it is the same for
/// all.
template <typename Group>
__forceinline__ auto binary_partition(const Group& group, bool predicate)
    -> decltype(group_access::mask(group), group_access::lanes(0, 0, 0)) {
  const unsigned whole = group_access::mask(group), chosen = __ballot_sync(whole, predicate);
  if (chosen == whole || chosen == 0) return group_access::lanes(whole, 0, 1);
  return group_access::lanes(predicate ? chosen : whole & ~chosen, predicate, 2);
}

/// A group for each value of the label.
template <typename Group, typename Label>
__forceinline__ auto labeled_partition(const Group& group, Label label)
    -> decltype(group_access::mask(group), group_access::lanes(0, 0, 0)) {
  static_assert(std::is_integral_v<Label> || std::is_pointer_v<Label>,
                "the label of a partition is an integer or a pointer");
  if constexpr (std::is_same_v<Label, bool>) {
    return binary_partition(group, label);
  } else {
    const unsigned whole = group_access::mask(group), own = __match_any_sync(whole, label);
    const unsigned first = unsigned(__builtin_ctz(own));
    const unsigned leaders = __ballot_sync(whole, first == kit::sim::own_lane());
    return group_access::lanes(own, kit::sim::count_lanes(leaders & ((1u << first) - 1)),
                               kit::sim::count_lanes(leaders));
  }
}

/// One thread of the group calls the function: here always the first one.
template <typename Group, typename Function, typename... Arguments>
__forceinline__ void invoke_one(const Group& group, Function&& function, Arguments&&... arguments) {
  if (group.thread_rank() == 0)
    static_cast<Function&&>(function)(static_cast<Arguments&&>(arguments)...);
}
/// The same, and all get what it returned.
template <typename Group, typename Function, typename... Arguments>
__forceinline__ auto invoke_one_broadcast(const Group& group, Function&& function,
                                          Arguments&&... arguments)
    -> decltype(group_access::mask(group), std::decay_t<decltype(function(arguments...))>()) {
  std::decay_t<decltype(function(arguments...))> result{};
  if (group.thread_rank() == 0)
    result = static_cast<Function&&>(function)(static_cast<Arguments&&>(arguments)...);
  return group.shfl(result, 0);
}

}  // namespace cooperative_groups

KIT_SIM_END
