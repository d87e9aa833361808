/// Invariants. `pending_` holds all work that later work may meet without order: work that the host
/// knows to have ended has ended before all that the host queues from then on, and is forgotten.
/// Within a stream work is ordered by its number alone, so that a clock of one number a stream says
/// everything (Lamport 1978; Fidge and Mattern 1988 for vectors). A program that queues thousands
/// of pieces without ever waiting keeps the newest.
#include "stream_order.hpp"

#include <algorithm>

#include "../src/block_runner.hpp"
#include "../src/memory.hpp"
#include "../src/observer.hpp"
#include "findings.hpp"

namespace kit::sim {
namespace {

bool is_host_memory(const void* address) {
  const auto found = Memory::instance().find(address);
  return found && (found->kind == MemoryKind::managed || is_shared_host(found->kind));
}

bool any_on_host(const std::vector<UsedBytes>& list) {
  return std::any_of(list.begin(), list.end(),
                     [](const UsedBytes& used) { return is_host_memory(used.begin); });
}

void sort_by_address(std::vector<UsedBytes>& list) {
  std::sort(list.begin(), list.end(),
            [](const UsedBytes& a, const UsedBytes& b) { return a.begin < b.begin; });
}

const char* verb(bool writes) {
  return writes ? "writes" : "reads";
}

// One finding for each pair of calls.
std::uint64_t cause_of_pair(const CodePlace& one, const CodePlace& other) {
  const auto number = [](const CodePlace& place) {
    std::uint64_t sum = std::uint64_t(place.line.line);
    for (const std::uint32_t call : place.calls) sum = mix(sum) + call;
    return std::uint32_t(mix(sum));
  };
  return cause_of(FindingKind::stream_race, number(one), number(other));
}

// "the kernel blur reads here"
void add_instruction(Finding& finding, const StreamWork& work, const UsedBytes& bytes,
                     bool writes) {
  if (bytes.pc == 0) return;
  finding.related.push_back({work.what + " " + verb(writes) + " here", CodePlace(bytes.pc)});
}

}  // namespace

StreamOrder::StreamOrder() : streams_(kDefaultStreams) {}

StreamOrder& StreamOrder::instance() {
  static auto* const one = new StreamOrder;
  return *one;
}

std::size_t StreamOrder::index_of(cudaStream_t stream) const {
  if (stream == cudaStreamPerThread) return kPerThread;
  const auto found = indices_.find(stream);
  return found == indices_.end() ? kLegacy : found->second;
}

void StreamOrder::join(Clock& clock, const Clock& other) {
  if (clock.size() < other.size()) clock.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) clock[i] = std::max(clock[i], other[i]);
}

bool StreamOrder::covers(const Clock& clock, const Pending& work) {
  return work.stream < clock.size() && clock[work.stream] >= work.number;
}

StreamOrder::Clock StreamOrder::before_next(std::size_t stream) const {
  Clock clock = host_;
  join(clock, streams_[stream].clock);
  if (stream == kLegacy)
    for (const Stream& other : streams_)
      if (!other.non_blocking) join(clock, other.clock);
  return clock;
}

void StreamOrder::advance(std::size_t stream, const Clock& clock) {
  join(streams_[stream].clock, clock);
  if (stream != kLegacy) return;
  for (Stream& other : streams_)
    if (!other.non_blocking) join(other.clock, clock);
}

void StreamOrder::stream_made(cudaStream_t stream, bool non_blocking) {
  const std::lock_guard lock(mutex_);
  // A place that a destroyed stream has left can be had once the host knows its work to have ended.
  const auto place = std::find_if(left_.begin(), left_.end(), [&](std::size_t index) {
    return std::none_of(pending_.begin(), pending_.end(),
                        [&](const Pending& work) { return work.stream == index; });
  });
  if (place == left_.end()) {
    indices_[stream] = streams_.size();
    streams_.push_back({{}, non_blocking});
  } else {
    indices_[stream] = *place;
    streams_[*place].non_blocking = non_blocking;
    left_.erase(place);
  }
}

void StreamOrder::stream_destroyed(cudaStream_t stream) {
  const std::lock_guard lock(mutex_);
  const auto found = indices_.find(stream);
  if (found == indices_.end()) return;
  left_.push_back(found->second);
  indices_.erase(found);
}

bool StreamOrder::wants_accesses() {
  const std::lock_guard lock(mutex_);
  return host_memory_ || !indices_.empty() ||
         std::any_of(pending_.begin(), pending_.end(),
                     [](const Pending& work) { return work.stream != kLegacy; });
}

void StreamOrder::queued(cudaStream_t stream, StreamWork work) {
  const std::lock_guard lock(mutex_);
  const std::size_t index = index_of(stream);
  Clock clock = before_next(index);
  sort_by_address(work.reads);
  sort_by_address(work.writes);
  for (const Pending& before : pending_) {
    Overlap found;
    if (!covers(clock, before) && overlap(before, work, found)) report(before, work, found);
  }
  if (clock.size() <= index) clock.resize(index + 1);
  const std::uint64_t number = ++clock[index];
  advance(index, clock);
  const bool on_host = any_on_host(work.reads) || any_on_host(work.writes);
  // A program that never waits is held to its newest work.
  constexpr std::size_t kMostPending = 2048;
  if (pending_.size() == kMostPending) pending_.erase(pending_.begin());
  pending_.push_back({std::move(work), index, number, on_host});
  watch_host();
}

