/// @file
/// How the turns of a loop are shared out. Whatever the schedule, chunk k is for thread k modulo
/// the number of threads: OpenMP allows that for all of them, and the same thread has the same
/// turns in every run.
#pragma once

#include <cstdint>

#include "sim/races/team_clocks.hpp"

namespace kit::sim::openmp {

/// Whose chunk may enter the ordered regions of a loop.
struct OrderedTurn {
  std::uint64_t chunk = 0;
  VectorClock clock;
};

/// A thread's share of a loop.
class Loop {
 public:
  Loop() = default;
  /// A loop of `turns` turns; the values of its variable are numbers modulo 2^64.
  Loop(std::uint64_t start, std::uint64_t end, std::uint64_t step, std::uint64_t turns,
       std::uint64_t chunk, unsigned thread, unsigned threads);

  /// The thread's next chunk; false if there is none.
  bool next(std::uint64_t& from, std::uint64_t& to);
  /// The chunk that the thread has.
  std::uint64_t chunk() const { return current_; }

  OrderedTurn* ordered = nullptr;  ///< of an ordered loop

 private:
  std::uint64_t start_ = 0, end_ = 0, step_ = 1, turns_ = 0, size_ = 1;
  std::uint64_t current_ = 0, next_ = 0, threads_ = 1;
};

}  // namespace kit::sim::openmp
