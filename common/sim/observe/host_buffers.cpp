/// @file
/// A copy to the device that is too long goes unnoticed as long as the host has memory there. The
/// worker says which arrays it hands to a function; of others nothing is known.
#include "host_buffers.hpp"

#include <map>
#include <mutex>

namespace kit::sim {
namespace {

struct HostBuffer {
  std::size_t bytes = 0;
  std::string name;
};

struct HostBuffers {
  std::mutex mutex;
  std::map<const char*, HostBuffer> by_begin;
};

HostBuffers& host_buffers() {
  static auto* const all = new HostBuffers;  // outlives the program's other static objects
  return *all;
}

/// The known array that an address lies in, and where in it; null if none. Called with the mutex
/// held.
std::pair<const HostBuffer*, std::size_t> find(const HostBuffers& known, const void* address) {
  const auto* const place = static_cast<const char*>(address);
  const auto next = known.by_begin.upper_bound(place);
  if (next == known.by_begin.begin()) return {};
  const auto& [data, buffer] = *std::prev(next);
  const auto offset = std::size_t(place - data);
  if (offset >= buffer.bytes) return {};
  return {&buffer, offset};
}

}  // namespace

std::string host_buffer_at(const void* address) {
  HostBuffers& known = host_buffers();
  const std::lock_guard lock(known.mutex);
  const HostBuffer* const buffer = find(known, address).first;
  return buffer == nullptr ? "" : buffer->name;
}

std::string beyond_host_buffer(const void* source, std::size_t bytes) {
  HostBuffers& known = host_buffers();
  const std::lock_guard lock(known.mutex);
  const auto [found, offset] = find(known, source);
  if (found == nullptr || bytes <= found->bytes - offset) return {};
  const HostBuffer& buffer = *found;
  return "reads " + std::to_string(bytes - (buffer.bytes - offset)) + " bytes past the end of " +
         buffer.name + " on the host, which has " + std::to_string(buffer.bytes) +
         "; the size of a copy is in bytes, and no more than the buffer has";
}

}  // namespace kit::sim

extern "C" void kit_sim_name_host_buffer(const void* data, unsigned long bytes, const char* name) {
  kit::sim::HostBuffers& known = kit::sim::host_buffers();
  const std::lock_guard lock(known.mutex);
  if (data == nullptr)
    known.by_begin.clear();
  else
    known.by_begin[static_cast<const char*>(data)] = {bytes, name};
}
