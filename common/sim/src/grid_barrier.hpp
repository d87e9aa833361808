/// @file
/// The barrier over the grid of a cooperative launch.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace kit::sim {

/// Each block has a host thread of its own, which waits here for the others.
class GridBarrier {
 public:
  explicit GridBarrier(std::uint64_t blocks) : blocks_(blocks) {}

  /// A block's threads have all come. Waits until those of the other blocks have; false if that
  /// cannot be, because a block has ended or the launch has a fault.
  bool arrive();
  /// A block has ended: it will not come again.
  void leave();

 private:
  const std::uint64_t blocks_;
  std::mutex mutex_;
  std::condition_variable change_;
  std::uint64_t waiting_ = 0, times_ = 0;  // blocks that wait now; barriers that all have passed
  bool somebody_left_ = false;
};

}  // namespace kit::sim
