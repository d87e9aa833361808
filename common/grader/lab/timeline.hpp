/// @file
/// When the operations of a call would run on a card that copies and computes at the same time:
/// what evidence about overlap is judged by.
#pragma once

#include <vector>

#include "grader/results/observations.hpp"

namespace kit::grader {

/// The parts of a card that work at the same time, each on one operation after the other.
enum class Engine { kernels, copy_in, copy_out, between };

/// Where operations stand in time. One unit is the time in which a byte is copied. A kernel takes
/// as long as a copy of the bytes that it writes: then copy in, kernel and copy out of an image are
/// equally long, which is where overlap is worth most. A function of the host takes no time.
struct Timeline {
  struct Entry {
    double begin = 0, end = 0;
    Engine engine = Engine::kernels;
  };
  std::vector<Entry> entries;  ///< of each operation
  double serial = 0;           ///< all of them one after another
  double length = 0;           ///< from the first begin to the last end

  /// 1 where nothing overlaps; 1/3 where three equal parts do all the time. 1 of no work.
  double share() const { return serial > 0 ? length / serial : 1; }
};

/// Each operation begins when those that it comes after have ended and its engine is free; of
/// several that could begin, the one that was queued first. Every device has its own engines, a
/// copy between two takes the sending one's; kernels of one device follow each other.
Timeline timeline_of(const std::vector<Operation>& operations);

/// Bytes of all operations of a kind.
double bytes_of(const std::vector<Operation>& operations, Operation::Kind kind);

}  // namespace kit::grader
