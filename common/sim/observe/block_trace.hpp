/// @file
/// The observer of one host thread: logs what the running CUDA thread does, checks it at once, and
/// hands warps' logs to the counters.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "../src/block_runner.hpp"
#include "block_recorder.hpp"
#include "constant_reads.hpp"
#include "counters.hpp"
#include "findings.hpp"
#include "global_shadow.hpp"
#include "own_pages.hpp"
#include "program_memory.hpp"
#include "shared_shadow.hpp"
#include "signal_order.hpp"
#include "trace.hpp"
#include "warp_order.hpp"

namespace kit::sim {

struct DeviceBlock;
class BlockTrace;

/// What all block traces share during a launch.
struct LaunchState {
  std::uint32_t number = 0;
  /// Launches and barriers over the grid so far: what lies between two of them is ordered with all
  /// before and after.
  std::uint32_t interval = 0;
  std::vector<GlobalBuffer*> buffers;  ///< sorted by address
  SignalOrder order;
  std::uint64_t step_budget = 0;      ///< events that the threads of a block may cause together
  bool keeps_uses = false;            ///< of this launch, for streams
  BlockRecorder* recorder = nullptr;  ///< of one block of this launch, if it is recorded
  const Launch* launch = nullptr;
  std::string argument_bytes;          ///< of the launch that comes next
  std::vector<const char*> arguments;  ///< words of the kernel's arguments, pointers among them
  CodePlace launched_from;             ///< the calls that led to the launch
  std::atomic<std::uint32_t> kernel{
      0};  ///< where the kernel's body begins; 0 until a thread is there
  std::array<std::atomic<const BlockTrace*>, 64> traces{};  ///< those of the first host threads
};

/// What an instrumented instruction does to memory. Both are what the hooks call.
class BlockTrace : public BlockObserver, public OnOwnPages {
 public:
  BlockTrace(LaunchState& state, BlockRunner& runner)
      : state_(state),
        runner_(runner),
        counter_(state.buffers),
        finder_(state.buffers),
        signals_(state.order) {}

  // From the runtime.
  void block_begins(Launch& launch, std::uint64_t block, unsigned threads) override;
  void block_ends() override;
  void thread_runs(unsigned thread, char* stack_top) override;
  void kernel_entered(std::uint32_t pc, void* frame) override;
  void set_quiet(bool quiet) override;
  void thread_pauses(unsigned thread, Pause reason) override;
  void thread_wakes(unsigned thread) override;
  void barrier_released(unsigned waiting) override;
  void barrier_reached(unsigned thread, std::uint32_t pc) override;
  void warp_synchronised(unsigned warp, std::uint32_t lanes) override;
  void arrivals_met() override;
  void shuffle_from_inactive(unsigned thread, std::uint32_t pc) override;
  void functions_mixed(const Lane& earlier, const Lane& later) override;
  void copies(const void* address, unsigned bytes, CopyEnd end, std::uint32_t pc,
              void* frame) override {
    access(address, bytes, end == CopyEnd::source ? Access::read : Access::write, false, pc, frame);
  }
  bool is_shared(const void* address) override {
    return shared_.find(static_cast<const char*>(address)) != nullptr;
  }
  void fence(FenceScope scope) override;
  void atomic(void* address, unsigned bytes, AtomicTraits traits, std::uint32_t pc,
              void* frame) override;
  void atomic_done() override;
  void read_only_load(const void* address, unsigned bytes, std::uint32_t pc) override;
  void texture_access(const TextureAccess& access, std::uint32_t pc, void* frame) override;

  // From the instrumented code of the running CUDA thread; `frame` tells how deep in calls it is.
  void enter_block(std::uint32_t pc, const void* frame) {
    const EventKey key = block_key(pc, depth(frame));
    if (!cursor_.follow(key)) log(key);
  }
  void access(const void* address, unsigned bytes, Access access, bool is_volatile,
              std::uint32_t pc, const void* frame);
  /// The same for a member of a vector: if `together` is not 0, the aligned bytes of that number
  /// around the address are what the hardware accesses at once; if it is, it has done so already.
  void member(const void* address, unsigned bytes, unsigned together, Access access,
              std::uint32_t pc, const void* frame);
  /// An access before which the compiler may have called none of these. Unless it has, it is one if
  /// it goes to memory that kernels are judged by.
  void unannounced(const char* address, unsigned bytes, Access access, std::uint32_t pc,
                   const void* frame);
  /// An operation whose result C++ leaves undefined.
  void undefined(FindingKind kind, std::string message, std::uint32_t pc);
  /// What is told from here on, up to end_pieces(), are pieces of one statement, which stores only
  /// when all have been told.
  void begin_pieces(Access access);
  void end_pieces() { in_pieces_ = false; }
  /// The accesses that follow are pieces of one of these bytes; of none if it is empty.
  void set_range(std::string_view range) { range_ = range; }
  /// What kernels do most, a plain read of four bytes: the same as access(), sooner.
  void read_word(const void* address, std::uint32_t pc, const void* frame);

