/// @file
/// Runs one block at a time on a host thread: its CUDA threads are fibers that switch at barriers
/// and warp primitives.
#pragma once

#include <array>
#include <atomic>
#include <boost/context/detail/fcontext.hpp>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "device.hpp"
#include "finding.hpp"
#include "grid_barrier.hpp"
#include "kit_sim/launch.h"
#include "kit_sim/warp.h"
#include "observer.hpp"

namespace kit::sim {

/// Stack of a CUDA thread.
inline constexpr std::size_t kFiberStackBytes = 256 * 1024;
inline constexpr const char* kStackOverflow =
    "stack overflow: calls and local variables of a thread take more than its 256 KiB";
inline constexpr const char* kEndlessRecursion =
    "stack overflow: this call leads to itself, deeper than a thread's 256 KiB go";

/// What all host threads share while a kernel runs.
struct Launch {
  const LaunchConfig& config;
  const LaunchSite& site;
  void (*call)(void*);
  void* data;
  std::uint64_t seed;
  std::uint64_t blocks;
  std::atomic<std::uint64_t> next{0};  ///< blocks handed out so far
  std::atomic<cudaError_t> fault{
      cudaSuccess};                         ///< the first fault; the rest of the grid is dropped
  unsigned workers = 1;                     ///< host threads that run its blocks
  std::atomic<unsigned> stalled{0};         ///< of them: those whose block only waits
  std::atomic<unsigned> idle{0};            ///< of them: those that have run their last block
  std::atomic<bool> shared_overrun{false};  ///< as SharedGuard found
  std::atomic<unsigned> most_threads{0};    ///< that the kernel allows a block, if those are fewer
  GridBarrier* grid = nullptr;              ///< of a cooperative launch
};

/// Watches this host thread's room for dynamic shared memory beyond what a launch passes. A card
/// rounds the size up, by less than kSlack, and refuses what lies further.
class SharedGuard {
 public:
  explicit SharedGuard(std::size_t shared_bytes);
  /// True if a kernel has stored something there.
  bool changed() const;
  static constexpr std::size_t kSlack = 1024;

 private:
  std::size_t begin_;
};

/// What a lane brings to a warp primitive, and what it gets back.
struct WarpExchange {
  enum class Kind : std::uint8_t { barrier, shuffle, vote };
  Kind kind = Kind::barrier;
  Shuffle shuffle = Shuffle::index;
  Vote vote = Vote::ballot;
  unsigned mask = 0;
  int operand = 0;
  int width = 32;
  std::uint64_t value = 0;
  std::uint64_t result = 0;
  bool all_equal = false;
  std::uint32_t pc = 0;  ///< in the student's code
};

/// A copy that its thread has not waited for.
struct PendingCopy {
  char* target = nullptr;
  unsigned bytes = 0;
  std::uint32_t pc = 0;
  std::uint64_t batch = 0;
  std::array<char, 16> data{};
};

class BlockRunner {
 public:
  BlockRunner();
  BlockRunner(const BlockRunner&) = delete;
  BlockRunner& operator=(const BlockRunner&) = delete;

  /// The runner of the calling host thread; made at first use and kept.
  static BlockRunner& of_this_thread();
  /// The runner whose CUDA thread is running right now; null on the host side of the program.
  static BlockRunner* active();

  /// Runs block number `block` (x fastest) of the launch to its end, or until the launch has a
  /// fault.
  void run(Launch& launch, std::uint64_t block);

  // Called by CUDA threads.
  int block_barrier(Combine combine, int predicate, std::uint32_t pc);
  void grid_barrier(std::uint32_t pc);
  bool is_cooperative() const { return launch_->grid != nullptr; }
  const WarpExchange& warp_exchange(const WarpExchange& exchange);
  /// The lanes of the running thread's warp that meet at `pc`: waits until each other lane has come
  /// here too, waits somewhere else, has ended, or polls.
  unsigned converge(std::uint32_t pc);
  void start_copy(char* target, const char* source, unsigned bytes, unsigned zeros,
                  std::uint32_t pc, void* frame);
  void commit_copies();
  void wait_for_copies(std::uint64_t prior, void* frame);
  bool in_shared_memory(const void* address) const;
  void yield();
  /// The running thread looked for news and found none (an atomic operation that changed nothing, a
  /// fence), or made some. A grid whose running blocks all wait while others have not started
  /// waits for ever.
  void polled(bool news);
  /// The running thread's log is full: the other lanes of its warp must catch up.
  void pause_full();
  BlockObserver* block_observer() { return observer_; }
  /// Ends the launch with this fault and says so; does not return to the CUDA thread.
  [[noreturn]] void fail(cudaError_t fault, FindingKind kind, const std::string& message,
                         CodePlace where = {});
  /// The kernel's __launch_bounds__ allow a block fewer threads: the launch is refused, before any
  /// thread has begun.
  [[noreturn]] void refuse_block(unsigned most_threads);
  /// True if a thread of the block has met the declaration of an `extern __shared__` array, or if
  /// the program has one outside of all functions.
  bool dynamic_shared_declared() const;
  void note_dynamic_shared() { dynamic_shared_ = true; }
  unsigned block_threads() const { return thread_count_; }
  /// Ends the launch with this fault, which the observer has reported.
  [[noreturn]] void stop(cudaError_t fault);

