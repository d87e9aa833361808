/// @file
/// Tasks of OpenMP.
#pragma once

#include <memory>
#include <vector>

#include "sim/races/team_clocks.hpp"

namespace kit::sim::openmp {

/// Tasks that a taskgroup waits for.
struct TaskGroup {
  std::shared_ptr<TaskGroup> outer;
  unsigned unfinished = 0;
  VectorClock ended;
};

/// A task, or what a thread does besides tasks.
struct Task {
  void (*body)(void*) = nullptr;
  std::vector<char> memory;  ///< holds its data
  void* data = nullptr;
  std::shared_ptr<Task> parent;
  std::shared_ptr<TaskGroup> group;
  VectorClock begins;       ///< happens before it
  unsigned unfinished = 0;  ///< of its children
  VectorClock ended;        ///< what its children did
  unsigned thread = 0;      ///< which is to run it
};

}  // namespace kit::sim::openmp
