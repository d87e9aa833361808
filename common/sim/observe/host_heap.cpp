// What the heap keeps about its blocks comes from the C library.
#include "host_heap.hpp"

#include <atomic>
#include <new>

#include "page_heap.hpp"

namespace kit::sim {
namespace {

constexpr std::size_t kMostBlocks = 8192;  // each takes three mappings of the system's 65530

std::atomic<bool> guarded = false;
std::atomic<std::size_t> blocks = 0;
thread_local bool busy = false;

/// As long as one of these exists, its thread's blocks come from the C library.
class Busy {
 public:
  Busy() { busy = true; }
  ~Busy() { busy = false; }
  Busy(const Busy&) = delete;
  Busy& operator=(const Busy&) = delete;
};

PageHeap& heap() {
  static auto* const one = new PageHeap;
  return *one;
}

}  // namespace

void guard_host_blocks(bool on) {
  guarded = on;
}

void* take_host_block(std::size_t bytes, std::size_t alignment) {
  if (!guarded || busy || blocks >= kMostBlocks || alignment > PageHeap::kPage) return nullptr;
  const Busy now;
  try {
    void* const block = heap().allocate_alone(bytes, alignment);
    ++blocks;
    return block;
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

std::size_t room_of_host_block(void* block) {
  if (blocks == 0 || busy) return 0;
  const Busy now;
  return heap().release(block, true);
}

bool give_back_host_block(void* block) {
  if (blocks == 0 || busy) return false;
  const Busy now;
  if (heap().release(block) == 0) return false;
  --blocks;
  return true;
}

std::string beyond_host_block(const void* address) {
  if (blocks == 0 || busy) return {};
  const Busy now;
  return heap().ends_before(address)
             ? "reaches past the end of memory that comes from new, malloc or a vector"
             : "";
}

}  // namespace kit::sim

extern "C" void kit_sim_call_student(int begins) {
  kit::sim::guard_host_blocks(begins != 0);
}
