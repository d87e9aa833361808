/// @file
/// A student's heap lies on pages of its own, and what is known about its blocks lies elsewhere, so
/// that no overrun reaches more than the student's own values. Small blocks share pages with those
/// of their size; each large one ends before a page without access.
#include "student_heap.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <new>
#include <vector>

#include "owned_memory.hpp"

namespace kit::sim {
namespace {

constexpr std::size_t kPage = 4096, kSlab = 64 * 1024, kLargestSmall = 2048, kSmallest = 16;

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

class StudentHeap {
 public:
  static StudentHeap& instance() {
    static auto* heap = new StudentHeap;
    return *heap;
  }

  void* allocate(std::size_t bytes, std::size_t alignment) {
    if (bytes > SIZE_MAX / 2 || alignment > kPage) throw std::bad_alloc();
    const std::lock_guard lock(mutex_);
    const std::size_t wanted = std::bit_ceil(std::max({bytes, alignment, kSmallest}));
    return wanted <= kLargestSmall ? allocate_small(wanted)
                                   : allocate_large(std::max<std::size_t>(bytes, 1), alignment);
  }

  /// Bytes that the block has room for; 0 if it is none.
  std::size_t release(void* block, bool keep) {
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
    std::vector<void*>& free = free_[std::countr_zero(area.each)];
    if (!keep && std::find(free.begin(), free.end(), block) == free.end()) free.push_back(block);
    return area.each;
  }

  HeapBlock find(const void* address) {
    const std::lock_guard lock(mutex_);
    auto* byte = const_cast<char*>(static_cast<const char*>(address));
    const auto next = areas_.upper_bound(byte);
    if (next == areas_.begin()) return {};
    const auto& [begin, area] = *std::prev(next);
    if (byte >= begin + area.bytes) return {};
    return {area.data, std::size_t(begin + area.bytes - area.data)};
  }

 private:
  struct Area {
    std::size_t bytes = 0;
    std::size_t each = 0;  // of small blocks; 0 for one large block
    char* data = nullptr;  // where the student's bytes begin
  };

  void* allocate_small(std::size_t bytes) {
    std::vector<void*>& free = free_[std::countr_zero(bytes)];
    if (free.empty()) {
      char* slab = map_pages(kSlab);
      areas_[slab] = {kSlab, bytes, slab};
      for (std::size_t at = kSlab; at > 0; at -= bytes) free.push_back(slab + at - bytes);
    }
    void* block = free.back();
    free.pop_back();
    return block;
  }

  void* allocate_large(std::size_t bytes, std::size_t alignment) {
    const std::size_t unit = std::max<std::size_t>(alignment, kSmallest);
    const std::size_t whole = round_up(bytes, std::max(unit, kPage));
    char* first = map_pages(whole);
    char* data = first + whole - round_up(bytes, unit);
    areas_[first] = {whole, 0, data};
    return data;
  }

  std::mutex mutex_;
  std::map<char*, Area> areas_;
  std::map<int, std::vector<void*>> free_;  // by the logarithm of their size
};

constexpr std::size_t kDefaultAlignment = 16;

}  // namespace

HeapBlock find_student_block(const void* address) {
  return StudentHeap::instance().find(address);
}

}  // namespace kit::sim

extern "C" {

void* kit_sim_student_new(std::size_t bytes) {
  return kit::sim::StudentHeap::instance().allocate(bytes, kit::sim::kDefaultAlignment);
}

void* kit_sim_student_aligned_new(std::size_t bytes, std::size_t alignment) {
  return kit::sim::StudentHeap::instance().allocate(bytes, alignment);
}

void* kit_sim_student_aligned(std::size_t alignment, std::size_t bytes) {
  return kit::sim::StudentHeap::instance().allocate(bytes, alignment);
}

void* kit_sim_student_calloc(std::size_t count, std::size_t bytes) {
  std::size_t all = 0;
  if (__builtin_mul_overflow(count, bytes, &all)) return nullptr;
  void* block = kit_sim_student_new(all);
  std::memset(block, 0, all);
  return block;
}

void* kit_sim_student_realloc(void* block, std::size_t bytes) {
  void* larger = kit_sim_student_new(bytes);
  if (block == nullptr) return larger;
  const std::size_t had = kit::sim::StudentHeap::instance().release(block, true);
  std::memcpy(larger, block, std::min(had, bytes));
  kit_sim_student_delete(block);
  return larger;
}

void kit_sim_student_delete(void* block) {
  if (block != nullptr) kit::sim::StudentHeap::instance().release(block, false);
}

void kit_sim_student_keep(void* /*object*/) {}
}