  // From the program's observer, between launches.
  RequestCounter& counter() { return counter_; }
  std::vector<SharedArray>& shared_arrays() { return shared_.arrays(); }
  /// A launch begins: buffers may have changed. `keeps_uses`: list_constant_reads() will be asked.
  void launch_begins(bool keeps_uses);
  void list_constant_reads(std::vector<UsedBytes>& reads) const { constant_reads_.list(reads); }
  /// Takes back the races with atomic operations of plain reads that a compare-and-swap of the same
  /// thread and place followed: what they read is checked before it counts. `all`: every trace.
  void forget_races(const std::vector<BlockTrace*>& all);
  /// Adds to the findings how often each showed again.
  void launch_ends();

 private:
  struct BarrierArrival {
    std::uint32_t pc = 0;
    unsigned thread = 0;
  };
  // A write that is a race, unless it stores what is there already.
  struct PendingWriteRace {
    const char* address;
    unsigned bytes;
    std::uint32_t pc, other_pc;
    FindingKind kind;
    std::array<char, 16> before;
    std::string message;
    unsigned other_thread;  // of the block, for a race in shared memory
    bool if_no_fence;       // both are volatile
  };
  // A race of this block and epoch: which of the two come to the barrier that ends it?
  struct OpenRace {
    std::uint64_t cause;
    unsigned thread, other_thread;
  };
  Space examine(const char* address, unsigned bytes, Access access, bool is_volatile,
                std::uint32_t pc);
  void note(const char* address, unsigned bytes, Space space, Access access, std::uint32_t pc,
            const void* frame);
  void note_address(const char* address, std::uint64_t what);
  void record_value(const char* address, std::uint64_t what);
  bool quick_read(Space space, const char* address, std::uint32_t pc);
  void read_word_elsewhere(const char* address, std::uint32_t pc, const void* frame);
  bool quick_global_read(const char* address, std::uint32_t pc);
  Space space_at(const char* address) const;
  // On the running thread's stack: a variable whose address was taken.
  bool is_local(const char* address) const {
    return std::size_t(stack_top_ - address) <= kFiberStackBytes;
  }
  Space check(const char* address, unsigned bytes, Access access, bool is_volatile,
              std::uint32_t pc);
  // A piece of a struct may be padding, which only the whole struct shows.
  template <typename Shadow>
  bool initialised(const Shadow& shadow, const char* address, unsigned bytes) const {
    return shadow.initialised(address, bytes) ||
           (range_.size() > bytes && shadow.initialised(range_.data(), unsigned(range_.size())));
  }
  /// What is said besides of a read of shared memory that nobody has written, or `never` will.
  std::string what_else_is_missing(const SharedArray& array, bool never) const;
  void reword_reads_of_what_is_never_written();
  std::vector<Finding::Related> stores_to(const SharedArray& array) const;
  void check_shared(const char* address, unsigned bytes, Access access, bool sync,
                    std::uint32_t pc);
  void check_constant(const char* address, unsigned bytes, Access access, std::uint32_t pc);
  void check_device_heap(const DeviceBlock& block, const char* address, unsigned bytes,
                         Access access, std::uint32_t pc);
  bool check_global(GlobalBuffer& buffer, const char* address, unsigned bytes, Access access,
                    bool sync, std::uint32_t pc);
  void check_texel(const char* address, const TextureAccess& access, std::uint32_t pc);
  void report_if_written(const GlobalBuffer& buffer, const char* address, unsigned bytes,
                         const char* how, const char* advice, std::uint32_t pc);
  void check_alignment(const char* address, unsigned bytes, std::uint32_t pc);
  void report_shared_race(const SharedArray& array, const char* address, unsigned bytes,
                          Access access, const SharedShadow::Conflict& conflict, std::uint32_t pc);
  void report_global_race(const GlobalBuffer& buffer, const char* address, unsigned bytes,
                          Access access, const GlobalBuffer::PriorAccess& prior, std::uint32_t pc);
  void report_shared_bounds(const SharedArray& array, const char* address, Access access,
                            std::uint32_t pc);
  void report_uninitialised(const GlobalBuffer& buffer, const char* address, std::uint32_t pc);
  void report_or_defer(FindingKind kind, std::string message, const char* address, unsigned bytes,
                       bool both_write, std::uint32_t pc, std::uint32_t other_pc,
                       unsigned other_thread = 0, bool if_no_fence = false);
  void report_race(FindingKind kind, std::string message, std::uint32_t pc, std::uint32_t other_pc,
                   unsigned other_thread, bool if_no_fence);
  void note_read_race(FindingKind kind, Access access, bool sync, bool other_was_write,
                      bool other_sync, std::uint32_t pc, std::uint32_t other_pc);
  void set_me();
  void learn();
  void note_work(Access access) {
    *worked_here_ |= access == Access::read ? kWorked : char(kWorked | kStored);
  }
  bool across_warps(unsigned other_thread) const { return other_thread / 32 != thread_ / 32; }
  bool is_announced(const char* address, unsigned bytes, Access access) const;
  /// True if the access takes the value that is there.
  bool reads(Access access) const {
    return access == Access::read || (access == Access::atomic && !atomic_traits_.stores);
  }
  void note_poll(const char* address, unsigned bytes);
  void wait_for_store(std::uint32_t other_block, const char* address);
  void defer_write_race(PendingWriteRace write);
  void resolve_write_races();
  [[noreturn]] void refuse_variable(FindingKind kind, const std::string& place, Access access,
                                    std::uint32_t pc);
  /// What the launch's arguments add to a mistake in this buffer, as the end of a sentence: one of
  /// them points outside already, or two of them to one place.
  std::string outside_already(const char* address);
  std::string given_twice(const GlobalBuffer& buffer) const;
  [[noreturn]] void refuse_address(const char* address, Access access, std::uint32_t pc);
  [[noreturn]] void stop_endless(std::uint32_t pc);
  bool is_new(FindingKind kind, std::uint32_t pc, std::uint32_t other_pc = 0);
  void report(FindingKind kind, std::string message, std::uint32_t pc,
              std::vector<Finding::Related> related = {}, std::uint32_t other_pc = 0);
  void report(FindingKind kind, std::string message, std::string position, std::uint32_t pc,
              std::vector<Finding::Related> related, std::uint32_t other_pc);
  void log(EventKey key);
  std::uint64_t depth(const void* frame) const {
    return std::uint64_t(stack_top_ - static_cast<const char*>(frame));
  }
  AccessRecord record_of(std::uint32_t pc) const {
    return {epoch_, std::uint16_t(thread_), warps_.segment(thread_), pc};
  }
  WarpTrace& trace_of(unsigned warp);

