#include "trace.hpp"

#include <algorithm>
#include <bit>

namespace kit::sim {

WarpTrace::WarpTrace() {
  for (auto& lane : lanes_) lane = std::make_unique<LaneLog>();
  reset();
}

void WarpTrace::reset() {
  for (auto& lane : lanes_) lane->clear();
  paused_.fill(true);
}

// A lane that has more to say, but not here yet: the others must not run ahead of it.
bool WarpTrace::starved() const {
  for (unsigned i = 0; i < 32; ++i) {
    if (!paused_[i] && lanes_[i]->empty()) return true;
  }
  return false;
}

void WarpTrace::merge(TraceSink& sink) {
  while (!starved() && (merge_converged(sink) || merge_step(sink))) {
  }
  for (auto& lane : lanes_) {
    if (lane->empty()) {
      lane->clear();
      continue;
    }
    // Room for what the lane adds next.
    std::copy(lane->keys.begin() + lane->keys_at, lane->keys.begin() + lane->keys_end,
              lane->keys.begin());
    std::copy(lane->addresses.begin() + lane->addresses_at,
              lane->addresses.begin() + lane->addresses_end, lane->addresses.begin());
    lane->keys_end -= lane->keys_at;
    lane->addresses_end -= lane->addresses_at;
    lane->keys_at = lane->addresses_at = 0;
  }
}

void WarpTrace::emit(TraceSink& sink, EventKey key, std::uint32_t lanes) {
  if (space_of(key) == Space::none) {
    sink.basic_block(pc_of(key), unsigned(std::popcount(lanes)));
    return;
  }
  Request request;
  request.key = key;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    LaneLog& lane = *lanes_[unsigned(std::countr_zero(rest))];
    request.addresses[request.count++] = lane.addresses[lane.addresses_at++];
  }
  sink.request(request);
}

// The stretch on which all lanes that have events agree: most of a kernel. False if there is none.
bool WarpTrace::merge_converged(TraceSink& sink) {
  std::uint32_t lanes = 0;
  const LaneLog* first = nullptr;
  std::uint32_t length = LaneLog::kCapacity;
  for (unsigned i = 0; i < 32; ++i) {
    const LaneLog& lane = *lanes_[i];
    if (lane.empty()) continue;
    lanes |= 1u << i;
    if (first == nullptr) first = &lane;
    const EventKey* begin = lane.keys.data() + lane.keys_at;
    length = std::min(length, lane.keys_end - lane.keys_at);
    length = std::uint32_t(
        std::mismatch(begin, begin + length, first->keys.data() + first->keys_at).first - begin);
  }
  if (length == 0 || first == nullptr) return false;
  const std::uint32_t start = first->keys_at;
  for (std::uint32_t k = 0; k < length; ++k) emit(sink, first->keys[start + k], lanes);
  const EventKey last = first->keys[start + length - 1];
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    lanes_[unsigned(std::countr_zero(rest))]->keys_at += length;
  }
  // The stretch ended because lanes went apart, unless a log simply ended.
  EventKey next = 0;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    const LaneLog& lane = *lanes_[unsigned(std::countr_zero(rest))];
    if (lane.empty()) continue;
    if (next != 0 && lane.keys[lane.keys_at] != next) {
      sink.divergence(last);
      break;
    }
    next = lane.keys[lane.keys_at];
  }
  return true;
}

// One event of those lanes that are deepest in calls and, among them, least far in the code.
bool WarpTrace::merge_step(TraceSink& sink) {
  EventKey best = 0;
  std::uint32_t lanes = 0;
  for (unsigned i = 0; i < 32; ++i) {
    const LaneLog& lane = *lanes_[i];
    if (lane.empty()) continue;
    const EventKey key = lane.keys[lane.keys_at];
    if (key > best) {
      best = key;
      lanes = 0;
    }
    if (key == best) lanes |= 1u << i;
  }
  if (lanes == 0) return false;
  emit(sink, best, lanes);
  EventKey next = 0;
  bool apart = false;
  for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
    LaneLog& lane = *lanes_[unsigned(std::countr_zero(rest))];
    ++lane.keys_at;
    if (lane.empty()) continue;
    apart |= next != 0 && lane.keys[lane.keys_at] != next;
    next = lane.keys[lane.keys_at];
  }
  if (apart) sink.divergence(best);
  return true;
}

}  // namespace kit::sim
