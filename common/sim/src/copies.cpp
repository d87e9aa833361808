/// Copies that a thread starts and waits for later (cuda_pipeline.h). The source is read at once,
/// the target written when the thread waits: a read of it before finds what was there, so that a
/// missing wait shows in the results, and as a read of memory that nobody has written.
#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "block_runner.hpp"
#include "cuda_pipeline.h"
#include "kit_sim/copy_shares.h"
#include "memory.hpp"

namespace kit::sim {

void BlockRunner::start_copy(char* target, const char* source, unsigned bytes, unsigned zeros,
                             std::uint32_t pc, void* frame) {
  if ((bytes != 4 && bytes != 8 && bytes != 16) || zeros > bytes) {
    fail(cudaErrorLaunchFailure, FindingKind::kernel_fault,
         "__pipeline_memcpy_async copies 4, 8 or 16 bytes, and fills up no more than those",
         call_stack());
  }
  // What is written later must still be there.
  if (is_on_stack(target) || (observer_ != nullptr && !observer_->is_shared(target))) {
    fail(cudaErrorIllegalAddress, FindingKind::out_of_bounds,
         "the target of __pipeline_memcpy_async is not in shared memory", call_stack());
  }
  PendingCopy copy{target, bytes, pc, threads_[current_].batches, {}};
  for (unsigned at = 0; at < bytes - zeros;) {
    const unsigned piece = std::bit_floor(bytes - zeros - at);
    if (observer_ != nullptr)
      observer_->copies(source + at, piece, BlockObserver::CopyEnd::source, pc, frame);
    std::memcpy(copy.data.data() + at, source + at, piece);
    at += piece;
  }
  threads_[current_].copies.push_back(copy);
  copies_started_ = true;
}

void BlockRunner::commit_copies() {
  ++threads_[current_].batches;
}

void BlockRunner::wait_for_copies(std::uint64_t prior, void* frame) {
  constexpr std::uint64_t kMostPrior = 8;  // CUDA counts no further
  Thread& self = threads_[current_];
  prior = std::min(prior, kMostPrior);
  std::size_t done = 0;
  for (; done < self.copies.size(); ++done) {
    const PendingCopy& copy = self.copies[done];
    if (copy.batch + prior >= self.batches) break;
    if (observer_ != nullptr)
      observer_->copies(copy.target, copy.bytes, BlockObserver::CopyEnd::target, copy.pc, frame);
    std::memcpy(copy.target, copy.data.data(), copy.bytes);
  }
  self.copies.erase(self.copies.begin(), self.copies.begin() + std::ptrdiff_t(done));
}

// What the last block's threads have not waited for is nobody's any more.
void BlockRunner::drop_copies() {
  if (!std::exchange(copies_started_, false)) return;
  for (Thread& thread : threads_) {
    thread.copies.clear();
    thread.batches = 0;
  }
}

// Without an observer: what is neither the thread's own nor memory that was allocated.
bool BlockRunner::in_shared_memory(const void* address) const {
  if (is_on_stack(address)) return false;
  return observer_ != nullptr ? observer_->is_shared(address)
                              : !Memory::instance().find(address).has_value();
}

bool in_shared_memory(const void* address) {
  return BlockRunner::active()->in_shared_memory(address);
}

[[gnu::noinline]] void start_copy(void* target, const void* source, std::size_t bytes,
                                  std::size_t zeros) {
  const auto most = std::size_t(UINT32_MAX);
  BlockRunner::active()->start_copy(
      static_cast<char*>(target), static_cast<const char*>(source), unsigned(std::min(bytes, most)),
      unsigned(std::min(zeros, most)), program_counter(__builtin_return_address(0)),
      __builtin_dwarf_cfa());
}

void commit_copies() {
  BlockRunner::active()->commit_copies();
}

[[gnu::noinline]] void wait_for_copies(std::size_t prior) {
  BlockRunner::active()->wait_for_copies(prior, __builtin_dwarf_cfa());
}

}  // namespace kit::sim
