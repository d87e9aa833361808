/// How a block ends that cannot end well: a thread at fault, threads that all wait, blocks that all
/// wait for others which cannot start. What is found is said once for a launch, and its other
/// blocks then end too.
#include <algorithm>
#include <map>
#include <utility>

#include "block_runner.hpp"
#include "error_state.hpp"

namespace kit::sim {

void BlockRunner::end_stall() {
  polls_ = 0;
  if (std::exchange(stalled_, false)) --launch_->stalled;
}

// A block that has polled long enough counts as stalled. Where all host threads have a stalled
// block or none at all, nobody is left who could end the wait. Without an observer, blocks that
// have all started may poll for ever: the judge's time limit ends that.
void BlockRunner::polled(bool news) {
  constexpr std::uint64_t kPollsInVain = 4000;  // of each thread
  constexpr std::uint64_t kAllStarted = 16;  // times as many: threads of the block may be at work
  const std::uint64_t started = std::min<std::uint64_t>(launch_->next, launch_->blocks);
  const bool all_started = started == launch_->blocks;
  const std::uint64_t progress = started + launch_->idle;
  if (news || progress != progress_seen_ || (all_started && observer() == nullptr)) {
    progress_seen_ = progress;
    return end_stall();
  }
  const std::uint64_t patience = kPollsInVain * std::max(thread_count_, 32u);
  if (++polls_ < (all_started ? kAllStarted * patience : patience)) return;
  if (!std::exchange(stalled_, true)) ++launch_->stalled;
  if (launch_->stalled + launch_->idle >= launch_->workers) fail_stalled(all_started);
}

void BlockRunner::fail_stalled(bool all_started) {
  if (all_started) {
    fail(cudaErrorLaunchTimeout, FindingKind::infinite_loop,
         "all blocks that still run wait here, and none of them does what they wait for: a "
         "lock that a thread did not give back, or a flag that nobody sets",
         call_stack());
  }
  const std::uint64_t at_once = launch_->workers, blocks = launch_->blocks;
  fail(cudaErrorLaunchTimeout, FindingKind::deadlock,
       "all blocks that run wait here for others, and " + std::to_string(blocks - launch_->next) +
           " of the grid's " + std::to_string(blocks) +
           " have not started: a barrier over the grid needs all its blocks to run at once, and "
           "here " +
           std::to_string(at_once) + " do (KIT_SIM_THREADS), on a card as many as fit",
       call_stack());
}

void BlockRunner::fail(cudaError_t fault, FindingKind kind, const std::string& message,
                       CodePlace where) {
  if (observer_ != nullptr) observer_->set_quiet(true);
  cudaError_t none = cudaSuccess;
  if (launch_->fault.compare_exchange_strong(none, fault)) {
    report({kind, message, position(), std::move(where)});
  }
  stop(fault);
}

void BlockRunner::refuse_block(unsigned most_threads) {
  launch_->most_threads = most_threads;
  stop(cudaErrorInvalidValue);  // as seen on a card
}

// What goes wrong in device code.
void BlockRunner::report(Finding finding) {
  if (observer() == nullptr) {
    explain(finding.message + " in " + finding.position);
  } else {
    observer()->found(std::move(finding));
  }
}

void BlockRunner::stop(cudaError_t fault) {
  if (observer_ != nullptr) observer_->set_quiet(true);
  cudaError_t none = cudaSuccess;
  launch_->fault.compare_exchange_strong(none, fault);
  for (;;) switch_to_scheduler();  // never resumed: the scheduler drops the block
}

bool BlockRunner::below_stack(const void* address) const {
  const char* byte = static_cast<const char*>(address);
  return byte >= stacks_ && byte < running_->stack_top - kFiberStackBytes;
}

bool BlockRunner::is_on_stack(const void* address) const {
  const char* byte = static_cast<const char*>(address);
  return byte >= stacks_ && byte < fibers_.back().stack_top;
}

std::string BlockRunner::position(unsigned thread) const {
  auto triple = [](const uint3& v) {
    return "(" + std::to_string(v.x) + ", " + std::to_string(v.y) + ", " + std::to_string(v.z) +
           ")";
  };
  return std::string("kernel ") + launch_->site.name + " (launched at " + launch_->site.file + ":" +
         std::to_string(launch_->site.line) + "), block " + triple(block_index_) + ", thread " +
         triple(indices_[thread]);
}

// Nobody can go on. The groups that wait, largest first.
void BlockRunner::report_deadlock() {
  std::map<std::uint32_t, unsigned> waiting;  // threads by program counter
  unsigned at_warp = 0;
  for (unsigned t = 0; t < thread_count_; ++t) {
    const Thread& thread = threads_[t];
    if (thread.state == State::at_warp) ++at_warp;
    if (thread.state == State::at_warp || thread.state == State::at_barrier) {
      ++waiting[thread.state == State::at_warp ? thread.exchange.pc : thread.pc];
    }
  }
  std::vector<std::pair<std::uint32_t, unsigned>> groups(waiting.begin(), waiting.end());
  std::sort(groups.begin(), groups.end(), [](auto& a, auto& b) { return a.second > b.second; });
  const std::string text =
      std::to_string(waiting_) + " threads of the block wait at __syncthreads, " +
      std::to_string(at_warp) + " at a warp primitive whose mask names lanes that do not come, " +
      std::to_string(thread_count_ - live_) + " have ended";
  cudaError_t none = cudaSuccess;
  if (!launch_->fault.compare_exchange_strong(none, cudaErrorLaunchTimeout)) return;
  if (observer() == nullptr) return explain("deadlock in " + position() + ": " + text);
  const unsigned ended = thread_count_ - live_;
  Finding finding{FindingKind::deadlock,
                  "the block waits for ever: " + std::to_string(groups.front().second) +
                      " threads wait here, " + std::to_string(live_ - groups.front().second) +
                      " elsewhere, " + std::to_string(ended) +
                      " have ended; a barrier waits for every thread that has not ended, a warp "
                      "primitive for every lane of its mask",
                  position(), CodePlace(groups.front().first)};
  for (const auto& [pc, threads] : groups) {
    if (pc == groups.front().first) continue;
    finding.related.push_back(
        {std::to_string(threads) + (threads == 1 ? " thread waits here" : " threads wait here"),
         CodePlace(pc)});
  }
  observer()->found(std::move(finding));
}

// The block waits for others at a barrier over the grid, and they do not come.
void BlockRunner::report_missing_block() {
  cudaError_t none = cudaSuccess;
  if (!launch_->fault.compare_exchange_strong(none, cudaErrorLaunchTimeout)) return;
  unsigned waiting = 0;
  while (threads_[waiting].state != State::at_barrier) ++waiting;
  const std::string what =
      threads_[0].state == State::done
          ? "the first thread of this block has ended, without which it cannot meet the others"
          : "another block has ended without coming here";
  report({FindingKind::deadlock,
          (observer() == nullptr ? "deadlock: a" : "a") +
              std::string(" barrier over the grid waits for ever: ") + what +
              "; all threads of the grid must come to it",
          position(waiting), CodePlace(threads_[waiting].pc)});
}

}  // namespace kit::sim
