/// @file
/// Vector clocks of one team at a time. A meeting of all threads makes all clocks alike, which is
/// why its cost does not grow with what happened between two of them.
#include "sim/races/team_clocks.hpp"

#include <algorithm>

namespace kit::sim {

void VectorClock::join(const VectorClock& other) {
  for (unsigned thread = 0; thread < kMaxTeam; ++thread)
    steps[thread] = std::max(steps[thread], other.steps[thread]);
}

void TeamClocks::fork(unsigned threads) {
  threads_ = threads;
  meet();
}

void TeamClocks::meet() {
  for (unsigned thread = 0; thread < threads_; ++thread) last_ = std::max(last_, step_of(thread));
  for (unsigned thread = 0; thread < threads_; ++thread) {
    clocks_[thread].steps.fill(last_);
    clocks_[thread].steps[thread] = last_ + 1;
  }
}

void TeamClocks::release(unsigned thread, VectorClock& clock) {
  clock.join(clocks_[thread]);
  ++clocks_[thread].steps[thread];
}

}  // namespace kit::sim