  LaunchState& state_;
  BlockRunner& runner_;
  RequestCounter counter_;
  BufferFinder finder_;
  SharedShadow shared_;
  std::vector<std::unique_ptr<WarpTrace>> traces_ = std::vector<std::unique_ptr<WarpTrace>>(32);
  std::vector<unsigned> running_lanes_ = std::vector<unsigned>(32);  // of each warp: not stopped
  static constexpr char kWorked = 1, kStored = 2;
  std::vector<char> worked_;   // of each thread: has accessed global memory; has written there
  std::vector<char> entered_;  // of each thread: runs its kernel
  bool fences_used_ = false;   // by a block of this launch, when last looked
  WarpOrder warps_;            // of the running block
  BlockSignals signals_;
  std::uint64_t steps_ = 0;
  std::uint32_t loop_begins_ = UINT32_MAX;  // of an endless loop, as far as is known
  FlatMap<std::uint64_t> seen_;     // how often each finding showed in this launch, by its cause
  FlatMap<std::uint64_t> crossed_;  // the races among them that threads of two warps had
  // A read of shared memory that nobody had written by then.
  struct EarlyRead {
    const char* address;
    unsigned bytes;
    const SharedArray* array;
    std::string text;  ///< "reads tile at byte 4"
    std::uint64_t cause;
  };
  std::vector<EarlyRead> early_reads_;  ///< of the running block
  // A race of a plain read with an atomic operation.
  struct ReadRace {
    std::uint64_t cause;
    std::uint32_t read_pc;
  };
  std::vector<ReadRace> read_races_;
  FlatMap<char> checked_reads_, block_atomics_;  // by program counter, of this launch
  struct AtomicUnderWay {
    unsigned thread = 0;
    std::uint32_t pc = 0;
    unsigned bytes = 0;
    const char* address = nullptr;
  };
  AtomicUnderWay atomic_under_way_;  // announced last
  AtomicTraits atomic_traits_;       // of the running atomic operation
  std::vector<OpenRace> open_races_;
  std::vector<std::uint32_t> arrived_;  // of each thread: the epoch that its last barrier ended
  std::vector<PendingWriteRace> pending_races_;
  std::vector<Finding> if_no_fence_;  // races of this block, unless one of its threads fences
  bool diverged_ = false;             // its threads have met at different barriers
  bool in_pieces_ = false;
  const char* constant_begin_ = nullptr;  // the __constant__ variable that was read last
  std::size_t constant_bytes_ = 0;
  ConstantReads constant_reads_;  // of this launch
  // The write that was announced last, and where the log stood behind it (null before it is
  // logged): until the log goes on, it may not have happened. Other host threads read this.
  const char* in_flight_ = nullptr;
  const EventKey* in_flight_at_ = nullptr;
  bool waits_ = false;                 // for another block's write
  std::uint64_t in_flight_since_ = 0;  // in ticks of a clock that all host threads share
  bool polls_ = false;  // the block has read a volatile word and written nothing since
  const char* polled_ = nullptr;
  std::uint64_t polled_value_ = 0;

