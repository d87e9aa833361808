/// @file
/// Which work of streams is ordered, and which pairs use the same bytes without being so.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "../src/stream_observer.hpp"
#include "host_traffic.hpp"
#include "host_watch.hpp"
#include "operation_log.hpp"
#include "used_bytes.hpp"

namespace kit::sim {

/// Two pieces of work of which neither comes before the other may run in any order, or at once,
/// whatever they do here.
class StreamOrder : public StreamObserver, public HostWatch {
 public:
  static StreamOrder& instance();

  void done(StreamWork work, WorkPlace place) override;
  void host_learned(const StreamClock& clock, bool idle) override;
  void host_function_begins(const WorkPlace& place) override;
  void host_function_ends() override;

  /// Work since the last call, as JSON (OperationLog); empty if there is nothing to tell of it.
  std::string take_operations();

  /// What came to the host and back since the last call, as JSON (HostTraffic).
  std::string take_traffic();

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
  struct Pending {
    StreamWork work;
    WorkPlace place;
    bool on_host = false;  ///< it uses memory that the host's code may use
  };
  StreamOrder() = default;
  void report(const Pending& before, const Pending& now, const Overlap& found) const;
  /// What to do, by how far what `now` waits for reaches into the stream of `before`.
  std::string waited_for(const Pending& before, const Pending& now) const;
  void report_host_use(const Pending& before, const UsedBytes& used, const UsedBytes& now,
                       bool used_writes, bool now_writes);
  void watch_host();

  std::mutex mutex_;              ///< the host's code may have several threads
  std::vector<Pending> pending_;  ///< what the host does not know to have ended
  /// Of each stream, the number of each piece of work and which call queued it.
  std::map<std::size_t, std::vector<std::pair<std::uint64_t, std::uint32_t>>> given_;
  StreamClock host_;  ///< what the host knows to have ended
  bool host_memory_ = false, in_host_function_ = false;
  StreamClock host_function_;  ///< what has ended when it begins
  OperationLog log_;
  HostTraffic traffic_;
};

}  // namespace kit::sim
