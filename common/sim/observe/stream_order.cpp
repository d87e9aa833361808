/// Invariants. `pending_` holds all work that later work may meet without order: work that the host
/// knows to have ended has ended before all that the host queues from then on, and is forgotten. A
/// program that queues thousands of pieces without ever waiting keeps the newest.
#include "stream_order.hpp"

#include <algorithm>
#include <utility>

#include "../src/block_runner.hpp"
#include "../src/memory.hpp"
#include "../src/observer.hpp"
#include "../src/own_thread_local.hpp"
#include "../src/work_queue.hpp"
#include "copied_constants.hpp"
#include "findings.hpp"
#include "global_shadow.hpp"
#include "used_bytes.hpp"

namespace kit::sim {
namespace {

bool any_on_host(const std::vector<UsedBytes>& list) {
  return std::any_of(list.begin(), list.end(),
                     [](const UsedBytes& used) { return is_host_memory(used.begin); });
}

const char* verb(bool writes) {
  return writes ? "writes" : "reads";
}

// Holds the lock. Functions of the C++ library that the observed program uses too may be its
// copies, whose accesses are told: those of this file's own calls are nobody's.
class Inside {
 public:
  explicit Inside(std::mutex& mutex) : lock_(mutex) { inside_ = true; }
  ~Inside() { inside_ = false; }
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  static bool is() { return inside_; }

