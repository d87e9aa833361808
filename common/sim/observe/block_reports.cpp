/// What the checks of a block say. A kernel makes the same mistake in thousands of threads, so each
/// cause (a kind of mistake and the program counters that make it) is put into words the first time
/// in a launch and only counted from then on. Words are made here, lines are looked up when
/// somebody takes the findings.
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <utility>

#include <chrono>
#include <thread>
#include <type_traits>
#include "../src/settings.hpp"

#include "block_trace.hpp"

namespace kit::sim {
namespace {

const char* verb(Access access) {
  return access == Access::read ? "reads " : "writes ";
}

constexpr const char* kBeyondShared =
    "beyond the __shared__ variables of the kernel: an index is far outside of its array";

// False for an address at which the process has no memory at all.
bool is_mapped(const char* address) {
  constexpr std::uintptr_t kPage = 4096;
  const std::uintptr_t page = reinterpret_cast<std::uintptr_t>(address) / kPage * kPage;
  return madvise(reinterpret_cast<void*>(page), kPage, MADV_NORMAL) == 0 || errno != ENOMEM;
}

// An unsigned index of 32 bits that went below 0 is 2^32 elements too large.
GlobalShadow::Nearest before_the_wrap(const char* address) {
  for (const std::uintptr_t bytes : {1, 2, 4, 8, 12, 16}) {
    const std::uintptr_t meant = reinterpret_cast<std::uintptr_t>(address) - (bytes << 32);
    GlobalShadow::Nearest nearest =
        GlobalShadow::instance().describe(reinterpret_cast<const char*>(meant));
    if (nearest.freed || nearest.text.find("before the start") == std::string::npos) continue;
    nearest.text += " and 2^32 elements further: an unsigned index that went below 0 is that large";
    return nearest;
  }
  return {};
}

}  // namespace

std::string past_the_end(std::ptrdiff_t distance) {
  return distance == 0 ? "right past the end of "
                       : std::to_string(distance) + " bytes past the end of ";
}

// True the first time in this launch. A pair of places is one cause in either order.
bool BlockTrace::is_new(FindingKind kind, std::uint32_t pc, std::uint32_t other_pc) {
  return seen_[cause_of(kind, pc, other_pc)]++ == 0;
}

void BlockTrace::report(FindingKind kind, std::string message, std::uint32_t pc,
                        std::vector<Finding::Related> related, std::uint32_t other_pc) {
  report(kind, std::move(message), runner_.position(), pc, std::move(related), other_pc);
}

void BlockTrace::report(FindingKind kind, std::string message, std::string position,
                        std::uint32_t pc, std::vector<Finding::Related> related,
                        std::uint32_t other_pc) {
  Finding finding{kind, std::move(message), std::move(position), CodePlace(pc)};
  finding.related = std::move(related);
  finding.cause = cause_of(kind, pc, other_pc);
  Findings::instance().add(std::move(finding));
}

void BlockTrace::undefined(FindingKind kind, std::string message, std::uint32_t pc) {
  BlockTrace* const running = std::exchange(running_trace, nullptr);
  if (is_new(kind, pc)) {
    Finding finding{kind, std::move(message), runner_.position(), CodePlace(pc)};
    finding.cause = cause_of(kind, pc, 0);
    finding.vague = true;
    Findings::instance().add(std::move(finding));
  }
  running_trace = running;
}

void BlockTrace::barrier_reached(unsigned thread, std::uint32_t pc) {
  arrived_[thread] = epoch_;
  if (barrier_.pc == 0) barrier_ = {pc, thread};
  if (barrier_.pc == pc) return;
  diverged_ = true;
  if (is_new(FindingKind::divergent_barrier, pc, barrier_.pc)) {
    report(FindingKind::divergent_barrier,
           "threads of one block wait at different __syncthreads(): thread " +
               std::to_string(barrier_.thread) + " took another branch than thread " +
               std::to_string(thread) +
               "; move the barrier out of the condition, so that every thread meets the same one",
           pc, {{"the other barrier", CodePlace(barrier_.pc)}}, barrier_.pc);
  }
}

void BlockTrace::shuffle_from_inactive(unsigned thread, std::uint32_t pc) {
  if (!is_new(FindingKind::shuffle_inactive_lane, pc)) return;
  report(
      FindingKind::shuffle_inactive_lane,
      "lane " + std::to_string(thread % 32) +
          " reads by shuffle from a lane that does not take part (it has ended, or the mask leaves "
          "it out); the value is undefined",
      runner_.position(thread), pc, {}, 0);
}

void BlockTrace::stop_endless(std::uint32_t pc) {
  running_trace = nullptr;
  report(FindingKind::infinite_loop,
         "the threads of a block have taken " + std::to_string(state_.step_budget) +
             " steps together: this loop does not seem to end",
         pc);
  runner_.stop(cudaErrorLaunchTimeout);
}

void BlockTrace::report_shared_bounds(const SharedArray& array, const char* address, Access access,
                                      std::uint32_t pc) {
  const bool dynamic = shared_.is_dynamic(array.begin);
  if (dynamic && !runner_.dynamic_shared_declared()) {
    // Beyond the last variable lies what this kernel has no name for: it ran past one of its own.
    if (!is_new(FindingKind::out_of_bounds, pc)) return;
    const SharedArray* const variable = shared_.last_used_before(address);
    const std::string text =
        variable == nullptr
            ? kBeyondShared
            : past_the_end(address - variable->begin - std::ptrdiff_t(variable->bytes)) +
                  variable->name + ", which has " + std::to_string(variable->bytes) + " bytes";
    return report(FindingKind::out_of_bounds, verb(access) + text, pc);
  }
  if (dynamic && array.bytes == 0) {
    const std::uint64_t cause = cause_of(FindingKind::shared_size, state_.number, 0);
    if (seen_[cause]++ != 0) return;
    Finding finding{FindingKind::shared_size,
                    "uses extern __shared__ memory, of which the launch passed none: give its size "
                    "in bytes as the third value between <<< and >>>",
                    runner_.position(), CodePlace(pc)};
    const LaunchSite& site = state_.launch->site;
    finding.related.push_back({"the launch", CodePlace(site.file, site.line)});
    finding.cause = cause;
    return Findings::instance().add(std::move(finding));
  }
  if (!is_new(FindingKind::out_of_bounds, pc)) return;
  const bool before = address < array.begin;
  report(FindingKind::out_of_bounds,
         verb(access) +
             (before ? std::to_string(array.begin - address) + " bytes before the start of "
                     : past_the_end(std::max<std::ptrdiff_t>(
                           0, address - (array.begin + std::ptrdiff_t(array.bytes))))) +
             array.name + ", which has " + std::to_string(array.bytes) + " bytes",
         pc);
}

void BlockTrace::report_uninitialised(const GlobalBuffer& buffer, const char* address,
                                      std::uint32_t pc) {
  if (!is_new(FindingKind::uninitialised_read, pc)) return;
  const std::size_t prefix = buffer.initialised_prefix();
  report(FindingKind::uninitialised_read,
         "reads byte " + std::to_string(address - buffer.data) + " of " + buffer.name +
             ", which nothing has written" +
             (prefix == 0 ? ""
                          : " (only its first " + std::to_string(prefix) +
                                " bytes were; sizes of copies are in bytes)"),
         pc, {{"the buffer was allocated", buffer.where}});
}

void BlockTrace::check_alignment(const char* address, unsigned bytes, std::uint32_t pc) {
  if (!is_new(FindingKind::misaligned, pc)) return;
  report(FindingKind::misaligned,
         "moves " + std::to_string(bytes) + " bytes at once at an address that is no multiple of " +
             std::to_string(bytes) + " (the remainder is " +
             std::to_string(reinterpret_cast<std::uintptr_t>(address) % bytes) +
             "), which a GPU refuses",
         pc);
}

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
  std::string message = "thread " + std::to_string(thread_) + " " + verb(access) + array.name +
                        (both_write && bytes == array.bytes ? std::string(kOneVariable) : "") +
                        " where thread " + std::to_string(conflict.other.thread) +
                        (conflict.other_was_write ? " writes" : " reads") +
                        ", with nothing that orders the two";
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
  std::string message = verb(access) + std::string("byte ") +
                        std::to_string(address - buffer.data) + " of " + buffer.name + " where ";
  if (same_block && other.thread == thread_) {
    message += "another thread";  // not the first to read it, and only that one is known
  } else {
    message += "thread " + std::to_string(other.thread) + " of " +
               (same_block ? "the same block" : "block " + std::to_string(other.block));
  }
  message +=
      std::string(prior.was_write ? " writes" : " reads") + " in the same launch" +
      (!twice.empty() ? twice
       : same_block ? pc == prior.pc ? ", at one line: each needs a place of its own, or an atomic "
                                       "operation"
                                     : std::string(kNoBarrier)
                    : "; blocks run in any order, so the result is left to chance");
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

// The address is nowhere that a kernel may go. From the most to the least telling explanation; the
// block ends here, as it would on a card.
void BlockTrace::refuse_variable(FindingKind kind, const std::string& place, Access access,
                                 std::uint32_t pc) {
  if (is_new(kind, pc)) report(kind, verb(access) + place, pc);
  runner_.stop(cudaErrorIllegalAddress);
}

std::string BlockTrace::outside_already(const char* address) {
  const char* best = nullptr;  // the argument that the address was counted from
  for (const char* const pointer : state_.arguments)
    if (pointer <= address && pointer > best) best = pointer;
  if (best == nullptr || finder_.find(best) != nullptr) return {};
  const GlobalShadow::Nearest nearest = GlobalShadow::instance().describe(best);
  if (nearest.freed || nearest.text.empty()) return {};
  return "; the launch of " + std::string(state_.launch->site.name) +
         " is given a pointer there already: it points " + nearest.text +
         " (adding to a pointer counts elements, not bytes)";
}

std::string BlockTrace::given_twice(const GlobalBuffer& buffer) const {
  const std::vector<const char*>& all = state_.arguments;
  for (std::size_t n = 0; n < all.size(); ++n)
    if (buffer.holds(all[n]) &&
        std::find(all.begin() + std::ptrdiff_t(n) + 1, all.end(), all[n]) != all.end())
      return "; the launch of " + std::string(state_.launch->site.name) +
             " is given this memory for two of its parameters: what a thread stores through one of "
             "them others have yet to read through the other, so that they need memory of their "
             "own";
  return {};
}

void BlockTrace::refuse_address(const char* address, Access access, std::uint32_t pc) {
  if (const SharedArray* const array = shared_.nearest(address)) {
    report_shared_bounds(*array, address, access, pc);
    runner_.stop(cudaErrorIllegalAddress);
  }
  if (shared_.is_near(address) && shared_.arrays().size() > 1) {
    refuse_variable(FindingKind::out_of_bounds, kBeyondShared, access, pc);
  }
  // A thread that has left its array may get as far as memory of the host: that is no second fault.
  if (seen_.contains(cause_of(FindingKind::out_of_bounds, pc, 0))) {
    runner_.stop(cudaErrorIllegalAddress);
  }
  const GlobalShadow::Nearest nearest = GlobalShadow::instance().describe(address);
  std::vector<Finding::Related> related;
  std::string message = verb(access);
  FindingKind kind = FindingKind::out_of_bounds;
  if (runner_.below_stack(address)) {
    const CodePlace call = repeated_call(call_stack());
    kind = FindingKind::stack_overflow;
    message = call.calls.empty() ? kStackOverflow : kEndlessRecursion;
    if (!call.calls.empty()) pc = call.calls.front();
  } else if (nearest.freed) {
    kind = FindingKind::use_after_free;
    message += nearest.text + ", which has been freed";
    related.push_back({"freed", nearest.freed_at});
    related.push_back({"the buffer was allocated", nearest.allocated});
  } else if (!nearest.text.empty()) {
    message += nearest.text + outside_already(address);
    related.push_back({"the buffer was allocated", nearest.allocated});
  } else if (address < reinterpret_cast<char*>(1 << 16)) {
    kind = FindingKind::null_pointer;
    message += "through a null pointer";
  } else if (const GlobalShadow::Nearest meant = before_the_wrap(address); !meant.text.empty()) {
    message += meant.text;
    related.push_back({"the buffer was allocated", meant.allocated});
  } else if (!is_mapped(address)) {
    message += "where no memory is: an index far outside of its array, or a pointer never set";
  } else {
    kind = FindingKind::host_pointer;
    message += "host memory: the pointer does not come from cudaMalloc";
  }
  if (is_new(kind, pc)) report(kind, message, pc, std::move(related));
  runner_.stop(cudaErrorIllegalAddress);
}

}  // namespace kit::sim
