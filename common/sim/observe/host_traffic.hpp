/// @file
/// How much of what lies on the device came to the host, and back, while a function was called
/// whose images all lie there: who computes on the host has to bring them.
#pragma once

#include <cstdint>
#include <string>

#include "../src/stream_observer.hpp"

namespace kit::sim {

/// Pinned and managed memory, which the host's code may use.
bool is_host_memory(const void* address);

/// Not safe for several threads.
class HostTraffic {
 public:
  /// Work that has been done; its lists are sorted, and each byte stands in them once.
  void add(const StreamWork& work);
  /// What was added since the last call, as JSON: bytes `to_host` and `from_host`, by copies and by
  /// kernels that use the host's memory; `file` and `line` of the work that brought most of them to
  /// the host.
  std::string take();

 private:
  std::uint64_t to_host_ = 0, from_host_ = 0;
  std::uint64_t most_ = 0;  ///< bytes of one piece of work to the host
  CodePlace where_;         ///< of that work
};

}  // namespace kit::sim
