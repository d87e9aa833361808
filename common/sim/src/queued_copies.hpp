/// @file
/// What the observer is told of copies.
#pragma once

#include <cstddef>
#include <vector>

#include "finding.hpp"
#include "observer.hpp"
#include "streams.hpp"

namespace kit::sim {

inline UsedBytes used_bytes(const void* data, std::size_t bytes) {
  const auto* const begin = static_cast<const char*>(data);
  return {begin, begin + bytes, 0};
}

/// One side of a copy: rows of memory that is known; nullptr for pageable memory of the host's,
/// which is copied to memory of the driver's before the call returns, or is written before it does.
struct Rows {
  const void* data = nullptr;
  std::size_t pitch = 0;
};

inline std::vector<UsedBytes> list_rows(const Rows& rows, std::size_t width, std::size_t height) {
  std::vector<UsedBytes> all;
  for (std::size_t y = 0; rows.data != nullptr && y < height; ++y)
    all.push_back(used_bytes(static_cast<const char*>(rows.data) + y * rows.pitch, width));
  return all;
}

/// Tells the observer of a copy. `within_device`: the host waits for none of these.
inline void note_copy(const char* call, Queue queue, Rows target, Rows source, std::size_t width,
                      std::size_t height, bool within_device) {
  if (observer() == nullptr) return;
  observer()->streams().queued(queue.stream, {call, call_stack(), list_rows(source, width, height),
                                              list_rows(target, width, height)});
  if ((queue.host_waits && !within_device) || target.data == nullptr)
    observer()->streams().host_waits(queue.stream);
}

}  // namespace kit::sim
