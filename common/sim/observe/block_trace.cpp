#include "block_trace.hpp"

#include <algorithm>
#include <utility>

#include "elf_symbols.hpp"

namespace kit::sim {

__thread BlockTrace* running_trace = nullptr;

void BlockTrace::launch_begins() {
  finder_.forget();
  counter_.launch_begins();
  seen_.clear();
  crossed_.clear();
  waits_ = 0;
  for (SharedArray& array : shared_.arrays()) array.accessed = false;
}

void BlockTrace::launch_ends() {
  seen_.for_each([](std::uint64_t cause, std::uint64_t count) {
    if (count > 1) Findings::instance().add_count(cause, count - 1);
  });
}

void BlockTrace::block_begins(Launch& launch, std::uint64_t block, unsigned threads) {
  block_ = std::uint32_t(block);
  threads_ = threads;
  block_epoch_ = ++epoch_;
  shared_.start_block(epoch_, launch.config.shared_bytes);
  steps_ = 0;
  worked_.assign(threads, false);
  entered_.assign(threads, false);
  barrier_ = {};
  open_races_.clear();
  arrived_.assign(threads, 0);
  pending_race_.reset();
  std::fill(warp_steps_.begin(), warp_steps_.end(), std::uint16_t{0});
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
  Counters& totals = counter_.totals();
  for (std::size_t first = 0; first < worked_.size(); first += 32) {
    const auto begin = worked_.begin() + std::ptrdiff_t(first);
    const auto end = worked_.begin() + std::ptrdiff_t(std::min(first + 32, worked_.size()));
    const auto working = std::uint64_t(std::count(begin, end, true));
    totals.working_threads += working;
    totals.working_warps += working > 0;
  }
  running_trace = nullptr;
}

WarpTrace& BlockTrace::trace_of(unsigned warp) {
  if (!traces_[warp]) traces_[warp] = std::make_unique<WarpTrace>();
  return *traces_[warp];
}

void BlockTrace::thread_runs(unsigned thread, char* stack_top) {
  thread_ = thread;
  stack_top_ = stack_top;
  warp_ = &trace_of(thread / 32);
  lane_ = thread % 32;
  cursor_ = warp_->open(lane_);
  me_ =
      GlobalAccessRecord{
          state_.number, block_, thread_, epoch_ - block_epoch_, state_.order.fences(block_), false}
          .pack();
  worked_here_ = &worked_[thread];
  fences_used_ = state_.order.used();
  running_trace = entered_[thread] ? this : nullptr;
}

void BlockTrace::kernel_entered(std::uint32_t pc, void* frame) {
  entered_[thread_] = true;
  running_trace = this;
  enter_block(pc, frame);  // the kernel's first block began before
}

void BlockTrace::set_quiet(bool quiet) {
  running_trace = quiet || !entered_[thread_] ? nullptr : this;
}

void BlockTrace::thread_pauses(unsigned thread, Pause reason) {
  running_trace = nullptr;
  if (pending_race_) resolve_write_race();
  const unsigned warp = thread / 32;
  trace_of(warp).close(thread % 32, cursor_);
  trace_of(warp).set_paused(thread % 32, reason != Pause::full);
  if (--running_lanes_[warp] == 0) trace_of(warp).merge(counter_);
}

void BlockTrace::thread_wakes(unsigned thread) {
  ++running_lanes_[thread / 32];
  trace_of(thread / 32).set_paused(thread % 32, false);
}

void BlockTrace::barrier_released(unsigned waiting) {
  // Threads that do not wait here have ended.
  for (const OpenRace& race : open_races_) {
    if ((arrived_[race.thread] == epoch_) != (arrived_[race.other_thread] == epoch_))
      Findings::instance().note_barrier(race.cause, barrier_.pc);
  }
  open_races_.clear();
  ++epoch_;
  barrier_ = {};
  counter_.totals().barriers += (waiting + 31) / 32;
}

void BlockTrace::fence() {
  state_.order.fence(block_);
  fences_used_ = true;
}

// An event that the warp's other lanes did not expect, or one too many.
void BlockTrace::log(EventKey key) {
  while (!warp_->add(lane_, cursor_, key)) {
    steps_ += WarpTrace::kCapacity;
    if (steps_ > state_.step_budget) stop_endless(pc_of(key));
    runner_.pause_full();  // until the others have caught up
    if (cursor_.follow(key)) return;
  }
}

void BlockTrace::atomic(void* address, unsigned bytes, std::uint32_t pc, void* frame) {
  access(address, bytes, Access::atomic, false, pc, frame);
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
      return shared_.quick_read(address, record_of(pc));
    case Space::constant:
      return std::size_t(address - constant_begin_) < constant_bytes_;
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
  if (space == Space::global || pending_race_ || !aligned ||
      expected != access_key(pc, depth(frame), space, Access::read, 2) ||
      !quick_read(space, address, pc)) {
    return access(address, 4, Access::read, false, pc, frame);
  }
  ++cursor_.expected;
  *cursor_.addresses++ = reinterpret_cast<std::uint64_t>(address);
}

void BlockTrace::access(const void* address, unsigned bytes, Access access, bool is_volatile,
                        std::uint32_t pc, const void* frame) {
  const char* const byte = static_cast<const char*>(address);
  if (pending_race_) resolve_write_race();
  Space space = space_at(byte);
  const bool plain_word = bytes == 4 && access == Access::read && !is_volatile &&
                          reinterpret_cast<std::uintptr_t>(byte) % 4 == 0;
  if (space != Space::local && !(plain_word && quick_read(space, byte, pc))) {
    space = check(byte, bytes, access, is_volatile, pc);
  }
  const EventKey key =
      access_key(pc, depth(frame), space, access, unsigned(std::countr_zero(bytes)));
  if (!cursor_.follow(key)) log(key);
  *cursor_.addresses++ = reinterpret_cast<std::uint64_t>(byte);
}

// An access that is more than a read of a word that is all right.
Space BlockTrace::check(const char* address, unsigned bytes, Access access, bool is_volatile,
                        std::uint32_t pc) {
  BlockTrace* const running = std::exchange(running_trace, nullptr);
  Space space = Space::global;
  const bool sync = is_volatile || access == Access::atomic;
  fences_used_ = state_.order.used();
  if (shared_.covers(address)) {
    space = Space::shared;
    check_shared(address, bytes, access, pc);
  } else if (in_constant_memory(address)) {
    space = Space::constant;
    check_constant(address, bytes, pc);
  } else if (const GlobalBuffer::View* view = finder_.find(address)) {
    *worked_here_ = true;
    check_global(*view->buffer, address, bytes, access, sync, pc);
  } else if (in_program_data(address)) {
    *worked_here_ = true;
    if (sync) state_.order.acquire(block_);
  } else {
    refuse_address(address, access, pc);
  }
  const unsigned alignment = std::min(bytes, 8u);  // a pair of 8-byte values may be one access
  if (reinterpret_cast<std::uintptr_t>(address) % alignment != 0) {
    check_alignment(address, bytes, pc);
  }
  running_trace = running;
  return space;
}

void BlockTrace::check_shared(const char* address, unsigned bytes, Access access,
                              std::uint32_t pc) {
  const SharedArray* array = shared_.find(address);
  if (array == nullptr) return;
  if (address < array->begin || address + bytes > array->begin + array->bytes) {
    return report_shared_bounds(*array, address, access, pc);
  }
  if (access != Access::write && !shared_.initialised(address, bytes) &&
      is_new(FindingKind::uninitialised_read, pc)) {
    report(FindingKind::uninitialised_read,
           "reads " + array->name + " at byte " + std::to_string(address - array->begin) +
               ", which no thread of the block has written",
           pc);
  }
  const auto conflict = shared_.record_access(address, bytes, access, record_of(pc));
  if (conflict) report_shared_race(*array, address, bytes, access, *conflict, pc);
}

void BlockTrace::check_constant(const char* address, unsigned bytes, std::uint32_t pc) {
  const auto& variables = program_variables();
  auto next = std::upper_bound(variables.begin(), variables.end(), address,
                               [](const char* a, const auto& v) { return a < v.data; });
  if (next == variables.begin()) return;  // no symbol table
  const ProgramVariable& before = *std::prev(next);
  const auto distance = address - (before.data + before.bytes);
  constant_begin_ = before.data;
  constant_bytes_ = before.bytes;
  if (distance + std::ptrdiff_t(bytes) <= 0 || !is_new(FindingKind::out_of_bounds, pc)) {
    return;
  }
  report(FindingKind::out_of_bounds,
         "reads " + past_the_end(std::max<std::ptrdiff_t>(distance, 0)) + before.name +
             " in constant memory, which has " + std::to_string(before.bytes) + " bytes",
         pc);
}

void BlockTrace::check_global(GlobalBuffer& buffer, const char* address, unsigned bytes,
                              Access access, bool sync, std::uint32_t pc) {
  if (address + bytes > buffer.data + buffer.bytes) {
    refuse_address(buffer.data + buffer.bytes, access, pc);
  }
  if (access != Access::write && !buffer.initialised(address, bytes)) {
    report_uninitialised(buffer, address, pc);
  }
  const bool warp_synchronised = warp_steps_[thread_ / 32] != 0;
  const std::uint64_t me = me_ | (sync ? GlobalAccessRecord::kSync : 0);
  auto ordered = [&](const GlobalBuffer::PriorAccess& prior) {
    const GlobalAccessRecord other = GlobalAccessRecord::unpack(prior.who);
    if (other.sync && sync) return true;
    const std::uint64_t changes = prior.who ^ me;
    if ((changes & GlobalAccessRecord::kBlock) != 0) {
      return state_.order.ordered(other.block, other.fences, block_);
    }
    if ((changes & GlobalAccessRecord::kThread) == 0 ||
        (changes & GlobalAccessRecord::kEpoch) != 0) {
      return true;
    }
    // Within a warp, __syncwarp orders too; the record does not say which came first.
    return other.thread / 32 == thread_ / 32 && warp_synchronised;
  };
  const auto prior = buffer.record_access(address, bytes, access != Access::read, me, pc,
                                          warp_synchronised, ordered);
  if (access != Access::read) buffer.set_initialised(address, bytes);
  if (prior.pc != 0) report_global_race(buffer, address, bytes, access, prior, pc);
  if (sync) state_.order.acquire(block_);
}

void BlockTrace::defer_write_race(PendingWriteRace write) {
  std::copy_n(write.address, write.bytes, write.before.data());
  pending_race_ = std::move(write);
}

// The write has happened. Threads that all store one value, such as a flag, do no harm.
void BlockTrace::resolve_write_race() {
  BlockTrace* const running = std::exchange(running_trace, nullptr);
  const PendingWriteRace write = std::move(*pending_race_);
  pending_race_.reset();
  if (!std::equal(write.address, write.address + write.bytes, write.before.data()) &&
      is_new(write.kind, write.pc, write.other_pc)) {
    report_race(write.kind, write.message, write.pc, write.other_pc, write.other_thread);
  }
  running_trace = running;
}

}  // namespace kit::sim
