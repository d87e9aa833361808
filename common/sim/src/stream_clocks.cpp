/// Within a stream work is ordered by its number alone, so that a clock of one number a stream says
/// everything (Lamport 1978; Fidge and Mattern 1988 for vectors). A clock that covers a piece of
/// work covers all that comes before it: clocks are only joined, never cut.
#include "stream_clocks.hpp"

#include <algorithm>

namespace kit::sim {

void join(StreamClock& clock, const StreamClock& other) {
  if (clock.size() < other.size()) clock.resize(other.size());
  for (std::size_t i = 0; i < other.size(); ++i) clock[i] = std::max(clock[i], other[i]);
}

StreamClocks::StreamClocks() {
  for (int device = 0; device < kMostDevices; ++device)
    streams_.insert(streams_.end(), 2, {{}, 0, false, device});
}

bool StreamClocks::is_legacy(std::size_t stream) const {
  return stream < std::size_t(kMostDevices) * 2 && stream % 2 == 0;
}

std::size_t StreamClocks::made(bool non_blocking, int device) {
  ++made_;
  const auto place = std::find_if(left_.begin(), left_.end(), [&](std::size_t one) {
    const std::uint64_t last = streams_[one].last;
    return last == 0 || (one < host_.size() && host_[one] >= last);
  });
  if (place == left_.end()) {
    streams_.push_back({{}, 0, non_blocking, device});
    return streams_.size() - 1;
  }
  const std::size_t stream = *place;
  left_.erase(place);
  streams_[stream].non_blocking = non_blocking;
  streams_[stream].device = device;
  return stream;
}

void StreamClocks::destroyed(std::size_t stream) {
  --made_;
  left_.push_back(stream);
}

StreamClock StreamClocks::until(std::size_t stream) const {
  StreamClock clock = host_;
  join(clock, streams_[stream].clock);
  if (is_legacy(stream))
    for (const Stream& other : streams_)
      if (!other.non_blocking && other.device == streams_[stream].device) join(clock, other.clock);
  return clock;
}

StreamClock StreamClocks::until_all(int device) const {
  StreamClock all;
  for (const Stream& stream : streams_)
    if (stream.device == device) join(all, stream.clock);
  return all;
}

void StreamClocks::advance(std::size_t stream, const StreamClock& clock) {
  join(streams_[stream].clock, clock);
  if (!is_legacy(stream)) return;
  for (Stream& other : streams_)
    if (!other.non_blocking && other.device == streams_[stream].device) join(other.clock, clock);
}

WorkPlace StreamClocks::next(std::size_t stream) {
  return next_after(stream, until(stream));
}

WorkPlace StreamClocks::next_after(std::size_t stream, const StreamClock& after) {
  WorkPlace place{stream, ++streams_[stream].last, after};
  StreamClock clock = after;
  if (clock.size() <= stream) clock.resize(stream + 1);
  clock[stream] = place.number;
  advance(stream, clock);
  return place;
}

void StreamClocks::wait(std::size_t stream, const StreamClock& until_then) {
  StreamClock clock = until(stream);
  join(clock, until_then);
  advance(stream, clock);
}

}  // namespace kit::sim
