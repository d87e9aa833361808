/// @file
/// What is ordered before what in a team of threads: vector clocks (Mattern 1989).
#pragma once

#include <array>
#include <cstdint>

namespace kit::sim {

/// The most threads of one team.
inline constexpr unsigned kMaxTeam = 64;

/// Of each thread the last of its steps that is known to have happened.
struct VectorClock {
  std::array<std::uint32_t, kMaxTeam> steps{};

  void join(const VectorClock& other);
};

/// The clocks of a team. A step is what a thread does between two moments at which it tells others
/// of itself. Steps are numbered on from team to team, so that all that earlier teams did is
/// ordered before what a team does.
class TeamClocks {
 public:
  /// A team begins, after all that happened so far.
  void fork(unsigned threads);
  /// All threads of the team have met.
  void meet();
  /// What the thread did so far happens before what acquires `clock` later.
  void release(unsigned thread, VectorClock& clock);
  void acquire(unsigned thread, const VectorClock& clock) { clocks_[thread].join(clock); }

  std::uint32_t step_of(unsigned thread) const { return clocks_[thread].steps[thread]; }
  /// Whether that step of `other` happened before what `thread` does now.
  bool is_before(unsigned other, std::uint32_t step, unsigned thread) const {
    return step <= clocks_[thread].steps[other];
  }

 private:
  unsigned threads_ = 1;
  std::uint32_t last_ = 0;  ///< the largest number of a step so far
  std::array<VectorClock, kMaxTeam> clocks_;
};

}  // namespace kit::sim
