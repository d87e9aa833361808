#include "live_handles.hpp"

#include <algorithm>
#include <iterator>
#include <mutex>
#include <utility>

#include "observer.hpp"

namespace kit::sim {
namespace {

struct Handles {
  std::mutex mutex;
  std::vector<LiveHandle> live;
  std::uint64_t made = 0;
};

// Never destroyed: the end of the program asks it.
Handles& all_handles() {
  static auto* all = new Handles;
  return *all;
}

}  // namespace

void note_made(const void* handle, const char* what, const char* ended_by, bool blocks_others) {
  if (observer() == nullptr) return;
  CodePlace where = call_stack();
  const std::lock_guard lock(all_handles().mutex);
  all_handles().live.push_back(
      {handle, what, ended_by, blocks_others, std::move(where), ++all_handles().made});
}

void note_ended(const void* handle) {
  const std::lock_guard lock(all_handles().mutex);
  std::erase_if(all_handles().live, [&](const LiveHandle& one) { return one.handle == handle; });
}

std::uint64_t next_handle_serial() {
  const std::lock_guard lock(all_handles().mutex);
  return all_handles().made + 1;
}

std::vector<LiveHandle> live_handles(std::uint64_t since) {
  const std::lock_guard lock(all_handles().mutex);
  std::vector<LiveHandle> found;
  std::copy_if(all_handles().live.begin(), all_handles().live.end(), std::back_inserter(found),
               [&](const LiveHandle& one) { return one.serial >= since; });
  return found;
}

}  // namespace kit::sim
