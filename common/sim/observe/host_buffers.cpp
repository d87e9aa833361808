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

}  // namespace

std::string beyond_host_buffer(const void* source, std::size_t bytes) {
  HostBuffers& known = host_buffers();
  const std::lock_guard lock(known.mutex);
  const auto* const begin = static_cast<const char*>(source);
  const auto next = known.by_begin.upper_bound(begin);
  if (next == known.by_begin.begin()) return {};
  const auto& [data, buffer] = *std::prev(next);
  const auto offset = std::size_t(begin - data);
  if (offset >= buffer.bytes || bytes <= buffer.bytes - offset) return {};
  return "reads " + std::to_string(bytes - (buffer.bytes - offset)) + " bytes past the end of " +
         buffer.name + " on the host, which has " + std::to_string(buffer.bytes) +
         "; sizes of copies are in bytes, and of what there is";
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
