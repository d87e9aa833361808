/// What is said of two threads that use one place without an order, and when it is said: a write
/// that was announced may not have happened yet, and two that store one value do no harm.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <type_traits>
#include <utility>

#include "block_trace.hpp"

namespace kit::sim {

void BlockTrace::report_shared_race(const SharedArray& array, const char* address, unsigned bytes,
                                    Access access, const SharedShadow::Conflict& conflict,
                                    std::uint32_t pc) {
  const std::uint32_t other_pc = conflict.other.pc;
  const std::uint64_t cause = cause_of(FindingKind::shared_race, pc, other_pc);
  if (seen_[cause] > 0) {
    is_new(FindingKind::shared_race, pc, other_pc);
    if (across_warps(conflict.other.thread) && crossed_[cause]++ == 0)
      Findings::instance().note_across_warps(cause);
    return;
  }
  note_read_race(FindingKind::shared_race, access, access == Access::atomic,
                 conflict.other_was_write, conflict.other_signal != Signal::none, pc, other_pc);
  const bool both_write = access == Access::write && conflict.other_was_write;
  std::string message = "thread " + std::to_string(thread_) + " " + verb_of(access) + array.name +
                        (both_write && bytes == array.bytes ? std::string(kOneVariable) : "") +
                        " where thread " + std::to_string(conflict.other.thread) +
                        (conflict.other_was_write ? " writes" : " reads") +
                        ", and nothing orders the two";
  report_or_defer(FindingKind::shared_race, std::move(message), address, bytes,
                  access == Access::write && conflict.other_was_write, pc, other_pc,
                  conflict.other.thread, conflict.both_signal);
}

// The other block may run on another host thread, and its hook has announced a write that has not
// happened: only once it has can the two values be compared. A block that waits itself is not
// waited for if its write was announced after the own one: else blocks could wait for each other in
// a ring.
void BlockTrace::wait_for_store(std::uint32_t other_block, const char* address) {
  using std::chrono::steady_clock;
  const auto now_at = [](const auto& place) {
    return std::atomic_ref(const_cast<std::remove_cvref_t<decltype(place)>&>(place)).load();
  };
  waits_ = true;
  for (const auto& slot : state_.traces) {
    const BlockTrace* const other = slot.load();
    if (other == nullptr) break;
    if (other == this || (now_at(other->block_) & GlobalAccessRecord::kBlock) != other_block)
      continue;
    const auto end = steady_clock::now() + std::chrono::milliseconds(200);
    const auto in_flight = [&] {
      const EventKey* const at = now_at(other->in_flight_at_);
      return now_at(other->in_flight_) == address &&
             !(now_at(other->waits_) && now_at(other->in_flight_since_) > in_flight_since_) &&
             (at == nullptr || at == now_at(other->cursor_.expected));
    };
    while (in_flight() && steady_clock::now() < end) std::this_thread::yield();
  }
  waits_ = false;
}

void BlockTrace::report_global_race(const GlobalBuffer& buffer, const char* address, unsigned bytes,
                                    Access access, const GlobalBuffer::PriorAccess& prior,
                                    std::uint32_t pc) {
  if (seen_[cause_of(FindingKind::global_race, pc, prior.pc)] > 0) {
    is_new(FindingKind::global_race, pc, prior.pc);
    return;
  }
  const GlobalAccessRecord other = GlobalAccessRecord::unpack(prior.who);
  note_read_race(FindingKind::global_race, access, access == Access::atomic, prior.was_write,
                 other.sync, pc, prior.pc);
  const bool same_block = other.block == (block_ & GlobalAccessRecord::kBlock);
  const bool both_write = access == Access::write && prior.was_write;
  const std::string twice = both_write ? std::string() : given_twice(buffer);
  std::string message = verb_of(access) + std::string("byte ") +
                        std::to_string(address - buffer.data) + " of " + buffer.name + " where ";
  if (same_block && other.thread == thread_) {
    message += "another thread";  // not the first to read it, and only that one is known
  } else {
    message += "thread " + std::to_string(other.thread) + " of " +
               (same_block ? "the same block" : "block " + std::to_string(other.block));
  }
  message += std::string(prior.was_write ? " writes" : " reads") + " in the same launch";
  if (!twice.empty())
    message += twice;
  else if (!same_block)
    message += "; blocks run in any order, so the result may differ from run to run";
  else if (pc == prior.pc)
    message += ", at one line: each needs a place of its own, or an atomic operation";
  else if (both_write)
    message +=
        "; which value stays is chance: one thread has to write each place, or a __syncthreads() "
        "between them says which is the last";
  else
    message += kNoBarrier;
  if (block_atomics_.contains(pc) || block_atomics_.contains(prior.pc))
    message += " (functions whose names end in _block are atomic within a block only)";
  if (both_write && !same_block) wait_for_store(other.block, address);
  report_or_defer(FindingKind::global_race, std::move(message), address, bytes, both_write, pc,
                  prior.pc);
}

// Two threads that write one word race only if they store different values (a flag that all set to
// one does no harm), so that such a report waits until the value can be seen.
void BlockTrace::report_or_defer(FindingKind kind, std::string message, const char* address,
                                 unsigned bytes, bool both_write, std::uint32_t pc,
                                 std::uint32_t other_pc, unsigned other_thread, bool if_no_fence) {
  if (diverged_) return;  // it may follow from that
  if (both_write) {
    return defer_write_race(
        {address, bytes, pc, other_pc, kind, {}, std::move(message), other_thread, if_no_fence});
  }
  if (!if_no_fence && !is_new(kind, pc, other_pc)) return;
  report_race(kind, std::move(message), pc, other_pc, other_thread, if_no_fence);
}

void BlockTrace::report_race(FindingKind kind, std::string message, std::uint32_t pc,
                             std::uint32_t other_pc, unsigned other_thread, bool if_no_fence) {
  Finding finding{kind, std::move(message), runner_.position(), CodePlace(pc)};
  finding.related = {{"the other access", CodePlace(other_pc)}};
  finding.cause = cause_of(kind, pc, other_pc);
  if (if_no_fence) {
    const auto same = [&](const Finding& other) { return other.cause == finding.cause; };
    if (std::none_of(if_no_fence_.begin(), if_no_fence_.end(), same))
      if_no_fence_.push_back(std::move(finding));
    return;
  }
  if (kind == FindingKind::shared_race) {
    finding.across_warps = across_warps(other_thread);
    finding.several_warps = threads_ > 32;
    if (last_barrier_ != 0) finding.last_barrier = CodePlace(last_barrier_);
    open_races_.push_back({finding.cause, thread_, other_thread});
  }
  Findings::instance().add(std::move(finding));
}

// CUDA's loops of compare-and-swap begin with a plain read, which may meet another thread's atomic
// operation: if the swap's comparison follows, nothing comes of a stale value.
void BlockTrace::note_read_race(FindingKind kind, Access access, bool sync, bool other_was_write,
                                bool other_sync, std::uint32_t pc, std::uint32_t other_pc) {
  if (access == Access::read && other_was_write && other_sync) {
    read_races_.push_back({cause_of(kind, pc, other_pc), pc});
  } else if (sync && !other_was_write && !other_sync) {
    read_races_.push_back({cause_of(kind, pc, other_pc), other_pc});
  }
}

void BlockTrace::forget_races(const std::vector<BlockTrace*>& all) {
  for (const ReadRace& race : read_races_) {
    const auto checked = [&](const BlockTrace* trace) {
      return trace->checked_reads_.contains(race.read_pc);
    };
    if (std::any_of(all.begin(), all.end(), checked)) Findings::instance().forget(race.cause);
  }
}

}  // namespace kit::sim
