/// @file
/// Copies and memsets as work of streams.
#pragma once

#include <cstddef>

#include "streams.hpp"

namespace kit::sim {

/// A copy whose sides have been checked. Memory is known if kernels may use it; other memory of the
/// host's is pageable: the driver has copied it before the call returns, or the call returns when
/// it is written.
struct RowCopy {
  const char* call = "";
  char* target = nullptr;
  std::size_t target_pitch = 0;
  const char* source = nullptr;
  std::size_t source_pitch = 0;
  std::size_t width = 0, height = 1;  ///< bytes, rows
  bool target_known = true, source_known = true;
  bool within_device = false;       ///< the host waits for none of these
  bool target_is_variable = false;  ///< in which nothing is ever unwritten
  bool looks_at_source = true;      ///< says so if nothing has written the source
};

/// Queues it, and waits where the call does.
void queue_copy(const RowCopy& copy, Queue queue);

struct RowFill {
  const char* call = "";
  char* target = nullptr;
  std::size_t pitch = 0;
  int value = 0;
  std::size_t width = 0, height = 1;
  bool on_host = false;  ///< memory that the host may use: the call without Async waits
};

void queue_fill(const RowFill& fill, Queue queue);

}  // namespace kit::sim

/// In an observed program: from now on (or no longer) copies are told of as work of a kernel that
/// writes what is copied to the device. For code that computes on the host in place of a kernel.
extern "C" void kit_sim_copies_stand_for_kernel(int on);
