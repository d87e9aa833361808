/// @file
/// The observer of one host thread: logs what the running CUDA thread does, checks it at once, and
/// hands warps' logs to the counters.
#pragma once

#include <memory>
#include <vector>

#include "../src/block_runner.hpp"
#include "counters.hpp"
#include "findings.hpp"
#include "global_shadow.hpp"
#include "shared_shadow.hpp"
#include "trace.hpp"

namespace kit::sim {

/// What all block traces share during a launch.
struct LaunchState {
  std::uint32_t number = 0;
  std::vector<GlobalBuffer*> buffers;  // sorted by address
  BlockOrder order;
  std::uint64_t step_budget = 0;  ///< basic blocks a thread may enter
};

class BlockTrace : public BlockObserver {
 public:
  BlockTrace(LaunchState& state, BlockRunner& runner) : state_(state), runner_(runner) {}

  // From the runtime.
  void block_begins(Launch& launch, std::uint64_t block, unsigned threads) override;
  void block_ends() override;
  void thread_runs(unsigned thread, char* stack_top) override;
  void kernel_entered() override;
  void set_quiet(bool quiet) override;
  void thread_pauses(unsigned thread, Pause reason) override;
  void thread_wakes(unsigned thread) override;
  void barrier_released(unsigned waiting) override;
  void barrier_reached(unsigned thread, std::uint32_t place) override;
  void warp_synchronised(unsigned warp) override { ++warp_steps_[warp]; }
  void shuffle_from_inactive(unsigned thread, std::uint32_t place) override;
  void fence() override;
  void atomic(void* address, unsigned bytes, std::uint32_t place, void* frame) override;

  // From the instrumented code of the running CUDA thread.
  void enter_block(std::uint32_t place, const void* frame);
  void access(const void* address, unsigned bytes, Access access, bool is_volatile,
              std::uint32_t place, const void* frame);

  RequestCounter& counter() { return counter_; }

 private:
  struct BarrierPlace {
    std::uint32_t place = 0;
    unsigned thread = 0;
  };
  void check_shared(const char* address, unsigned bytes, Access access, std::uint32_t place);
  void check_global(GlobalBuffer& buffer, const char* address, unsigned bytes, Access access,
                    bool sync, std::uint32_t place);
  GlobalBuffer* find_buffer(const char* address);
  [[noreturn]] void refuse_address(const char* address, Access access, std::uint32_t place);
  void report(FindingKind kind, std::string message, std::uint32_t place,
              std::uint32_t other_place = 0);
  void push(EventKey key);
  std::uint32_t depth(const void* frame) const {
    return std::uint32_t(stack_top_ - static_cast<const char*>(frame)) / 16;
  }
  WarpTrace& trace_of(unsigned warp);

  LaunchState& state_;
  BlockRunner& runner_;
  RequestCounter counter_;
  SharedShadow shared_;
  std::vector<std::unique_ptr<WarpTrace>> traces_ = std::vector<std::unique_ptr<WarpTrace>>(32);
  std::vector<unsigned> running_lanes_ = std::vector<unsigned>(32);  // of each warp: not stopped
  std::vector<std::uint16_t> warp_steps_ = std::vector<std::uint16_t>(32);
  std::vector<std::uint64_t> steps_;
  std::vector<bool> worked_, entered_;
  LaneLog* log_ = nullptr;
  char* stack_top_ = nullptr;
  unsigned thread_ = 0, threads_ = 0;
  std::uint32_t epoch_ = 1, block_epoch_ = 1, block_ = 0;
  GlobalBuffer* last_buffer_ = nullptr;
  BarrierPlace barrier_;
};

/// The trace of the CUDA thread that runs on this host thread right now, or null: what every hook
/// asks first, so it must cost one load.
extern __thread BlockTrace* running_trace;

}  // namespace kit::sim
