/// Invariants. An entry may begin when `done_` covers all that comes before it; the oldest entry
/// always may. Entries of one stream follow each other by their numbers, so `done_` is as good as a
/// list of what has ended. In the early schedule there are no entries between two calls.
#include "work_queue.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "block_runner.hpp"
#include "devices.hpp"
#include "error_state.hpp"
#include "observer.hpp"
#include "settings.hpp"

namespace kit::sim {
namespace {

Schedule schedule_from_environment() {
  const char* const text = std::getenv("KIT_SIM_STREAMS");
  const std::string_view name = text == nullptr || *text == '\0' ? "early" : text;
  if (name == "late") return Schedule::late;
  if (name == "random") return Schedule::random;
  if (name != "early")
    explain("KIT_SIM_STREAMS='" + std::string(name) +
            "' is no order of work: early, late or random; early is taken");
  return Schedule::early;
}

bool covers(const StreamClock& clock, const StreamClock& other) {
  for (std::size_t i = 0; i < other.size(); ++i)
    if (other[i] > (i < clock.size() ? clock[i] : 0)) return false;
  return true;
}

// Devices have variables of their own at one address, which lies below 4 GiB.
void tell_variables_apart(StreamWork& work, int device) {
  constexpr int kAboveAllAddresses = 48;
  for (auto* const list : {&work.reads, &work.writes})
    for (UsedBytes& bytes : *list)
      if (in_device_variables(bytes.begin)) {
        bytes.begin += std::uint64_t(device) << kAboveAllAddresses;
        bytes.end += std::uint64_t(device) << kAboveAllAddresses;
      }
}

}  // namespace

WorkQueue::WorkQueue()
    : schedule_(schedule_from_environment()), random_state_(mix(block_order_seed())) {}

WorkQueue& WorkQueue::instance() {
  static auto* const one = new WorkQueue;
  return *one;
}

std::uint64_t WorkQueue::random() {
  return random_state_ = mix(random_state_ + 1);
}

void WorkQueue::set_schedule(Schedule schedule) {
  const std::lock_guard lock(mutex_);
  if (schedule == schedule_) return;
  host_waits_for_all();
  schedule_ = schedule;
}

std::size_t WorkQueue::stream_made(bool non_blocking, int device) {
  const std::lock_guard lock(mutex_);
  return clocks_.made(non_blocking, device);
}

void WorkQueue::stream_destroyed(std::size_t stream) {
  const std::lock_guard lock(mutex_);
  clocks_.destroyed(stream);
}

bool WorkQueue::any_streams() {
  const std::lock_guard lock(mutex_);
  return clocks_.any_made();
}

StreamClock WorkQueue::give(std::size_t stream, Task task) {
  const std::lock_guard lock(mutex_);
  return queue(clocks_.next(stream), std::move(task));
}

StreamClock WorkQueue::give_after(std::size_t stream, const StreamClock& after, Task task) {
  const std::lock_guard lock(mutex_);
  return queue(clocks_.next_after(stream, after), std::move(task));
}

StreamClock WorkQueue::queue(WorkPlace place, Task task) {
  StreamClock end = place.before;
  if (end.size() <= place.stream) end.resize(place.stream + 1);
  end[place.stream] = place.number;
  task.work.number = ++queued_;
  entries_.push_back({std::move(place), std::move(task)});
  // So many launches a card's queue takes before the call waits.
  constexpr std::size_t kMostEntries = 1024;
  if (schedule_ == Schedule::early) {
    run(entries_.size() - 1);
  } else if (entries_.size() > kMostEntries) {
    run(0);
  } else if (schedule_ == Schedule::random) {
    // Mostly nothing, and then much: a little each time would seldom leave a piece for later.
    if (random() % 4 == 0)
      for (std::size_t n = random() % (entries_.size() + 1); n > 0; --n) run(*choose(nullptr));
  }
  return end;
}

bool WorkQueue::is_ready(const Entry& entry) const {
  return covers(done_, entry.place.before);
}

std::optional<std::size_t> WorkQueue::choose(const StreamClock* until) {
  std::vector<std::size_t> ready;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const Entry& entry = entries_[i];
    if ((until == nullptr || entry.place.comes_before(*until)) && is_ready(entry))
      ready.push_back(i);
  }
  if (ready.empty()) return std::nullopt;
  switch (schedule_) {
    case Schedule::late:
      return ready.back();
    case Schedule::random:
      return ready[random() % ready.size()];
    default:
      return ready.front();
  }
}

void WorkQueue::run(std::size_t index) {
  Entry entry = std::move(entries_[index]);
  entries_.erase(entries_.begin() + std::ptrdiff_t(index));
  use_variables_of(entry.task.device);
  entry.task.run(entry.task.work, entry.place);
  if (done_.size() <= entry.place.stream) done_.resize(entry.place.stream + 1);
  done_[entry.place.stream] = entry.place.number;
  if (observer() == nullptr) return;
  if (entry.task.device > 0) tell_variables_apart(entry.task.work, entry.task.device);
  observer()->streams().done(std::move(entry.task.work), std::move(entry.place));
}

void WorkQueue::run_until(const StreamClock& until) {
  while (const auto next = choose(&until)) run(*next);
}

StreamClock WorkQueue::until(std::size_t stream) {
  const std::lock_guard lock(mutex_);
  return clocks_.until(stream);
}

void WorkQueue::stream_waits(std::size_t stream, const StreamClock& until) {
  const std::lock_guard lock(mutex_);
  clocks_.wait(stream, until);
}

void WorkQueue::host_waits_for_stream(std::size_t stream) {
  const std::lock_guard lock(mutex_);
  host_waits(clocks_.until(stream));
}

void WorkQueue::host_waits_for_device(int device) {
  const std::lock_guard lock(mutex_);
  host_waits(clocks_.until_all(device));
}

void WorkQueue::host_waits_for_all() {
  for (int device = 0; device < StreamClocks::kMostDevices; ++device) host_waits_for_device(device);
}

void WorkQueue::host_waits(const StreamClock& until) {
  const std::lock_guard lock(mutex_);
  run_until(until);
  clocks_.host_learns(until);
  if (observer() != nullptr) observer()->streams().host_learned(clocks_.host(), entries_.empty());
}

bool WorkQueue::has_ended(const StreamClock& until) {
  const std::lock_guard lock(mutex_);
  if (covers(done_, until)) {
    host_waits(until);
    return true;
  }
  if (const auto next = choose(&until)) run(*next);
  return false;
}

}  // namespace kit::sim

extern "C" void kit_sim_schedule_work(int schedule) {
  using kit::sim::Schedule;
  constexpr Schedule kAll[] = {Schedule::early, Schedule::late, Schedule::random};
  if (schedule >= 0 && schedule <= 2) kit::sim::WorkQueue::instance().set_schedule(kAll[schedule]);
}