 private:
  static KIT_SIM_OWN_THREAD_LOCAL bool inside_;
  std::lock_guard<std::mutex> lock_;
};

KIT_SIM_OWN_THREAD_LOCAL bool Inside::inside_ = false;

// A number for a place in the code, and for those that called it.
std::uint32_t number_of(const CodePlace& place) {
  std::uint64_t sum = std::uint64_t(place.line.line);
  for (const std::uint32_t call : place.calls) sum = mix(sum) + call;
  return std::uint32_t(mix(sum));
}

// One finding for each pair of calls.
std::uint64_t cause_of_pair(const CodePlace& one, const CodePlace& other) {
  return cause_of(FindingKind::stream_race, number_of(one), number_of(other));
}

// "1st", "12th"
std::string ordinal(std::size_t number) {
  const bool teens = number / 10 % 10 == 1;
  constexpr const char* kEndings[] = {"th", "st", "nd", "rd"};
  return std::to_string(number) + kEndings[!teens && number % 10 < 4 ? number % 10 : 0];
}

// "; they meet at byte 4096 of d_rows", or nothing where the memory has no name.
std::string meeting_place(const UsedBytes& one, const UsedBytes& other) {
  const char* const first = std::max(one.begin, other.begin);
  for (const GlobalBuffer* const buffer : GlobalShadow::instance().snapshot())
    if (buffer->holds(first))
      return "; they meet at byte " + std::to_string(first - buffer->data) + " of " + buffer->name;
  return {};
}

// Keeps the newest.
void remember(std::vector<std::pair<std::uint64_t, std::uint32_t>>& list,
              std::pair<std::uint64_t, std::uint32_t> one) {
  constexpr std::size_t kMost = 4096;
  if (list.size() == kMost) list.erase(list.begin(), list.begin() + kMost / 2);
  list.push_back(one);
}

// Who calls the function that queues the work, and so on outwards.
void add_callers(Finding& finding, const StreamWork& work, const char* note) {
  for (const std::uint32_t call :
       work.called_from.calls.empty() ? work.where.calls : work.called_from.calls)
    finding.related.push_back({note, CodePlace(call)});
}

// "the kernel blur reads here"
void add_instruction(Finding& finding, const StreamWork& work, const UsedBytes& bytes,
                     bool writes) {
  if (bytes.pc == 0) return;
  finding.related.push_back({work.what + " " + verb(writes) + " here", CodePlace(bytes.pc)});
}

}  // namespace

StreamOrder& StreamOrder::instance() {
  static auto* const one = new StreamOrder;
  return *one;
}

std::string StreamOrder::take_operations() {
  const Inside inside(mutex_);
  if (pending_.empty()) given_.clear();
  return log_.take();
}

std::string StreamOrder::take_traffic() {
  const Inside inside(mutex_);
  return traffic_.take();
}

bool StreamOrder::wants_accesses() {
  if (WorkQueue::instance().any_streams()) return true;
  const Inside inside(mutex_);
  return host_memory_ || std::any_of(pending_.begin(), pending_.end(), [](const Pending& work) {
           return work.place.stream != StreamClocks::legacy(0);
         });
}

void StreamOrder::done(StreamWork work, WorkPlace place) {
  const Inside inside(mutex_);
  set_in_order(work.reads);
  set_in_order(work.writes);
  log_.add(work, place);
  traffic_.add(work);
  remember(given_[place.stream], {place.number, number_of(work.where)});
  note_constants_filled(work);
  if (work.reads.empty() && work.writes.empty()) return;
  const bool on_host = any_on_host(work.reads) || any_on_host(work.writes);
  Pending one{std::move(work), std::move(place), on_host};
  for (const Pending& other : pending_) {
    if (other.place.comes_before(one.place.before) || one.place.comes_before(other.place.before))
      continue;
    const bool was_first = other.work.number < one.work.number;
    const Pending &before = was_first ? other : one, &now = was_first ? one : other;
    if (const auto found = find_overlap(before.work, now.work)) report(before, now, *found);
  }
  constexpr std::size_t kMostPending = 2048;
  if (pending_.size() == kMostPending) pending_.erase(pending_.begin());
  pending_.push_back(std::move(one));
  watch_host();
}

void StreamOrder::host_learned(const StreamClock& clock, bool idle) {
  const Inside inside(mutex_);
  host_ = clock;
  if (idle)
    std::erase_if(pending_, [&](const Pending& work) { return work.place.comes_before(host_); });
  watch_host();
}

void StreamOrder::host_function_begins(const WorkPlace& place) {
  const Inside inside(mutex_);
  in_host_function_ = true;
  host_function_ = place.before;
}

void StreamOrder::host_function_ends() {
  const Inside inside(mutex_);
  in_host_function_ = false;
}

// Calls in a loop queue one piece of work after another: which of them is waited for tells a wait
// for the wrong one from none.
std::string StreamOrder::waited_for(const Pending& before, const Pending& now) const {
  const std::size_t stream = before.place.stream;
  const StreamClock& clock = now.place.before;
  const std::uint64_t last = stream < clock.size() ? clock[stream] : 0;
  const std::uint32_t call = number_of(before.work.where);
  std::size_t reached = 0, number = 0;  // of what that call queued there
  bool any = false;
  for (const auto& [each, from] : given_.at(stream)) {
    any |= each <= last;
    if (from != call || each > before.place.number) continue;
    reached += each <= last ? 1 : 0;
    ++number;
  }
  if (reached > 0)
    return "the second waits for the " + ordinal(reached) + " that the first's line queues, and " +
           "this is the " + ordinal(number) + ": wait for an event recorded after that one";
  const std::string usual =
      "put both into one stream, or call cudaEventRecord() after the first and "
      "cudaStreamWaitEvent() before the second, which waits ";
  return usual + (any ? "only for what the first's stream was given before"
                      : "for nothing of the first's stream");
}

void StreamOrder::report(const Pending& earlier, const Pending& later, const Overlap& found) const {
  const StreamWork &before = earlier.work, &now = later.work;
  Finding finding;
  finding.kind = FindingKind::stream_race;
  finding.position = "host code";
  // A caller's next work is not what is wrong.
  if (now.callers && !before.callers) {
    finding.message =
        before.what + " " + verb(found.before_writes) + " what the caller's next work (" +
        now.what + ") " + verb(found.now_writes) +
        " in another stream, and nothing orders the two: before the function returns, "
        "let the stream that the caller goes on with wait for it, by "
        "cudaEventRecord() after it and cudaStreamWaitEvent()";
    finding.where = before.where;
    add_callers(finding, before, kCalledFrom);
  } else {
    finding.message = now.what + " " + verb(found.now_writes) + " what " + before.what +
                      " in another stream " + verb(found.before_writes) +
                      ", and nothing orders the two: " + waited_for(earlier, later) +
                      meeting_place(found.before, found.now);
    finding.where = now.where;
    finding.related = {{before.what + " is queued here", before.where}};
    add_callers(finding, now, kCalledFrom);
    add_callers(finding, before, kFirstCalledFrom);
  }
  add_instruction(finding, now, found.now, found.now_writes);
  add_instruction(finding, before, found.before, found.before_writes);
  finding.cause = cause_of_pair(now.where, before.where);
  observer()->found(std::move(finding));
}

// While nothing is under way that the host's code may meet, its accesses cost nothing.
void StreamOrder::watch_host() {
  const bool wanted = std::any_of(pending_.begin(), pending_.end(),
                                  [](const Pending& work) { return work.on_host; });
  if (wanted)
    host_watch = this;
  else if (host_watch == this)
    host_watch = nullptr;
}

void StreamOrder::access(const void* address, std::size_t bytes, bool writes, std::uint32_t pc) {
  if (Inside::is()) return;
  const Inside inside(mutex_);
  const auto* const begin = static_cast<const char*>(address);
  const UsedBytes now{begin, begin + bytes, pc};
  const StreamClock& clock = in_host_function_ ? host_function_ : host_;
  for (const Pending& before : pending_) {
    if (!before.on_host || before.place.comes_before(clock)) continue;
    if (const UsedBytes* used = first_overlap(before.work.writes, now))
      return report_host_use(before, *used, now, true, writes);
    if (!writes) continue;
    if (const UsedBytes* used = first_overlap(before.work.reads, now))
      return report_host_use(before, *used, now, false, true);
  }
}

void StreamOrder::atomic(const volatile void* address, std::size_t bytes, Atomic what, int,
                         std::uint32_t pc) {
  access(const_cast<const void*>(address), bytes, what != Atomic::load, pc);
}

void StreamOrder::report_host_use(const Pending& before, const UsedBytes& used,
                                  const UsedBytes& now, bool used_writes, bool now_writes) {
  Finding finding;
  finding.kind = FindingKind::stream_race;
  finding.message = std::string("the host ") + verb(now_writes) + " what " + before.work.what +
                    " " + verb(used_writes) +
                    ", and has not waited for it: call cudaStreamSynchronize(), "
                    "cudaEventSynchronize() or cudaDeviceSynchronize() first";
  finding.position = "host code";
  finding.where = CodePlace(now.pc);
  finding.related = {{before.work.what + " is queued here", before.work.where}};
  add_instruction(finding, before.work, used, used_writes);
  finding.cause = cause_of_pair(finding.where, before.work.where);
  observer()->found(std::move(finding));
}

}  // namespace kit::sim
