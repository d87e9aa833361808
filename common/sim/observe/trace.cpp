/// Puts the logs of 32 lanes together to what their warp did. Lanes run one after another here; on
/// a card they run in step, and an instruction that several of them issue at once is one request.
/// So the question is which events of different lanes were one instruction.
///
/// As long as all lanes did the same (they mostly do), each event of the common path is one request
/// of all of them: merge_converged. Where they went apart, merge_diverged takes the events as a
/// card would with a stack of branches: always those lanes next that are deepest in calls and,
/// among them, least far in the code, so that lanes that took different ways meet again behind the
/// branch. rank() is that order.
///
/// Invariants. A lane's events are consumed in the order in which it did them. No lane runs ahead
/// of one that may still add an event that belongs before (`starved`): then merging stops until
/// that lane has run on. The n-th event with a space has the n-th address of its lane.
#include "trace.hpp"

#include <algorithm>
#include <utility>

namespace kit::sim {
namespace {

// Calls function(lane) for each set bit.
template <typename Function>
void for_lanes(std::uint32_t lanes, Function function) {
  for (; lanes != 0; lanes &= lanes - 1) function(unsigned(std::countr_zero(lanes)));
}

constexpr EventKey kNone = 0;

}  // namespace

// The logs are not accessed before lanes need them.
WarpTrace::WarpTrace() : events_(new Logs), addresses_(new Logs) {
  for (unsigned i = 0; i < 32; ++i) {
    lanes_[i].events = (*events_)[i].data();
    lanes_[i].addresses = (*addresses_)[i].data();
  }
  reset();
}

void WarpTrace::reset() {
  for (Lane& lane : lanes_) lane.clear();
  paused_ = ~0u;
  path_end_ = 0;
  path_[0] = 0;
}

WarpTrace::Cursor WarpTrace::open(unsigned lane) {
  const Lane& log = lanes_[lane];
  return {log.own == 0 ? &path_[log.agreed] : &kNone, log.addresses + log.addresses_end};
}

void WarpTrace::close(unsigned lane, const Cursor& cursor) {
  Lane& log = lanes_[lane];
  if (log.own == 0) log.agreed = std::uint32_t(cursor.expected - path_.data());
  log.addresses_end = std::uint32_t(cursor.addresses - log.addresses);
}

// The path's new end, or the lane's own from now on.
bool WarpTrace::add(unsigned lane, Cursor& cursor, EventKey key) {
  Lane& log = lanes_[lane];
  if (cursor.expected == &path_[path_end_]) {
    if (path_end_ == kCapacity) return false;
    path_[path_end_++] = key;
    path_[path_end_] = 0;
    ++cursor.expected;
    return true;
  }
  if (log.own == 0) {  // here it leaves the path
    close(lane, cursor);
    cursor.expected = &kNone;
  } else if (log.agreed + log.own == kCapacity) {
    return false;
  }
  log.events[log.own++] = key;
  return true;
}

std::uint32_t WarpTrace::least_pc(unsigned lane, const Cursor& cursor) const {
  const Lane& log = lanes_[lane];
  const auto agreed = log.own == 0 ? std::uint32_t(cursor.expected - path_.data()) : log.agreed;
  std::uint32_t least = UINT32_MAX;
  for (std::uint32_t k = 0; k < agreed + log.own; ++k)
    least = std::min(least, pc_of(k < agreed ? path_[k] : log.events[k - agreed]));
  return least;
}

EventKey WarpTrace::last_access(unsigned lane, const Cursor& cursor, std::uint64_t address) const {
  const Lane& log = lanes_[lane];
  const auto agreed = log.own == 0 ? std::uint32_t(cursor.expected - path_.data()) : log.agreed;
  const std::uint64_t* at = cursor.addresses;
  for (std::uint32_t k = agreed + log.own; k-- > 0 && at > log.addresses;) {
    const EventKey key = k < agreed ? path_[k] : log.events[k - agreed];
    if (space_of(key) == Space::none) continue;
    if (*--at == address) return key;
  }
  return 0;
}

WarpTrace::LastAccesses WarpTrace::last_accesses(unsigned lane, const Cursor& cursor) const {
  const Lane& log = lanes_[lane];
  const auto agreed = log.own == 0 ? std::uint32_t(cursor.expected - path_.data()) : log.agreed;
  const std::uint64_t* at = cursor.addresses;
  LastAccesses last;
  std::size_t found = 0;
  for (std::uint32_t k = agreed + log.own; k-- > 0 && at > log.addresses && found < last.size();) {
    const EventKey key = k < agreed ? path_[k] : log.events[k - agreed];
    if (space_of(key) != Space::none) last[found++] = {key, *--at};
  }
  return last;
}

// One bit for each lane.
std::uint32_t WarpTrace::lanes_with_events() const {
  std::uint32_t lanes = 0;
  for (unsigned i = 0; i < 32; ++i) lanes |= std::uint32_t(!lanes_[i].empty()) << i;
  return lanes;
}

void WarpTrace::merge(TraceSink& sink) {
  // A lane that has more to say, but not here yet: the others must not run ahead of it.
  auto starved = [this] { return (~paused_ & ~lanes_with_events()) != 0; };
  while (!starved() && merge_converged(sink)) {
  }
  if (!starved()) merge_diverged(sink);
  make_room();
}

// Hands on one event of these lanes, with the next address of each if it has a space.
void WarpTrace::emit(TraceSink& sink, EventKey key, std::uint32_t lanes) {
  if (space_of(key) == Space::none) {
    sink.basic_block(pc_of(key), lanes);
    return;
  }
  Request request;
  request.key = key;
  request.lanes = lanes;
  if (lanes == ~std::uint32_t{0}) {  // most requests are of whole warps
    for (unsigned i = 0; i < 32; ++i) {
      Lane& lane = lanes_[i];
      request.addresses[i] = lane.addresses[lane.addresses_at++];
    }
    request.count = 32;
    return sink.request(request);
  }
  for_lanes(lanes, [&](unsigned i) {
    Lane& lane = lanes_[i];
    request.addresses[request.count++] = lane.addresses[lane.addresses_at++];
  });
  sink.request(request);
}

// The stretch of the path on which all lanes that have events are: most of a kernel. False if there
// is none.
bool WarpTrace::merge_converged(TraceSink& sink) {
  const std::uint32_t lanes = lanes_with_events();
  if (lanes == 0) return false;
  const std::uint32_t begin = lanes_[unsigned(std::countr_zero(lanes))].at;
  std::uint32_t end = kCapacity;
  bool same_place = true;
  for_lanes(lanes, [&](unsigned i) {
    same_place &= lanes_[i].at == begin;
    end = std::min(end, lanes_[i].agreed);
  });
  if (!same_place || end <= begin) return false;
  for (std::uint32_t k = begin; k < end; ++k) emit(sink, path_[k], lanes);
  for_lanes(lanes, [&](unsigned i) { lanes_[i].at = end; });
  // The stretch ended because lanes went apart, unless a log simply ended.
  EventKey expected = 0;
  bool apart = false;
  for_lanes(lanes, [&](unsigned i) {
    if (lanes_[i].empty()) return;
    const EventKey key = next(lanes_[i]);
    apart |= expected != 0 && key != expected;
    expected = key;
  });
  if (apart) sink.divergence(path_[end - 1]);
  return true;
}

// Event by event of those lanes that are deepest in calls and, among them, least far in the code.
void WarpTrace::merge_diverged(TraceSink& sink) {
  struct Group {  // lanes whose next event is the same
    EventKey key;
    std::uint32_t lanes;
  };
  std::array<Group, 32> groups;
  std::size_t count = 0;
  auto join = [&](EventKey key, std::uint32_t lanes) {
    for (std::size_t g = 0; g < count; ++g) {
      if (groups[g].key != key) continue;
      groups[g].lanes |= lanes;
      return;
    }
    groups[count++] = {key, lanes};
  };
  for_lanes(lanes_with_events(), [&](unsigned i) { join(next(lanes_[i]), 1u << i); });
  for (bool starved = false; count > 0 && !starved;) {
    Group& best =
        *std::max_element(groups.begin(), groups.begin() + std::ptrdiff_t(count),
                          [](const Group& a, const Group& b) { return rank(a.key) < rank(b.key); });
    const Group now = std::exchange(best, groups[--count]);
    emit(sink, now.key, now.lanes);
    // The lanes that took this event go on, in groups whose next event is the same.
    EventKey expected = 0;
    std::uint32_t together = 0;
    bool apart = false;
    for_lanes(now.lanes, [&](unsigned i) {
      Lane& lane = lanes_[i];
      ++lane.at;
      if (lane.empty()) {
        starved |= (paused_ >> i & 1) == 0;
        return;
      }
      const EventKey key = next(lane);
      if (key != expected) {
        apart |= expected != 0;
        if (together != 0) join(expected, std::exchange(together, 0));
        expected = key;
      }
      together |= 1u << i;
    });
    if (together != 0) join(expected, together);
    if (apart) sink.divergence(now.key);
  }
}

// Drops what has been put together; what is left becomes the lanes' own.
void WarpTrace::make_room() {
  for (Lane& lane : lanes_) {
    if (lane.empty()) {
      lane.clear();
      continue;
    }
    const std::uint32_t on_path = lane.agreed - std::min(lane.agreed, lane.at);
    const std::uint32_t skipped = lane.at - std::min(lane.agreed, lane.at);  // of its own
    const std::uint32_t own = lane.own - skipped;
    if (on_path == 0) {
      std::copy(lane.events + skipped, lane.events + lane.own, lane.events);
    } else {
      std::copy_backward(lane.events, lane.events + own, lane.events + on_path + own);
    }
    std::copy_n(path_.data() + lane.at, on_path, lane.events);
    std::copy(lane.addresses + lane.addresses_at, lane.addresses + lane.addresses_end,
              lane.addresses);
    lane.addresses_end -= lane.addresses_at;
    lane.addresses_at = lane.agreed = lane.at = 0;
    lane.own = on_path + own;
  }
  path_end_ = 0;
  path_[0] = 0;
}

}  // namespace kit::sim
