/// Blocks are listed with their exact sizes. Code that is not confined reaches this heap by
/// kit_sim_malloc and kit_sim_new, confined code by the names of student_heap.hpp. `running_trace`
/// says whether a CUDA thread asks.
#include "device_heap.hpp"

#include <atomic>
#include <cstdlib>
#include <map>
#include <mutex>
#include <new>

#include "block_trace.hpp"
#include "device.hpp"
#include "page_heap.hpp"

namespace kit::sim {
namespace {

struct DeviceHeap {
  PageHeap pages;
  std::mutex mutex;
  std::map<const char*, DeviceBlock> blocks;
  std::size_t used = 0;

  static DeviceHeap& instance() {
    static auto* heap = new DeviceHeap;
    return *heap;
  }
};

// Most programs take nothing; whoever frees memory of the host then asks no further.
std::atomic<bool> was_used = false;

}  // namespace

void* take_device_block(std::size_t bytes) {
  DeviceHeap& heap = DeviceHeap::instance();
  const std::lock_guard lock(heap.mutex);
  const std::size_t limit = device_heap_limit();
  if (heap.used > limit || bytes > limit - heap.used) return nullptr;
  char* const block = heap.pages.allocate(bytes);
  heap.blocks[block] = {block, bytes, false};
  heap.used += bytes;
  was_used = true;
  return block;
}

bool give_back_device_block(void* block) {
  if (!was_used.load(std::memory_order_relaxed)) return false;
  DeviceHeap& heap = DeviceHeap::instance();
  const std::lock_guard lock(heap.mutex);
  const auto found = heap.blocks.find(static_cast<const char*>(block));
  if (found == heap.blocks.end()) return false;
  if (found->second.freed) return true;
  found->second.freed = true;
  heap.used -= found->second.bytes;
  heap.pages.release(block);
  return true;
}

std::optional<DeviceBlock> find_device_block(const char* address) {
  if (!was_used.load(std::memory_order_relaxed)) return std::nullopt;
  DeviceHeap& heap = DeviceHeap::instance();
  const std::lock_guard lock(heap.mutex);
  const auto next = heap.blocks.upper_bound(address);
  if (next == heap.blocks.begin()) return std::nullopt;
  const DeviceBlock& block = std::prev(next)->second;
  if (address >= block.data + block.bytes + PageHeap::kPage) return std::nullopt;
  return block;
}

HeapBlock find_device_pages(const void* address) {
  if (!was_used.load(std::memory_order_relaxed)) return {};
  return DeviceHeap::instance().pages.find(address);
}

}  // namespace kit::sim

using kit::sim::running_trace;

extern "C" {

void* kit_sim_malloc(std::size_t bytes) {
  return running_trace != nullptr ? kit::sim::take_device_block(bytes) : std::malloc(bytes);
}

void kit_sim_free(void* block) {
  if (block != nullptr && !kit::sim::give_back_device_block(block)) std::free(block);
}

void* kit_sim_new(std::size_t bytes) {
  return running_trace != nullptr ? kit::sim::take_device_block(bytes) : ::operator new(bytes);
}

void kit_sim_delete(void* block) {
  if (block != nullptr && !kit::sim::give_back_device_block(block)) ::operator delete(block);
}
}
