#include "grader/lab/timeline.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace kit::grader {
namespace {

Engine engine_of(const Operation& one) {
  switch (one.kind) {
    case Operation::Kind::to_device:
      return Engine::copy_in;
    case Operation::Kind::to_host:
      return Engine::copy_out;
    case Operation::Kind::between_devices:
      return Engine::between;
    default:
      return Engine::kernels;
  }
}

/// Lists the operations in the order in which they begin.
class Scheduler {
 public:
  explicit Scheduler(const std::vector<Operation>& operations)
      : operations_(operations), missing_(operations.size()), ready_(operations.size(), 0) {
    followers_.resize(operations.size());
    for (std::size_t i = 0; i < operations.size(); ++i) {
      missing_[i] = operations[i].after.size();
      for (const int before : operations[i].after) followers_[std::size_t(before)].push_back(i);
      if (missing_[i] == 0) waiting_.push_back(i);
    }
    timeline_.entries.resize(operations.size());
  }

  Timeline run() {
    while (!waiting_.empty()) place(take_next());
    return std::move(timeline_);
  }

 private:
  using Part = std::pair<int, Engine>;  ///< of which device
  Part part_of(std::size_t index) const {
    const Operation& one = operations_[index];
    const Engine engine = engine_of(one);
    return {engine == Engine::between ? one.from_device : one.device, engine};
  }
  double begin_of(std::size_t index) { return std::max(ready_[index], free_[part_of(index)]); }

  std::size_t take_next() {
    auto best = waiting_.begin();
    for (auto one = waiting_.begin(); one != waiting_.end(); ++one)
      if (std::pair(begin_of(*one), *one) < std::pair(begin_of(*best), *best)) best = one;
    const std::size_t index = *best;
    waiting_.erase(best);
    return index;
  }

  void place(std::size_t index) {
    const Operation& one = operations_[index];
    const bool takes_time = one.kind != Operation::Kind::host_function;
    const double length = takes_time ? double(one.bytes) : 0;
    const double begin = takes_time ? begin_of(index) : ready_[index], end = begin + length;
    timeline_.entries[index] = {begin, end, engine_of(one)};
    timeline_.serial += length;
    timeline_.length = std::max(timeline_.length, end);
    if (takes_time) free_[part_of(index)] = end;
    for (const std::size_t next : followers_[index]) {
      ready_[next] = std::max(ready_[next], end);
      if (--missing_[next] == 0) waiting_.push_back(next);
    }
  }

  const std::vector<Operation>& operations_;
  std::vector<std::size_t> missing_;  ///< how many it still waits for
  std::vector<double> ready_;         ///< when those that it comes after have ended
  std::vector<std::vector<std::size_t>> followers_;
  std::vector<std::size_t> waiting_;  ///< that wait for their engine alone
  std::map<Part, double> free_;       ///< from when on
  Timeline timeline_;
};

}  // namespace

Timeline timeline_of(const std::vector<Operation>& operations) {
  return Scheduler(operations).run();
}

double bytes_of(const std::vector<Operation>& operations, Operation::Kind kind) {
  double sum = 0;
  for (const Operation& one : operations)
    if (one.kind == kind) sum += double(one.bytes);
  return sum;
}

}  // namespace kit::grader
