/// What the checks of a block say. A kernel makes the same mistake in thousands of threads, so each
/// cause (a kind of mistake and the program counters that make it) is put into words the first time
/// in a launch and only counted from then on. Words are made here, lines are looked up when
/// somebody takes the findings.
#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "../src/settings.hpp"

#include "block_trace.hpp"
#include "elf_symbols.hpp"
#include "host_buffers.hpp"

namespace kit::sim {
namespace {

constexpr const char* kBeyondShared =
    "beyond the __shared__ variables of the kernel: an index is far outside of its array";

// False for an address at which the process has no memory at all.
bool is_mapped(const char* address) {
  constexpr std::uintptr_t kPage = 4096;
  const std::uintptr_t page = reinterpret_cast<std::uintptr_t>(address) / kPage * kPage;
  return madvise(reinterpret_cast<void*>(page), kPage, MADV_NORMAL) == 0 || errno != ENOMEM;
}

constexpr const char* kWrapped =
    " plus 2^32 elements: an unsigned index below 0 becomes that large, such as threadIdx.x - 1 in "
    "thread 0";

// Where an address would be if 2^32 elements of so many bytes were not added to it.
const char* without_wrap(const char* address, std::uintptr_t bytes) {
  return reinterpret_cast<const char*>(reinterpret_cast<std::uintptr_t>(address) - (bytes << 32));
}

constexpr std::uintptr_t kElementBytes[] = {1, 2, 4, 8, 12, 16};

// An unsigned index of 32 bits that went below 0 is 2^32 elements too large.
GlobalShadow::Nearest before_the_wrap(const char* address) {
  for (const std::uintptr_t bytes : kElementBytes) {
    GlobalShadow::Nearest nearest = GlobalShadow::instance().describe(without_wrap(address, bytes));
    if (nearest.freed || nearest.text.find("before the start") == std::string::npos) continue;
    nearest.text += kWrapped;
    return nearest;
  }
  return {};
}

// The same of shared memory, where the pointer that the index is added to is often a row of a tile.
std::string shared_before_the_wrap(const SharedShadow& shared, const char* address) {
  for (const std::uintptr_t bytes : kElementBytes) {
    const char* const meant = without_wrap(address, bytes);
    const SharedArray* const array = shared.nearest(meant);
    if (array == nullptr || meant >= array->begin + array->bytes) continue;
    const std::ptrdiff_t distance = meant - array->begin;
    return (distance < 0 ? std::to_string(-distance) + " bytes before the start"
                         : "byte " + std::to_string(distance)) +
           " of " + array->name + kWrapped;
  }
  return {};
}

}  // namespace

const char* verb_of(Access access) {
  return access == Access::read ? "reads " : "writes ";
}

std::string past_the_end(std::ptrdiff_t distance) {
  return distance == 0 ? "right past the end of "
                       : std::to_string(distance) + " bytes past the end of ";
}

// True the first time in this launch. A pair of places is one cause in either order.
bool BlockTrace::is_new(FindingKind kind, std::uint32_t pc, std::uint32_t other_pc) {
  return seen_[cause_of(kind, pc, other_pc)]++ == 0;
}

namespace {

// What the kernel does wrong may be what it was told to do: who launched it is told too.
bool depends_on_arguments(FindingKind kind) {
  return kind == FindingKind::out_of_bounds || kind == FindingKind::uninitialised_read ||
         kind == FindingKind::null_pointer || kind == FindingKind::host_pointer;
}

}  // namespace

void BlockTrace::report(FindingKind kind, std::string message, std::uint32_t pc,
                        std::vector<Finding::Related> related, std::uint32_t other_pc) {
  report(kind, std::move(message), runner_.position(), pc, std::move(related), other_pc);
}

void BlockTrace::report(FindingKind kind, std::string message, std::string position,
                        std::uint32_t pc, std::vector<Finding::Related> related,
                        std::uint32_t other_pc) {
  Finding finding{kind, std::move(message), std::move(position), CodePlace(pc)};
  finding.related = std::move(related);
  if (depends_on_arguments(kind))
    for (const std::uint32_t call : state_.launched_from.calls)
      finding.related.push_back({kCalledFrom, CodePlace(call)});
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

void BlockTrace::functions_mixed(const Lane& earlier, const Lane& later) {
  if (!is_new(FindingKind::shuffle_inactive_lane, earlier.pc, later.pc)) return;
  report(FindingKind::shuffle_inactive_lane,
         "lane " + std::to_string(earlier.thread % 32) + " exchanges values here, lane " +
             std::to_string(later.thread % 32) +
             " has left this out and is at another such function, though the mask names both: all "
             "lanes of the mask have to come to each; what they get is undefined",
         runner_.position(earlier.thread), earlier.pc,
         {{"the other function", CodePlace(later.pc)}}, later.pc);
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
    return report(FindingKind::out_of_bounds, verb_of(access) + text, pc);
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
         verb_of(access) +
             (before ? std::to_string(array.begin - address) + " bytes before the start of "
                     : past_the_end(std::max<std::ptrdiff_t>(
                           0, address - (array.begin + std::ptrdiff_t(array.bytes))))) +
             array.name + ", which has " + std::to_string(array.bytes) + " bytes" +
             (dynamic ? ", as the third value between <<< and >>> says" : ""),
         pc);
}

void BlockTrace::report_uninitialised(const GlobalBuffer& buffer, const char* address,
                                      std::uint32_t pc) {
  if (!is_new(FindingKind::uninitialised_read, pc)) return;
  const std::size_t prefix = buffer.initialised_prefix();
  report(FindingKind::uninitialised_read,
         "reads byte " + std::to_string(address - buffer.data) + " of " + buffer.name +
             " before anything was written there" +
             (prefix == 0 ? ""
                          : " (only the first " + std::to_string(prefix) +
                                " bytes of it are written; the size of a copy is in bytes)"),
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

// The address is nowhere that a kernel may go. From the most to the least telling explanation; the
// block ends here, as it would on a card.
void BlockTrace::refuse_variable(FindingKind kind, const std::string& place, Access access,
                                 std::uint32_t pc) {
  if (is_new(kind, pc)) report(kind, verb_of(access) + place, pc);
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
         " already gets a pointer that points " + nearest.text +
         " (adding to a pointer counts elements, not bytes)";
}

std::string BlockTrace::given_twice(const GlobalBuffer& buffer) const {
  const std::vector<const char*>& all = state_.arguments;
  for (std::size_t n = 0; n < all.size(); ++n)
    if (buffer.holds(all[n]) &&
        std::find(all.begin() + std::ptrdiff_t(n) + 1, all.end(), all[n]) != all.end())
      return "; the launch of " + std::string(state_.launch->site.name) +
             " gets this memory for two of its parameters, so that a thread overwrites what others "
             "have not read yet: give it two separate buffers";
  return {};
}

void BlockTrace::refuse_address(const char* address, Access access, std::uint32_t pc) {
  const GlobalShadow::Nearest nearest = GlobalShadow::instance().describe(address);
  // Past the shared variables there may be anything.
  const bool near_shared = address < thread_pointer() || nearest.text.empty() ||
                           nearest.distance > address - thread_pointer();
  const SharedArray* const array = near_shared ? shared_.nearest(address) : nullptr;
  if (array != nullptr) {
    report_shared_bounds(*array, address, access, pc);
    runner_.stop(cudaErrorIllegalAddress);
  }
  if (near_shared && shared_.is_near(address) && shared_.arrays().size() > 1) {
    refuse_variable(FindingKind::out_of_bounds, kBeyondShared, access, pc);
  }
  // A thread that has left its array may get as far as memory of the host: that is no second fault.
  if (seen_.contains(cause_of(FindingKind::out_of_bounds, pc, 0))) {
    runner_.stop(cudaErrorIllegalAddress);
  }
  std::vector<Finding::Related> related;
  std::string message = verb_of(access);
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
  } else if (const std::string shared = shared_before_the_wrap(shared_, address); !shared.empty()) {
    message += shared;
  } else if (!is_mapped(address)) {
    message += "where no memory is: an index far outside of its array, or a pointer never set";
  } else {
    kind = FindingKind::host_pointer;
    const std::string name = host_buffer_at(address);
    message += (name.empty() ? "host memory" : "the host's array " + name) +
               ": the pointer does not come from cudaMalloc";
  }
  if (is_new(kind, pc)) report(kind, message, pc, std::move(related));
  runner_.stop(cudaErrorIllegalAddress);
}

}  // namespace kit::sim
