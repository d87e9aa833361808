/// @file
/// A store of a student's reaches these pages neither by an overrun, since their neighbours are not
/// mapped, nor by arithmetic from an address that it knows, since the distance is random. What
/// stops those who read the addresses somewhere is that each store is checked (confinement.cpp).
#include "own_pages.hpp"

#include <sys/mman.h>
#include <sys/random.h>

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace kit::sim {
namespace {

constexpr std::size_t kChunk = 2 << 20, kAlignment = 64, kPageBytes = 4096;

struct Chunk {
  char* data = nullptr;
  std::size_t bytes = 0;
};

std::mutex pages_mutex;
std::vector<Chunk>& chunks() {
  static auto* const all = new std::vector<Chunk>;
  return *all;
}
std::size_t newest_used = 0;  // of the newest chunk

// Somewhere between 4 TiB and 68 TiB, where programs and their libraries are not.
char* random_address() {
  std::uint64_t random = 0;
  if (getrandom(&random, sizeof random, 0) != sizeof random) return nullptr;
  return reinterpret_cast<char*>((std::uint64_t(1) << 42) +
                                 (random & ((std::uint64_t(1) << 46) - 1)) / kPageBytes *
                                     kPageBytes);
}

Chunk map_chunk(std::size_t bytes) {
  constexpr int kTries = 8;
  for (int i = 0; i < kTries; ++i) {
    void* memory = mmap(random_address(), bytes, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (memory != MAP_FAILED) return {static_cast<char*>(memory), bytes};
  }
  throw std::bad_alloc();
}

}  // namespace

void* allocate_on_own_pages(std::size_t bytes) {
  bytes = (bytes + kAlignment - 1) / kAlignment * kAlignment;
  const std::lock_guard lock(pages_mutex);
  if (chunks().empty() || chunks().back().bytes - newest_used < bytes) {
    chunks().push_back(
        map_chunk(std::max(kChunk, (bytes + kPageBytes - 1) / kPageBytes * kPageBytes)));
    newest_used = 0;
  }
  return chunks().back().data + std::exchange(newest_used, newest_used + bytes);
}

bool is_observers(const char* address) {
  const std::lock_guard lock(pages_mutex);
  return std::any_of(chunks().begin(), chunks().end(), [address](const Chunk& chunk) {
    return std::size_t(address - chunk.data) < chunk.bytes;
  });
}

}  // namespace kit::sim
