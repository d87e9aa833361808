/// Large blocks are mapped one by one; small ones are cut from slabs, a power of two each, and used
/// again last in, first out. Whoever frees a block that is free already, or none, changes nothing.
#include "page_heap.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <mutex>
#include <new>
#include <vector>

#include "owned_memory.hpp"

namespace kit::sim {
namespace {

constexpr std::size_t kPage = PageHeap::kPage, kSlab = 64 * 1024, kLargestSmall = 2048,
                      kSmallest = 16;

std::size_t round_up(std::size_t value, std::size_t unit) {
  return (value + unit - 1) / unit * unit;
}

// Pages without access on both sides.
char* map_pages(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes + 2 * kPage, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  char* first = static_cast<char*>(memory) + kPage;
  if (mprotect(first, bytes, PROT_READ | PROT_WRITE) != 0) throw std::bad_alloc();
  return first;
}

}  // namespace

char* PageHeap::allocate(std::size_t bytes, std::size_t alignment) {
  if (bytes > SIZE_MAX / 2 || alignment > kPage) throw std::bad_alloc();
  const std::lock_guard lock(mutex_);
  const std::size_t wanted = std::bit_ceil(std::max({bytes, alignment, kSmallest}));
  return wanted <= kLargestSmall ? allocate_small(wanted)
                                 : allocate_large(std::max<std::size_t>(bytes, 1), alignment);
}

char* PageHeap::allocate_alone(std::size_t bytes, std::size_t alignment) {
  if (bytes > SIZE_MAX / 2 || alignment > kPage) throw std::bad_alloc();
  const std::lock_guard lock(mutex_);
  return allocate_large(std::max<std::size_t>(bytes, 1), alignment);
}

std::size_t PageHeap::release(void* block, bool keep) {
  const std::lock_guard lock(mutex_);
  const auto next = areas_.upper_bound(static_cast<char*>(block));
  if (next == areas_.begin()) return 0;
  auto& [begin, area] = *std::prev(next);
  const auto offset = std::size_t(static_cast<char*>(block) - begin);
  if (offset >= area.bytes) return 0;
  if (area.each == 0) {
    if (block != area.data) return 0;
    const auto room = std::size_t(begin + area.bytes - area.data);
    if (keep) return room;
    forget_checked();
    munmap(begin - kPage, area.bytes + 2 * kPage);
    areas_.erase(std::prev(next));
    return room;
  }
  if (offset % area.each != 0) return 0;
  std::vector<char*>& free = free_[std::countr_zero(area.each)];
  if (!keep && std::find(free.begin(), free.end(), block) == free.end())
    free.push_back(static_cast<char*>(block));
  return area.each;
}

HeapBlock PageHeap::find(const void* address) {
  const std::lock_guard lock(mutex_);
  auto* byte = const_cast<char*>(static_cast<const char*>(address));
  const auto next = areas_.upper_bound(byte);
  if (next == areas_.begin()) return {};
  const auto& [begin, area] = *std::prev(next);
  if (byte >= begin + area.bytes) return {};
  return {area.data, std::size_t(begin + area.bytes - area.data)};
}

bool PageHeap::ends_before(const void* address) {
  const std::lock_guard lock(mutex_);
  auto* byte = const_cast<char*>(static_cast<const char*>(address));
  const auto next = areas_.upper_bound(byte);
  if (next == areas_.begin()) return false;
  const auto& [begin, area] = *std::prev(next);
  return area.each == 0 && byte >= begin + area.bytes && byte < begin + area.bytes + kPage;
}

char* PageHeap::allocate_small(std::size_t bytes) {
  std::vector<char*>& free = free_[std::countr_zero(bytes)];
  if (free.empty()) {
    char* slab = map_pages(kSlab);
    areas_[slab] = {kSlab, bytes, slab};
    for (std::size_t at = kSlab; at > 0; at -= bytes) free.push_back(slab + at - bytes);
  }
  char* block = free.back();
  free.pop_back();
  return block;
}

char* PageHeap::allocate_large(std::size_t bytes, std::size_t alignment) {
  const std::size_t unit = std::max<std::size_t>(alignment, kSmallest);
  const std::size_t whole = round_up(bytes, std::max(unit, kPage));
  char* first = map_pages(whole);
  char* data = first + whole - round_up(bytes, unit);
  areas_[first] = {whole, 0, data};
  return data;
}

}  // namespace kit::sim
