#include "block_trace.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "program_memory.hpp"

namespace kit::sim {

__thread BlockTrace* running_trace = nullptr;

void BlockTrace::block_begins(Launch& launch, std::uint64_t block, unsigned threads) {
  block_ = std::uint32_t(block);
  threads_ = threads;
  block_epoch_ = ++epoch_;
  shared_.start_block(epoch_, launch.config.shared_bytes);
  steps_.assign(threads, 0);
  worked_.assign(threads, false);
  entered_.assign(threads, false);
  barrier_ = {};
  last_buffer_ = nullptr;
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
  counter_.totals().working_threads +=
      std::uint64_t(std::count(worked_.begin(), worked_.end(), true));
  running_trace = nullptr;
}

WarpTrace& BlockTrace::trace_of(unsigned warp) {
  if (!traces_[warp]) traces_[warp] = std::make_unique<WarpTrace>();
  return *traces_[warp];
}

void BlockTrace::thread_runs(unsigned thread, char* stack_top) {
  thread_ = thread;
  stack_top_ = stack_top;
  log_ = &trace_of(thread / 32).lane(thread % 32);
  running_trace = entered_[thread] ? this : nullptr;
}

void BlockTrace::kernel_entered() {
  entered_[thread_] = true;
  running_trace = this;
}

void BlockTrace::set_quiet(bool quiet) {
  running_trace = quiet || !entered_[thread_] ? nullptr : this;
}

void BlockTrace::thread_pauses(unsigned thread, Pause reason) {
  running_trace = nullptr;
  const unsigned warp = thread / 32;
  trace_of(warp).set_paused(thread % 32, reason != Pause::full);
  if (--running_lanes_[warp] == 0) trace_of(warp).merge(counter_);
}

void BlockTrace::thread_wakes(unsigned thread) {
  ++running_lanes_[thread / 32];
  trace_of(thread / 32).set_paused(thread % 32, false);
}

void BlockTrace::barrier_reached(unsigned thread, std::uint32_t place) {
  if (barrier_.place == 0) {
    barrier_ = {place, thread};
  } else if (barrier_.place != place) {
    report(FindingKind::divergent_barrier,
           "threads of one block wait at different __syncthreads(): thread " +
               std::to_string(barrier_.thread) + " took another branch than thread " +
               std::to_string(thread) +
               "; move the barrier out of the condition, so that every thread meets the same one",
           place, barrier_.place);
  }
}

void BlockTrace::barrier_released(unsigned waiting) {
  ++epoch_;
  barrier_ = {};
  counter_.totals().barriers += (waiting + 31) / 32;
}

void BlockTrace::shuffle_from_inactive(unsigned thread, std::uint32_t place) {
  report(
      FindingKind::shuffle_inactive_lane,
      "lane " + std::to_string(thread % 32) +
          " reads by shuffle from a lane that does not take part (it has ended, or the mask leaves "
          "it out); the value is undefined",
      place);
}

void BlockTrace::fence() {
  state_.order.fence(block_);
}

void BlockTrace::push(EventKey key) {
  if (log_->full()) {
    // Until the others have caught up far enough.
    do runner_.pause_full();
    while (log_->full());
  }
  log_->keys[log_->keys_end++] = key;
}

void BlockTrace::enter_block(std::uint32_t place, const void* frame) {
  push(block_key(place, depth(frame)));
  if (++steps_[thread_] > state_.step_budget) {
    report(FindingKind::infinite_loop,
           "a thread has taken " + std::to_string(state_.step_budget) +
               " steps: this loop does not end",
           place);
    runner_.fail(cudaErrorLaunchTimeout, "a loop that does not end");
  }
}

void BlockTrace::access(const void* address, unsigned bytes, Access access, bool is_volatile,
                        std::uint32_t place, const void* frame) {
  const char* byte = static_cast<const char*>(address);
  // Own stack: local variables whose address was taken.
  if (byte < stack_top_ && byte >= stack_top_ - kFiberStackBytes) {
    push(access_key(place, depth(frame), Space::local, access, std::countr_zero(bytes)));
    log_->addresses[log_->addresses_end++] = reinterpret_cast<std::uint64_t>(byte);
    return;
  }
  Space space = Space::none;
  if (shared_.covers(byte)) {
    space = Space::shared;
    check_shared(byte, bytes, access, place);
  } else if (GlobalBuffer* buffer = find_buffer(byte)) {
    space = Space::global;
    const bool sync = is_volatile || access == Access::atomic;
    check_global(*buffer, byte, bytes, access, sync, place);
    worked_[thread_] = true;
  } else if (in_constant_memory(byte)) {
    space = Space::constant;
  } else if (in_program_data(byte)) {
    space = Space::global;  // a __device__ variable
    worked_[thread_] = true;
    if (is_volatile || access == Access::atomic) state_.order.acquire(block_);
  } else {
    refuse_address(byte, access, place);
  }
  push(access_key(place, depth(frame), space, access, std::countr_zero(bytes)));
  log_->addresses[log_->addresses_end++] = reinterpret_cast<std::uint64_t>(byte);
}

void BlockTrace::atomic(void* address, unsigned bytes, std::uint32_t place, void* frame) {
  access(address, bytes, Access::atomic, false, place, frame);
}

GlobalBuffer* BlockTrace::find_buffer(const char* address) {
  if (last_buffer_ != nullptr && last_buffer_->holds(address)) return last_buffer_;
  const auto& buffers = state_.buffers;
  auto next = std::upper_bound(buffers.begin(), buffers.end(), address,
                               [](const char* a, const GlobalBuffer* b) { return a < b->data; });
  if (next == buffers.begin() || !(*std::prev(next))->holds(address)) return nullptr;
  return last_buffer_ = *std::prev(next);
}

void BlockTrace::check_shared(const char* address, unsigned bytes, Access access,
                              std::uint32_t place) {
  const SharedArray* array = shared_.find(address);
  if (array == nullptr) return;
  if (address < array->begin || address + bytes > array->begin + array->bytes) {
    const bool before = address < array->begin;
    const auto distance = before ? array->begin - address : address - (array->begin + array->bytes);
    report(FindingKind::out_of_bounds,
           std::string(access == Access::read ? "reads " : "writes ") + std::to_string(distance) +
               (before ? " bytes before the start of " : " bytes past the end of ") + array->name +
               " in shared memory, which has " + std::to_string(array->bytes) + " bytes" +
               (array->bytes == 0 ? " (the third launch parameter sets them)" : ""),
           place);
    return;
  }
  if (access == Access::read && !shared_.initialised(address, bytes)) {
    report(FindingKind::uninitialised_read,
           "reads " + array->name + " in shared memory at byte " +
               std::to_string(address - array->begin) +
               ", which no thread of the block has written",
           place);
  }
  const Toucher toucher{epoch_, std::uint16_t(thread_), warp_steps_[thread_ / 32], place};
  const auto conflict = shared_.touch(address, bytes, access, toucher);
  if (!conflict) return;
  const bool same_warp = conflict->other.thread / 32 == thread_ / 32;
  report(FindingKind::shared_race,
         std::string("thread ") + std::to_string(thread_) +
             (access == Access::read ? " reads " : " writes ") + array->name +
             " in shared memory where thread " + std::to_string(conflict->other.thread) +
             (conflict->other_was_write ? " writes" : " reads") +
             ", with nothing that orders the two; " +
             (same_warp ? "__syncwarp() or __syncthreads() is missing between them"
                        : "__syncthreads() is missing between them"),
         place, conflict->other.pc);
}

void BlockTrace::check_global(GlobalBuffer& buffer, const char* address, unsigned bytes,
                              Access access, bool sync, std::uint32_t place) {
  if (address + bytes > buffer.data + buffer.bytes) refuse_address(address, access, place);
  if (access != Access::write && !buffer.initialised(address, bytes)) {
    report(FindingKind::uninitialised_read,
           "reads byte " + std::to_string(address - buffer.data) + " of " + buffer.name +
               ", which nothing has written",
           place);
  }
  GlobalToucher me;
  me.launch = state_.number;
  me.block = block_;
  me.thread = thread_;
  me.epoch = epoch_ - block_epoch_;
  me.fences = state_.order.fences(block_);
  me.sync = sync;
  me.pc = place;
  const bool warp_synchronised = warp_steps_[thread_ / 32] != 0;
  auto ordered = [&](const GlobalToucher& other, const GlobalToucher& now) {
    if (other.launch != (now.launch & 0x1ff) || (other.sync && now.sync)) return true;
    if (other.block == (now.block & 0xffffff)) {
      if (other.thread == (now.thread & 0x3ff) || other.epoch != (now.epoch & 0xfff)) return true;
      // Within a warp, __syncwarp orders too; the record does not say which came first.
      return other.thread / 32 == now.thread / 32 && warp_synchronised;
    }
    return state_.order.ordered(other.block, other.fences, block_);
  };
  const auto conflict = buffer.touch(address, bytes, access != Access::read, me, ordered);
  if (access != Access::read) buffer.set_initialised(address, bytes);
  buffer.mark_sector(reinterpret_cast<std::uint64_t>(address), access != Access::read);
  if (bytes == 16 || (reinterpret_cast<std::uint64_t>(address) % 32) + bytes > 32) {
    buffer.mark_sector(reinterpret_cast<std::uint64_t>(address) + bytes - 1,
                       access != Access::read);
  }
  if (conflict) {
    const GlobalToucher& other = conflict->other;
    const bool same_block = other.block == (block_ & 0xffffff);
    report(FindingKind::global_race,
           std::string(access == Access::read ? "reads" : "writes") + " byte " +
               std::to_string(address - buffer.data) + " of " + buffer.name + " where thread " +
               std::to_string(other.thread) + " of " +
               (same_block ? "the same block" : "block " + std::to_string(other.block)) +
               (conflict->other_was_write ? " writes" : " reads") + " in the same launch" +
               (same_block ? ", with no __syncthreads() between them"
                           : "; blocks run in any order, so the result is left to chance"),
           place, other.pc);
  }
  if (sync) state_.order.acquire(block_);
}

void BlockTrace::refuse_address(const char* address, Access access, std::uint32_t place) {
  const std::string verb = access == Access::read ? "reads " : "writes ";
  const GlobalShadow::Nearest nearest = GlobalShadow::instance().describe(address);
  std::string message;
  FindingKind kind = FindingKind::out_of_bounds;
  if (nearest.freed) {
    kind = FindingKind::use_after_free;
    message = verb + nearest.text + ", which has been freed";
  } else if (!nearest.text.empty()) {
    message = verb + nearest.text;
  } else if (address < reinterpret_cast<char*>(4096)) {
    message = verb + "through a null pointer";
  } else {
    kind = FindingKind::host_pointer;
    message = verb + "host memory: the pointer does not come from cudaMalloc";
  }
  report(kind, message, place);
  runner_.fail(cudaErrorIllegalAddress, message);
}

void BlockTrace::report(FindingKind kind, std::string message, std::uint32_t place,
                        std::uint32_t other_place) {
  BlockTrace* const was_running = std::exchange(running_trace, nullptr);
  Finding finding;
  finding.kind = kind;
  finding.message = std::move(message);
  finding.position = runner_.position();
  finding.pc = place;
  finding.other_pc = other_place;
  Findings::instance().add(std::move(finding));
  running_trace = was_running;
}

}  // namespace kit::sim
