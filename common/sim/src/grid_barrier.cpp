/// While the last block to come holds the lock, no block runs: that is when the observer is told.
#include "grid_barrier.hpp"

#include "observer.hpp"

namespace kit::sim {

bool GridBarrier::arrive() {
  std::unique_lock lock(mutex_);
  if (++waiting_ == blocks_) {
    waiting_ = 0;
    ++times_;
    if (observer() != nullptr) observer()->grid_synchronised();
    change_.notify_all();
    return true;
  }
  const std::uint64_t before = times_;
  change_.wait(lock, [&] { return times_ != before || somebody_left_; });
  return times_ != before;
}

void GridBarrier::leave() {
  const std::lock_guard lock(mutex_);
  somebody_left_ = true;
  change_.notify_all();
}

}  // namespace kit::sim