  unsigned lane() const { return current_ % 32; }
  unsigned thread() const { return current_; }
  /// "kernel k (file.cu:12), block (1, 2, 0), thread (3, 4, 0)"
  std::string position() const { return position(current_); }
  std::string position(unsigned thread) const;
  /// Top of the stack the running CUDA thread is on.
  char* stack_top() const { return running_->stack_top; }
  /// True if the address lies just below the end of the running CUDA thread's stack, or further
  /// down among the other stacks.
  bool below_stack(const void* address) const;

  unsigned atomics_since_yield = 0;

 private:
  struct Fiber {
    boost::context::detail::fcontext_t context = nullptr;
    char* stack_top = nullptr;
    bool guarded = false;  ///< nobody may access what lies below its stack
  };
  enum class State : std::uint8_t {
    fresh,
    ready,
    running,
    at_barrier,
    at_warp,
    converging,
    full,
    done
  };
  struct Thread {
    State state = State::fresh;  // all that a block needs set when it starts
    Fiber* fiber = nullptr;
    int predicate = 0;
    std::uint32_t pc = 0;  // where it waits
    WarpExchange exchange;
    unsigned converged = 0;  // lanes that met at its pc
    std::vector<PendingCopy> copies;
    std::uint64_t batches = 0;  // of copies that were committed
  };
  struct Converging {
    unsigned lanes = 0;   // of the warp, which wait for others to come
    unsigned yields = 0;  // of its other lanes since then
  };

  static void fiber_main(boost::context::detail::transfer_t transfer);
  void pause_current(State state, BlockObserver::Pause reason);
  void start_block(Launch& launch, std::uint64_t block);
  void reset_fibers();
  Fiber* free_fiber();
  void resume(Fiber* fiber);
  void switch_to_scheduler();
  bool start_next_fresh();
  void set_extent(const dim3& extent);
  void make_current(unsigned thread);
  void finish_current();
  void make_ready(unsigned thread);
  bool is_on_stack(const void* address) const;
  void drop_copies();
  void release_barrier();
  bool meet_other_blocks();
  void wake_full();
  bool complete_warp(unsigned thread);
  void lane_stopped(unsigned warp);
  void end_converging(unsigned warp);
  void exchange_lanes(unsigned first, unsigned mask);
  void check_same_function(unsigned first, unsigned present);
  void report(Finding finding);
  void report_deadlock();
  void report_missing_block();
  void end_stall();
  [[noreturn]] void fail_stalled(bool all_started);

  Launch* launch_ = nullptr;
  std::uint64_t polls_ = 0, progress_seen_ = 0;  // in vain, since a block was last started
  bool stalled_ = false, dynamic_shared_ = false;
  bool copies_started_ = false;
  bool at_grid_ = false;  // the barrier at which threads wait is one over the grid
  BlockObserver* observer_ = nullptr;
  uint3 block_index_{};
  unsigned thread_count_ = 0, live_ = 0, waiting_ = 0, full_ = 0, next_fresh_ = 0, current_ = 0;
  Combine combine_ = Combine::none;
  int combined_ = 0;
  std::vector<Thread> threads_;
  std::vector<uint3> indices_;  // threadIdx of each thread of a block of `extent_`
  dim3 extent_{0, 0, 0};
  std::vector<unsigned> warp_order_;
  std::array<unsigned, kMaxBlockThreads / 32> at_warp_{};  // lanes of each warp in that state
  std::array<Converging, kMaxBlockThreads / 32> converging_{};
  std::deque<unsigned> ready_;
  std::vector<Fiber> fibers_;
  char* stacks_ = nullptr;  // of all fibers, the first one lowest
  std::vector<Fiber*> free_;
  Fiber* running_ = nullptr;
  boost::context::detail::fcontext_t scheduler_ = nullptr;
};

/// A well-mixed 64-bit hash (the finaliser of SplitMix64).
std::uint64_t mix(std::uint64_t value);

}  // namespace kit::sim
