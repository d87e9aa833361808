/// @file
/// Happens-before between threads of a block, other than by barriers.
#pragma once

#include <cstdint>
#include <vector>

namespace kit::sim {

/// Order that fences make between the threads of one block: a thread that writes, fences and then
/// signals is ordered before one that sees the signal by an atomic or a volatile access. What a
/// thread did after its last fence counts as done before it, so an error is on the side of order.
class ThreadOrder {
 public:
  void start_block(unsigned threads) {
    if (used_) fenced_.clear();
    threads_ = threads;
    used_ = false;
  }
  void fence(unsigned thread) {
    if (!used_) {
      fenced_.assign(threads_, 0);
      acquired_.assign(threads_, 0);
    }
    used_ = true;
    fenced_[thread] = ++now_;
  }
  void acquire(unsigned thread) {
    if (used_) acquired_[thread] = ++now_;
  }
  bool ordered(unsigned earlier, unsigned now) const {
    return used_ && fenced_[earlier] != 0 && acquired_[now] > fenced_[earlier];
  }
  /// True once a thread of this block has called a fence.
  bool used() const { return used_; }

 private:
  std::vector<std::uint64_t> fenced_, acquired_;  // times of each thread's last; 0 for none
  std::uint64_t now_ = 0;
  unsigned threads_ = 0;
  bool used_ = false;
};

}  // namespace kit::sim
