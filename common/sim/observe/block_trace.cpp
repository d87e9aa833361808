/// Follows the CUDA threads of one host thread. Each access takes one of two ways. The short one is
/// a read of an aligned word that nothing is wrong with, which most accesses are: one comparison
/// with what the warp's other lanes did, one look into the shadow memory. The long one (access,
/// check) finds out what kind of memory it is, whether the address is inside, written before and
/// ordered with what other threads did, and reports what is wrong.
///
/// Invariants. `running_trace` is this object exactly while code of the student's kernel runs here:
/// what the checks themselves do calls no hooks, since they take it away as long as they work.
/// `epoch_` rises with each barrier and each block, so two accesses of one block with different
/// epochs have a barrier between them. An event of the running thread is noted before the thread
/// can stop, so whoever merges a warp's logs finds them complete.
#include "block_trace.hpp"

#include <algorithm>
#include <utility>

namespace kit::sim {

__thread BlockTrace* running_trace = nullptr;
__thread char* running_stack_top = nullptr;
__thread LastAnnounced last_announced;

void BlockTrace::launch_begins(bool keeps_uses) {
  constant_reads_.start(keeps_uses);
  finder_.forget();
  counter_.launch_begins();
  seen_.clear();
  crossed_.clear();
  read_races_.clear();
  checked_reads_.clear();
  block_atomics_.clear();
  for (SharedArray& array : shared_.arrays()) array.accessed = false;
}

void BlockTrace::launch_ends() {
  seen_.for_each([](std::uint64_t cause, std::uint64_t count) {
    if (count > 1) Findings::instance().add_count(cause, count - 1);
  });
}

void BlockTrace::block_begins(Launch& launch, std::uint64_t block, unsigned threads) {
  recorder_ =
      state_.recorder != nullptr && state_.recorder->wants(block) ? state_.recorder : nullptr;
  if (recorder_ != nullptr) recorder_->block_begins(counter_, threads);
  block_ = std::uint32_t(block);
  threads_ = threads;
  ended_ = ended_before_barrier_ = 0;
  block_epoch_ = ++epoch_;
  shared_.start_block(epoch_, launch.config.shared_bytes);
  counter_.block_begins(threads);
  steps_ = 0;
  loop_begins_ = UINT32_MAX;
  warps_.start_block(threads);
  signals_.start_block(block_ & GlobalAccessRecord::kBlock, threads);
  worked_.assign(threads, 0);
  entered_.assign(threads, false);
  barrier_ = {};
  last_barrier_ = 0;
  open_races_.clear();
  arrived_.assign(threads, 0);
  pending_races_.clear();
  early_reads_.clear();
  if_no_fence_.clear();
  diverged_ = false;
  polls_ = false;
  polled_ = nullptr;
  const unsigned warps = (threads + 31) / 32;
  for (unsigned w = 0; w < warps; ++w) {
    running_lanes_[w] = std::min(32u, threads - 32 * w);
    trace_of(w).reset();
    for (unsigned lane = 0; lane < running_lanes_[w]; ++lane) trace_of(w).set_paused(lane, false);
  }
  Counters& totals = counter_.totals();
  ++totals.blocks;
  totals.warps += warps;
  totals.threads += threads;
}

void BlockTrace::block_ends() {
  counter_.block_ends();
  Counters& totals = counter_.totals();
  for (std::size_t first = 0; first < worked_.size(); first += 32) {
    const auto begin = worked_.begin() + std::ptrdiff_t(first);
    const auto end = worked_.begin() + std::ptrdiff_t(std::min(first + 32, worked_.size()));
    const auto working = std::uint64_t(end - begin - std::count(begin, end, 0));
    totals.working_threads += working;
    totals.storing_threads +=
        std::uint64_t(std::count_if(begin, end, [](char done) { return (done & kStored) != 0; }));
    totals.working_warps += working > 0;
  }
  reword_reads_of_what_is_never_written();
  if (!signals_.used()) {
    for (Finding& race : if_no_fence_)
      if (seen_[race.cause]++ == 0) Findings::instance().add(std::move(race));
  }
  if (recorder_ != nullptr) recorder_->block_ends(state_.buffers, shared_.arrays());
  recorder_ = nullptr;
  running_trace = nullptr;
}

// Its containers may be instances that the student's object has given to the program.
void BlockTrace::record_value(const char* address, std::uint64_t what) {
  BlockTrace* const running = std::exchange(running_trace, nullptr);
  recorder_->note_value(thread_, address, unsigned(what & (LastAnnounced::kWrite - 1)),
                        (what & LastAnnounced::kWrite) != 0, in_pieces_);
  running_trace = running;
}

WarpTrace& BlockTrace::trace_of(unsigned warp) {
  if (!traces_[warp]) traces_[warp] = std::make_unique<WarpTrace>();
  return *traces_[warp];
}

void BlockTrace::thread_runs(unsigned thread, char* stack_top) {
  thread_ = thread;
  stack_top_ = running_stack_top = stack_top;
  range_ = {};
  in_pieces_ = false;
  before_pause_ = {};
  last_announced = {};
  warp_ = &trace_of(thread / 32);
  lane_ = thread % 32;
  cursor_ = warp_->open(lane_);
  set_me();
  worked_here_ = &worked_[thread];
  fences_used_ = state_.order.used();
  running_trace = entered_[thread] ? this : nullptr;
}

void BlockTrace::set_me() {
  me_ = GlobalAccessRecord{state_.interval,         block_, thread_, epoch_ - block_epoch_,
                           warps_.segment(thread_), false}
            .pack();
}

void BlockTrace::kernel_entered(std::uint32_t pc, void* frame) {
  entered_[thread_] = true;
  running_trace = this;
  state_.kernel.store(pc, std::memory_order_relaxed);
  enter_block(pc, frame);  // the kernel's first block began before
}

void BlockTrace::set_quiet(bool quiet) {
  running_trace = quiet || !entered_[thread_] ? nullptr : this;
}

// The last lane of a warp to stop has the warp's logs merged: until it runs again no lane adds to
// them.
void BlockTrace::thread_pauses(unsigned thread, Pause reason) {
  running_trace = nullptr;
  resolve_write_races();
  ended_ += reason == Pause::ended ? 1 : 0;
  in_flight_ = nullptr;
  const unsigned warp = thread / 32;
  trace_of(warp).close(thread % 32, cursor_);
  trace_of(warp).set_paused(thread % 32, reason != Pause::full);
  if (recorder_ != nullptr) recorder_->thread_pauses(warp);
  if (--running_lanes_[warp] != 0) return;
  counter_.warp_goes_on(warp);
  if (recorder_ != nullptr)
    trace_of(warp).merge(*recorder_);
  else
    trace_of(warp).merge(counter_);
}

void BlockTrace::thread_wakes(unsigned thread) {
  ++running_lanes_[thread / 32];
  trace_of(thread / 32).set_paused(thread % 32, false);
}

// Every thread that still runs has come to the barrier. A race of two threads of which one never
// came here is what a barrier in a loop or a condition leads to, and its message says that.
void BlockTrace::barrier_released(unsigned waiting) {
  // Threads that do not wait here have ended.
  ended_before_barrier_ = ended_;
  for (const OpenRace& race : open_races_) {
    if ((arrived_[race.thread] == epoch_) != (arrived_[race.other_thread] == epoch_))
      Findings::instance().note_barrier(race.cause, barrier_.pc);
  }
  open_races_.clear();
  if (recorder_ != nullptr) recorder_->barrier(barrier_.pc, waiting);
  signals_.barrier(epoch_ - block_epoch_);
  warps_.barrier();
  ++epoch_;
  last_barrier_ = barrier_.pc;
  barrier_ = {};
  counter_.totals().barriers += (waiting + 31) / 32;
}

// What the threads did before they arrived is ordered before what they do once they have waited.
// Between the two steps a thread's accesses count as those of whichever phase was current, and
// those of threads that take no part do too, so an error is on the side of order.
void BlockTrace::arrivals_met() {
  resolve_write_races();
  open_races_.clear();
  ++epoch_;
  set_me();
}

void BlockTrace::fence(FenceScope scope) {
  signals_.fence(thread_, epoch_ - block_epoch_, scope == FenceScope::block, warps_);
  fences_used_ = true;
  set_me();
}

// An event that the warp's other lanes did not expect, or one too many.
void BlockTrace::log(EventKey key) {
  while (!warp_->add(lane_, cursor_, key)) {
    steps_ += WarpTrace::kCapacity;
    // Code lies in the order of the source: where a loop begins is the first place that still comes
    // up when all before it is long done. Where the budget ends, deep inside, would say less.
    if (steps_ > state_.step_budget / 2)
      loop_begins_ = std::min(loop_begins_, warp_->least_pc(lane_, cursor_));
    if (steps_ > state_.step_budget) stop_endless(std::min(loop_begins_, pc_of(key)));
    const WarpTrace::LastAccesses last = warp_->last_accesses(lane_, cursor_);
    runner_.pause_full();  // until the others have caught up
    before_pause_ = last;
    if (cursor_.follow(key)) return;
  }
}

void BlockTrace::atomic(void* address, unsigned bytes, AtomicTraits traits, std::uint32_t pc,
                        void* frame) {
  if (running_trace == nullptr) return;
  atomic_traits_ = traits;
  if (traits.block_scope) block_atomics_[pc] = 1;
  if (traits.compares) {
    const EventKey last =
        warp_->last_access(lane_, cursor_, reinterpret_cast<std::uint64_t>(address));
    if (space_of(last) != Space::none && access_of(last) == Access::read)
      checked_reads_[pc_of(last)] = 1;
  }
  access(address, bytes, Access::atomic, false, pc, frame);
  signals_.reads(thread_, address, shared_.covers(address), traits.block_scope);
  atomic_under_way_ = {thread_, pc, bytes, static_cast<const char*>(address)};
}

void BlockTrace::atomic_done() {
  const AtomicUnderWay done = std::exchange(atomic_under_way_, {});
  if (const GlobalBuffer::View* const view =
          done.address == nullptr || done.thread != thread_ ? nullptr : finder_.find(done.address);
      view != nullptr)
    view->buffer->atomic_happened(done.address, done.bytes, me_, done.pc);
  learn();
}

// What the thread does from here on is ordered after more than what it has done.
void BlockTrace::learn() {
  if (!signals_.has_read(thread_)) return;
  warps_.next_segment(thread_);
  set_me();
}

// The last lane to come runs on, and its record changes.
void BlockTrace::warp_synchronised(unsigned warp, std::uint32_t lanes) {
  warps_.meet(warp, lanes);
  signals_.warp_met(warp, lanes);
  if (thread_ / 32 == warp) set_me();
}

// A block that reads one volatile word again and again waits for another block. Whether it saw news
// shows in the word, or in what the block writes next.
void BlockTrace::note_poll(const char* address, unsigned bytes) {
  std::uint64_t value = 0;
  std::copy_n(address, std::min<std::size_t>(bytes, sizeof value), reinterpret_cast<char*>(&value));
  const bool same = address == polled_ && value == polled_value_;
  polled_ = address;
  polled_value_ = value;
  polls_ = true;
  runner_.polled(!same);
}

Space BlockTrace::space_at(const char* address) const {
  if (is_local(address)) return Space::local;
  if (shared_.covers(address)) return Space::shared;
  return in_constant_memory(address) ? Space::constant : Space::global;
}

// A read of an aligned word, in that space, that nothing is wrong with: most of all accesses. Notes
// it.
bool BlockTrace::quick_read(Space space, const char* address, std::uint32_t pc) {
  switch (space) {
    case Space::global:
      finder_.find(address);  // now it is a recent one
      return quick_global_read(address, pc);
    case Space::shared:
      return shared_.quick_read(address, record_of(pc), warps_);
    case Space::constant:
      if (std::size_t(address - constant_begin_) >= constant_bytes_) return false;
      constant_reads_.note(address, 4, pc);
      return true;
    case Space::local:
      return is_local(address);
    default:
      return false;
  }
}

void BlockTrace::read_word_elsewhere(const char* address, std::uint32_t pc, const void* frame) {
  const EventKey expected = *cursor_.expected;
  const Space space = space_of(expected);
  const bool aligned = reinterpret_cast<std::uintptr_t>(address) % 4 == 0;
  if (space == Space::global || !pending_races_.empty() || !aligned ||
      expected != access_key(pc, depth(frame), space, Access::read, 2) ||
      !quick_read(space, address, pc)) {
    return access(address, 4, Access::read, false, pc, frame);
  }
  ++cursor_.expected;
  note_address(address, 4);
}

// What is wrong with an access, and in which space it is.
Space BlockTrace::examine(const char* byte, unsigned bytes, Access access, bool is_volatile,
                          std::uint32_t pc) {
  // The read of `*a = *b` is told after the write, and both before anything is stored.
  if (access != Access::read && !in_pieces_) resolve_write_races();
  const Space space = space_at(byte);
  const bool plain_word = bytes == 4 && access == Access::read && !is_volatile &&
                          reinterpret_cast<std::uintptr_t>(byte) % 4 == 0;
  if (space == Space::local || (plain_word && quick_read(space, byte, pc))) return space;
  return check(byte, bytes, access, is_volatile, pc);
}

void BlockTrace::note(const char* byte, unsigned bytes, Space space, Access access,
                      std::uint32_t pc, const void* frame) {
  const EventKey key =
      access_key(pc, depth(frame), space, access, unsigned(std::countr_zero(bytes)));
  if (!cursor_.follow(key)) log(key);
  note_address(byte, bytes | (access == Access::read ? 0 : LastAnnounced::kWrite));
}

void BlockTrace::member(const void* address, unsigned bytes, unsigned together, Access access,
                        std::uint32_t pc, const void* frame) {
  const char* const byte = static_cast<const char*>(address);
  const Space space = examine(byte, bytes, access, false, pc);
  if (together != 0)
    note(byte - reinterpret_cast<std::uintptr_t>(byte) % together, together, space, access, pc,
         frame);
  if (access == Access::write) in_flight_at_ = cursor_.expected;
  if (polls_ && access == Access::write && space != Space::local) {
    polls_ = false;
    runner_.polled(true);
  }
}

// All bytes are among those of the last announcements.
bool BlockTrace::is_announced(const char* address, unsigned bytes, Access access) const {
  const auto begin = reinterpret_cast<std::uint64_t>(address);
  std::uint32_t missing = bytes < 32 ? (1u << bytes) - 1 : UINT32_MAX;
  const auto take = [&](const WarpTrace::LastAccesses& last) {
    for (const auto& one : last) {
      if ((access_of(one.key) == Access::read) != (access == Access::read)) continue;
      for (unsigned i = 0; i < bytes; ++i)
        if (begin + i - one.address < bytes_of(one.key)) missing &= ~(1u << i);
    }
  };
  take(warp_->last_accesses(lane_, cursor_));
  if (missing != 0) take(before_pause_);
  return missing == 0;
}

void BlockTrace::unannounced(const char* address, unsigned bytes, Access access, std::uint32_t pc,
                             const void* frame) {
  const bool judged =
      !is_local(address) &&
      (shared_.covers(address) || in_constant_memory(address) || finder_.find(address) != nullptr);
  if (judged && !is_announced(address, bytes, access))
    this->access(address, std::bit_floor(bytes), access, false, pc, frame);
}

void BlockTrace::access(const void* address, unsigned bytes, Access access, bool is_volatile,
                        std::uint32_t pc, const void* frame) {
  const char* const byte = static_cast<const char*>(address);
  const Space space = examine(byte, bytes, access, is_volatile, pc);
  note(byte, bytes, space, access, pc, frame);
  if (access == Access::write) in_flight_at_ = cursor_.expected;
  // The hook is called before the read: what it sees counts from the thread's next access on.
  if (is_volatile && access == Access::read && (space == Space::global || space == Space::shared))
    signals_.reads(thread_, byte, space == Space::shared, false);
  if (is_volatile && access == Access::read && space == Space::global) {
    note_poll(byte, bytes);
  } else if (polls_ && access == Access::write && space != Space::local) {
    polls_ = false;
    runner_.polled(true);
  }
}

}  // namespace kit::sim
