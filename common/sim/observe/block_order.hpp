/// @file
/// Happens-before between blocks of a launch.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

namespace kit::sim {

/// Order that fences and atomics make between blocks: a block that writes, fences and then signals
/// is ordered before one that sees the signal by an atomic or a volatile read.
class BlockOrder {
 public:
  void start_launch();
  void fence(std::uint32_t block);
  void acquire(std::uint32_t block);
  std::uint32_t fences(std::uint32_t block);
  /// True if an access of `writer_block` after `fences` fences is ordered before now in
  /// `reader_block`.
  bool ordered(std::uint32_t writer_block, std::uint32_t fences, std::uint32_t reader_block);
  /// True once a block of this launch has called a fence.
  bool used() const { return used_.load(std::memory_order_relaxed); }

 private:
  struct Times {
    std::vector<std::uint64_t> fences;
    std::uint64_t acquired = 0;
  };
  std::mutex mutex_;
  std::map<std::uint32_t, Times> blocks_;
  std::uint64_t now_ = 0;
  std::atomic<bool> used_{false};
};

}  // namespace kit::sim
