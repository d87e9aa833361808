/// @file
/// What streams did, and what each piece of work waited for: enough to say when it could run on a
/// card that copies and computes at the same time.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "../src/stream_observer.hpp"

namespace kit::sim {

/// Not safe for several threads.
class OperationLog {
 public:
  /// Work that has been done; its lists are sorted, and each byte stands in them once.
  void add(const StreamWork& work, const WorkPlace& place);
  /// What was added since the last call, as a list of JSON in the order in which it was queued:
  /// docs/simulator.md explains the fields. Empty if all of it is kernels of one stream, of which
  /// the launches say more.
  std::string take();

 private:
  struct Operation {
    StreamWork work;
    WorkPlace place;
  };
  using Place = std::pair<std::size_t, std::uint64_t>;  ///< stream, number within it

  std::vector<std::vector<std::size_t>> find_awaited() const;
  /// Of each piece of work, the last of each stream that has to come before it, since both use the
  /// same bytes.
  std::vector<std::vector<std::size_t>> find_needed() const;
  bool tells_something() const;

  std::vector<Operation> operations_;
};

}  // namespace kit::sim
