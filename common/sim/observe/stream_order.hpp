/// @file
/// Which work of streams is ordered, and which pairs use the same bytes without being so.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include "../src/stream_observer.hpp"
#include "host_watch.hpp"

namespace kit::sim {

/// Work of each stream is ordered, and so is what the host does. A vector clock says of each piece
/// of work how much of the other streams' has ended before it begins: what comes before by an
/// event, by a wait of the host, or because the legacy default stream waits for all blocking
/// streams, and they for it. Two pieces of work of which neither clock covers the other may run in
/// any order, or at once, whatever they do here.
class StreamOrder : public StreamObserver, public HostWatch {
 public:
  static StreamOrder& instance();

  void stream_made(cudaStream_t stream, bool non_blocking) override;
  void stream_destroyed(cudaStream_t stream) override;
  void queued(cudaStream_t stream, StreamWork work) override;
  void event_recorded(cudaEvent_t event, cudaStream_t stream) override;
  void stream_waits(cudaStream_t stream, cudaEvent_t event) override;
  void host_waits(cudaStream_t stream) override;
  void host_waits(cudaEvent_t event) override;
  void host_waits_for_all() override;
  void host_function_begins() override;
  void host_function_ends() override;

  /// Whether somebody could race with a kernel: only then its accesses are worth a list.
  bool wants_accesses();
  /// Memory that the host and kernels use alike is allocated.
  void host_memory_made() { host_memory_ = true; }

  /// The host's own code uses memory (HostWatch). Called only while work is under way that uses
  /// memory of the host's.
  void access(const void* address, std::size_t bytes, bool writes, std::uint32_t pc) override;
  void atomic(const volatile void* address, std::size_t bytes, Atomic what, int order,
              std::uint32_t pc) override;
  void fence() override {}

 private:
  /// How many pieces of work of each stream have ended.
  using Clock = std::vector<std::uint64_t>;
  struct Stream {
    Clock clock;  ///< what has ended when the stream's next work begins
    bool non_blocking = false;
  };
  struct Pending {
    StreamWork work;
    std::size_t stream = 0;
    std::uint64_t number = 0;  ///< in its stream, from 1
    bool on_host = false;      ///< it uses memory that the host's code may use
  };
  struct Overlap {
    UsedBytes before, now;
    bool before_writes = false, now_writes = false;
  };
  static constexpr std::size_t kLegacy = 0, kPerThread = 1, kDefaultStreams = 2;

  StreamOrder();
  std::size_t index_of(cudaStream_t stream) const;
  static void join(Clock& clock, const Clock& other);
  static bool covers(const Clock& clock, const Pending& work);
  /// What has to end before the stream's next action.
  Clock before_next(std::size_t stream) const;
  /// The stream's actions from now on come after `clock`.
  void advance(std::size_t stream, const Clock& clock);
  void host_learns(const Clock& clock);
  static const UsedBytes* first_overlap(const std::vector<UsedBytes>& list, const UsedBytes& bytes);
  static bool overlap(const Pending& before, const StreamWork& now, Overlap& found);
  static void report(const Pending& before, const StreamWork& now, const Overlap& found);
  void report_host_use(const Pending& before, const UsedBytes& used, const UsedBytes& now,
                       bool used_writes, bool now_writes);
  void watch_host();

  std::mutex mutex_;  ///< several threads of the host may give work to streams
  std::vector<Stream> streams_;
  std::map<cudaStream_t, std::size_t> indices_;  ///< of those that were made and not destroyed
  std::vector<std::size_t> left_;                ///< places of those that were destroyed
  std::map<cudaEvent_t, Clock> events_;
  Clock host_;                    ///< what the host knows to have ended
  std::vector<Pending> pending_;  ///< what the host does not know to have ended
  bool host_memory_ = false, in_host_function_ = false;
  Clock host_function_;  ///< what has ended when it begins
};

}  // namespace kit::sim
