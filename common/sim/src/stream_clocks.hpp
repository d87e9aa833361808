/// @file
/// What orders the work of streams: one number per stream, as vector clocks keep it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace kit::sim {

/// How many pieces of work of each stream have ended, by the stream's place.
using StreamClock = std::vector<std::uint64_t>;

void join(StreamClock& clock, const StreamClock& other);

/// A piece of work among all others: the `number`-th of its stream, counted from 1. Work of which
/// neither's `before` covers the other is not ordered.
struct WorkPlace {
  std::size_t stream = 0;
  std::uint64_t number = 0;
  StreamClock before;  ///< what ends before it begins

  bool comes_before(const StreamClock& clock) const {
    return stream < clock.size() && clock[stream] >= number;
  }
};

/// Work of each stream is ordered, and so is what the host does. Work of two streams is ordered by
/// an event, by a wait of the host, or because the legacy default stream of a device waits for all
/// of its blocking streams, and they for it. Not safe for several threads; the queue has a lock.
class StreamClocks {
 public:
  static constexpr int kMostDevices = 8;
  static constexpr std::size_t legacy(int device) { return std::size_t(device) * 2; }
  static constexpr std::size_t per_thread(int device) { return std::size_t(device) * 2 + 1; }

  StreamClocks();
  /// The place of a new stream; that of a destroyed one once the host knows its work to have ended.
  std::size_t made(bool non_blocking, int device);
  /// Its work goes on.
  void destroyed(std::size_t stream);
  bool any_made() const { return made_ > 0; }

  /// Appends work to a stream.
  WorkPlace next(std::size_t stream);
  /// The same for work that needs no more than `after` to have ended, as the nodes of a graph do.
  WorkPlace next_after(std::size_t stream, const StreamClock& after);
  /// What has ended when the stream has done all that it was given, as another stream or the host
  /// that waits for it may take it.
  StreamClock until(std::size_t stream) const;
  StreamClock until_all(int device) const;
  /// Whatever the stream is given from now on comes after this.
  void wait(std::size_t stream, const StreamClock& until);

  void host_learns(const StreamClock& until) { join(host_, until); }
  const StreamClock& host() const { return host_; }
  bool is_device(std::size_t stream, int device) const { return streams_[stream].device == device; }

 private:
  struct Stream {
    StreamClock clock;  ///< what has ended when its next work begins
    std::uint64_t last = 0;
    bool non_blocking = false;
    int device = 0;
  };
  bool is_legacy(std::size_t stream) const;
  void advance(std::size_t stream, const StreamClock& clock);

  std::vector<Stream> streams_;
  std::vector<std::size_t> left_;  ///< places of streams that were destroyed
  std::size_t made_ = 0;
  StreamClock host_;  ///< what the host knows to have ended
};

}  // namespace kit::sim
