/// @file
/// Streams, events, graphs and captures that a program has made and not ended, and where.
#pragma once

#include <cstdint>
#include <vector>

#include "finding.hpp"

namespace kit::sim {

struct LiveHandle {
  const void* handle = nullptr;
  const char* what = "";       ///< "a stream"
  const char* ended_by = "";   ///< "cudaStreamDestroy"
  bool blocks_others = false;  ///< later work fails until it is ended
  CodePlace where;             ///< the call that made it
  std::uint64_t serial = 0;    ///< of all, in the order in which they were made, from 1
};

/// In an observed program: notes what the call that is under way has made; nothing in others.
void note_made(const void* handle, const char* what, const char* ended_by,
               bool blocks_others = false);
void note_ended(const void* handle);

/// The serial of the next one.
std::uint64_t next_handle_serial();
/// Those made from that serial on that have not been ended.
std::vector<LiveHandle> live_handles(std::uint64_t since);

}  // namespace kit::sim
