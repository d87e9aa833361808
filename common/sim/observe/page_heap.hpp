/// @file
/// Blocks of memory on pages that hold nothing else: small ones share pages with those of their
/// size, each large one ends before a page without access. What is known about the blocks lies
/// elsewhere, so that no overrun of one reaches it.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <vector>

namespace kit::sim {

/// The bytes of a large block, or of the pages that small ones share.
struct HeapBlock {
  char* data = nullptr;
  std::size_t bytes = 0;
};

class PageHeap {
 public:
  static constexpr std::size_t kPage = 4096, kDefaultAlignment = 16;

  /// `alignment`: a power of two, at most a page. Throws std::bad_alloc.
  char* allocate(std::size_t bytes, std::size_t alignment = kDefaultAlignment);

  /// The same for a block of any size that shares its pages with no other.
  char* allocate_alone(std::size_t bytes, std::size_t alignment = kDefaultAlignment);

  /// Bytes that the block has room for, which is free then unless `keep` says otherwise; 0 if it is
  /// none of this heap.
  std::size_t release(void* block, bool keep = false);

  /// The block, or the pages of small blocks, that holds the address; empty if none does.
  HeapBlock find(const void* address);

  /// Whether the address lies on the page behind a block that shares its pages with no other.
  bool ends_before(const void* address);

 private:
  struct Area {
    std::size_t bytes = 0;
    std::size_t each = 0;  // of small blocks; 0 for one large block
    char* data = nullptr;  // where the user's bytes begin
  };

  char* allocate_small(std::size_t bytes);
  char* allocate_large(std::size_t bytes, std::size_t alignment);

  std::mutex mutex_;
  std::map<char*, Area> areas_;
  std::map<int, std::vector<char*>> free_;  // by the logarithm of their size
};

}  // namespace kit::sim
