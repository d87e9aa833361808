/// Blocks of a launch run in any order, so only what they tell each other orders them: a block
/// fences and then writes a flag, another one reads the flag (acquires). All fences and acquires of
/// a launch get rising times. Few kernels have fences, so nothing is locked or kept before the
/// first one.
#include "block_order.hpp"

namespace kit::sim {

void BlockOrder::start_launch() {
  const std::lock_guard lock(mutex_);
  blocks_.clear();
  used_ = false;
}

void BlockOrder::fence(std::uint32_t block) {
  const std::lock_guard lock(mutex_);
  used_ = true;
  blocks_[block].fences.push_back(++now_);
}

void BlockOrder::acquire(std::uint32_t block) {
  if (!used_.load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(mutex_);
  blocks_[block].acquired = ++now_;
}

std::uint32_t BlockOrder::fences(std::uint32_t block) {
  if (!used_.load(std::memory_order_relaxed)) return 0;
  const std::lock_guard lock(mutex_);
  return std::uint32_t(blocks_[block].fences.size());
}

// The writer's fence came before the reader's last acquire: what the writer did before the fence
// happens before what the reader does now.
bool BlockOrder::ordered(std::uint32_t writer_block, std::uint32_t fences,
                         std::uint32_t reader_block) {
  if (!used_.load(std::memory_order_relaxed)) return false;
  if (fences >= 15) return true;  // the record counts no further
  const std::lock_guard lock(mutex_);
  const Times& writer = blocks_[writer_block];
  return fences < writer.fences.size() && blocks_[reader_block].acquired > writer.fences[fences];
}

}  // namespace kit::sim
