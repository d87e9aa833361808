/// @file
/// Copies that the threads of a group make together, and wait for later.
#pragma once

#include "../cooperative_groups.h"
#include "../kit_sim/copy_shares.h"

KIT_SIM_DEVICE

namespace cooperative_groups {

template <typename Group>
__forceinline__ void memcpy_async(const Group& group, void* target, const void* source,
                                  decltype(sizeof 0) bytes) {
  kit::sim::copy_share(unsigned(group.thread_rank()), unsigned(group.size()), target, source,
                       bytes);
  __pipeline_commit();
}
/// As many elements as both sides have room for.
template <typename Group, typename Element, typename TargetCount, typename SourceCount>
__forceinline__ void memcpy_async(const Group& group, Element* target, TargetCount target_count,
                                  const Element* source, SourceCount source_count) {
  const decltype(sizeof 0) room = target_count, there = source_count;
  memcpy_async(group, target, source, (room < there ? room : there) * sizeof(Element));
}

/// Waits for all of the group's copies but the last `Prior` ones, in each thread, and then for the
/// group's other threads.
template <unsigned Prior, typename Group>
__forceinline__ void wait_prior(const Group& group) {
  __pipeline_wait_prior(Prior);
  group.sync();
}
template <typename Group>
__forceinline__ void wait(const Group& group) {
  wait_prior<0>(group);
}

}  // namespace cooperative_groups

KIT_SIM_END