void StreamOrder::event_recorded(cudaEvent_t event, cudaStream_t stream) {
  const std::lock_guard lock(mutex_);
  const std::size_t index = index_of(stream);
  events_[event] = before_next(index);
  advance(index, events_[event]);
}

void StreamOrder::stream_waits(cudaStream_t stream, cudaEvent_t event) {
  const std::lock_guard lock(mutex_);
  const auto found = events_.find(event);
  if (found == events_.end()) return;  // never recorded: nothing is waited for
  const std::size_t index = index_of(stream);
  Clock clock = before_next(index);
  join(clock, found->second);
  advance(index, clock);
}

void StreamOrder::host_learns(const Clock& clock) {
  join(host_, clock);
  std::erase_if(pending_, [&](const Pending& work) { return covers(host_, work); });
  watch_host();
}

void StreamOrder::host_waits(cudaStream_t stream) {
  const std::lock_guard lock(mutex_);
  host_learns(before_next(index_of(stream)));
}

void StreamOrder::host_waits(cudaEvent_t event) {
  const std::lock_guard lock(mutex_);
  if (const auto found = events_.find(event); found != events_.end()) host_learns(found->second);
}

void StreamOrder::host_waits_for_all() {
  const std::lock_guard lock(mutex_);
  Clock all;
  for (const Stream& stream : streams_) join(all, stream.clock);
  host_learns(all);
}

void StreamOrder::host_function_begins() {
  const std::lock_guard lock(mutex_);
  in_host_function_ = true;
  host_function_ = pending_.empty() ? host_ : streams_[pending_.back().stream].clock;
}

void StreamOrder::host_function_ends() {
  const std::lock_guard lock(mutex_);
  in_host_function_ = false;
}

// What a list holds is sorted and does not overlap.
const UsedBytes* StreamOrder::first_overlap(const std::vector<UsedBytes>& list,
                                            const UsedBytes& bytes) {
  auto next = std::upper_bound(
      list.begin(), list.end(), bytes.begin,
      [](const char* address, const UsedBytes& used) { return address < used.begin; });
  if (next != list.begin() && std::prev(next)->end > bytes.begin) --next;
  return next != list.end() && next->begin < bytes.end && bytes.begin < next->end ? &*next
                                                                                  : nullptr;
}

bool StreamOrder::overlap(const Pending& before, const StreamWork& now, Overlap& found) {
  const auto meet = [&](const std::vector<UsedBytes>& earlier, const std::vector<UsedBytes>& later,
                        bool earlier_writes, bool later_writes) {
    for (const UsedBytes& used : later) {
      const UsedBytes* const other = first_overlap(earlier, used);
      if (other == nullptr) continue;
      found = {*other, used, earlier_writes, later_writes};
      return true;
    }
    return false;
  };
  return meet(before.work.writes, now.reads, true, false) ||
         meet(before.work.writes, now.writes, true, true) ||
         meet(before.work.reads, now.writes, false, true);
}

void StreamOrder::report(const Pending& before, const StreamWork& now, const Overlap& found) {
  Finding finding;
  finding.kind = FindingKind::stream_race;
  finding.message = now.what + " " + verb(found.now_writes) + " what " + before.work.what +
                    " in another stream " + verb(found.before_writes) +
                    ", and nothing orders the two: put both into one stream, or record an event "
                    "after the one (cudaEventRecord) and let the other's stream wait for it "
                    "(cudaStreamWaitEvent)";
  finding.position = "host code";
  finding.where = now.where;
  finding.related = {{before.work.what + " is queued here", before.work.where}};
  add_instruction(finding, now, found.now, found.now_writes);
  add_instruction(finding, before.work, found.before, found.before_writes);
  finding.cause = cause_of_pair(now.where, before.work.where);
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
  const std::lock_guard lock(mutex_);
  const auto* const begin = static_cast<const char*>(address);
  const UsedBytes now{begin, begin + bytes, pc};
  const Clock& clock = in_host_function_ ? host_function_ : host_;
  for (const Pending& before : pending_) {
    if (!before.on_host || covers(clock, before)) continue;
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
                    ", and has not waited for it: cudaStreamSynchronize(), "
                    "cudaEventSynchronize() or cudaDeviceSynchronize() comes before";
  finding.position = "host code";
  finding.where = CodePlace(now.pc);
  finding.related = {{before.work.what + " is queued here", before.work.where}};
  add_instruction(finding, before.work, used, used_writes);
  finding.cause = cause_of_pair(finding.where, before.work.where);
  observer()->found(std::move(finding));
}

}  // namespace kit::sim