  BlockRecorder* recorder_ = nullptr;  // if the running block is the one that is recorded

  // Of the running thread.
  WarpTrace::Cursor cursor_{};
  WarpTrace* warp_ = nullptr;
  unsigned lane_ = 0, thread_ = 0, threads_ = 0;
  unsigned ended_ = 0, ended_before_barrier_ = 0;  // threads of this block
  std::string_view range_;                         // of which the accesses are pieces
  WarpTrace::LastAccesses before_pause_;           // if it paused while it announced one
  char* stack_top_ = nullptr;
  char* worked_here_ = nullptr;  // in worked_
  std::uint64_t me_ = 0;         // as a packed GlobalAccessRecord, without sync

  std::uint32_t epoch_ = 1, block_epoch_ = 1, block_ = 0;
  BarrierArrival barrier_;
  std::uint32_t last_barrier_ = 0;  // that this block has passed; 0: none
};

/// "3 bytes past the end of "
std::string past_the_end(std::ptrdiff_t distance);

/// "reads ", else "writes ".
const char* verb_of(Access access);

/// The trace of the CUDA thread that runs on this host thread right now, or null: what every hook
/// asks first, so it must cost one load.
extern __thread BlockTrace* running_trace;
/// The end of its stack, which grows down.
extern __thread char* running_stack_top;

/// The access that it announced last, in the form in which unannounced.cpp is asked about one.
struct LastAnnounced {
  static constexpr std::uint64_t kWrite = 0x100;
  const char* address = nullptr;
  std::uint64_t what = 0;  ///< bytes; kWrite if it is no read
};
extern __thread LastAnnounced last_announced;

[[gnu::always_inline]] inline bool BlockTrace::quick_global_read(const char* address,
                                                                 std::uint32_t pc) {
  const GlobalBuffer::View* const buffer = finder_.find_recent(address);
  if (buffer == nullptr || fences_used_) return false;
  *worked_here_ |= kWorked;
  return buffer->quick_read(address, me_, pc);
}

[[gnu::always_inline]] inline void BlockTrace::note_address(const char* address,
                                                            std::uint64_t what) {
  *cursor_.addresses++ = reinterpret_cast<std::uint64_t>(address);
  last_announced = {address, what};
  if (recorder_ != nullptr) [[unlikely]]
    record_value(address, what);
}

// Most reads are of global memory, and what other lanes of the warp did before. What is left is a
// function of its own, so that this one needs no registers saved.
[[gnu::always_inline]] inline void BlockTrace::read_word(const void* address, std::uint32_t pc,
                                                         const void* frame) {
  const char* const byte = static_cast<const char*>(address);
  if (*cursor_.expected == access_key(pc, depth(frame), Space::global, Access::read, 2) &&
      reinterpret_cast<std::uintptr_t>(byte) % 4 == 0 && pending_races_.empty() &&
      quick_global_read(byte, pc)) {
    ++cursor_.expected;
    note_address(byte, 4);
  } else {
    read_word_elsewhere(byte, pc, frame);
  }
}

}  // namespace kit::sim
