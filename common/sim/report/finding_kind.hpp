/// @file
/// The kinds of mistakes that the checks of the simulator find, and their names in what it reports.
#pragma once

namespace kit::sim {

/// The fixed list of mistakes; docs/simulator.md explains each.
enum class FindingKind {
  out_of_bounds,
  misaligned,
  uninitialised_read,
  use_after_free,
  null_pointer,
  host_pointer,
  device_pointer_on_host,
  peer_access,
  shared_race,
  global_race,
  host_race,
  stream_race,
  divergent_barrier,
  shuffle_inactive_lane,
  infinite_loop,
  deadlock,
  stack_overflow,
  kernel_fault,
  undefined_arithmetic,
  read_only_write,
  shared_size,
  launch_refused,
  wrong_copy,
  bad_free,
  invalid_handle,
  wrong_stream,
  blocking_call,
  own_block,
  host_result,
  no_own_kernel,
  leak,
  unchecked_error,
  cheated,
};

/// Static for the reason that kCounters is (counters.hpp).
static constexpr const char* to_string(FindingKind kind) {
  switch (kind) {
    case FindingKind::out_of_bounds:
      return "out_of_bounds";
    case FindingKind::misaligned:
      return "misaligned";
    case FindingKind::uninitialised_read:
      return "uninitialised_read";
    case FindingKind::use_after_free:
      return "use_after_free";
    case FindingKind::null_pointer:
      return "null_pointer";
    case FindingKind::host_pointer:
      return "host_pointer";
    case FindingKind::device_pointer_on_host:
      return "device_pointer_on_host";
    case FindingKind::peer_access:
      return "peer_access";
    case FindingKind::shared_race:
      return "shared_race";
    case FindingKind::global_race:
      return "global_race";
    case FindingKind::host_race:
      return "host_race";
    case FindingKind::stream_race:
      return "stream_race";
    case FindingKind::divergent_barrier:
      return "divergent_barrier";
    case FindingKind::shuffle_inactive_lane:
      return "shuffle_inactive_lane";
    case FindingKind::infinite_loop:
      return "infinite_loop";
    case FindingKind::deadlock:
      return "deadlock";
    case FindingKind::stack_overflow:
      return "stack_overflow";
    case FindingKind::kernel_fault:
      return "kernel_fault";
    case FindingKind::undefined_arithmetic:
      return "undefined_arithmetic";
    case FindingKind::read_only_write:
      return "read_only_write";
    case FindingKind::shared_size:
      return "shared_size";
    case FindingKind::launch_refused:
      return "launch_refused";
    case FindingKind::wrong_copy:
      return "wrong_copy";
    case FindingKind::bad_free:
      return "bad_free";
    case FindingKind::invalid_handle:
      return "invalid_handle";
    case FindingKind::wrong_stream:
      return "wrong_stream";
    case FindingKind::blocking_call:
      return "blocking_call";
    case FindingKind::own_block:
      return "own_block";
    case FindingKind::host_result:
      return "host_result";
    case FindingKind::no_own_kernel:
      return "no_own_kernel";
    case FindingKind::leak:
      return "leak";
    case FindingKind::unchecked_error:
      return "unchecked_error";
    case FindingKind::cheated:
      return "cheated";
  }
  return "";
}

}  // namespace kit::sim
