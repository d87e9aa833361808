/// @file
/// What the checks found: each cause once, with the place in the student's source.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace kit::sim {

/// The fixed list of what the observed simulator reports; docs/simulator.md explains each.
enum class FindingKind {
  out_of_bounds,
  uninitialised_read,
  use_after_free,
  host_pointer,
  shared_race,
  global_race,
  divergent_barrier,
  shuffle_inactive_lane,
  infinite_loop,
  leak,
  unchecked_error,
};
const char* name_of(FindingKind kind);

/// A line of the student's source.
struct SourceLine {
  std::string file;
  int line = 0;
};

struct Finding {
  FindingKind kind = FindingKind::out_of_bounds;
  std::string message;   ///< one sentence for the student, without the place
  std::string position;  ///< kernel, block and thread
  std::uint32_t pc = 0, other_pc = 0;
  std::uint64_t count = 1;      ///< how often the same cause showed
  SourceLine line, other_line;  ///< filled by resolve()
};

/// Collects findings of all host threads. The same kind at the same pair of places is one finding.
class Findings {
 public:
  static Findings& instance();
  void add(Finding finding);
  /// All findings so far, with source lines, in the order of first appearance; forgets them.
  std::vector<Finding> take();

 private:
  std::mutex mutex_;
  std::vector<Finding> findings_;
};

/// Source lines of places of this program's code, by the debug information that student code is
/// compiled with. Of inlined code the outermost line that is not the simulator's own. Unknown ones
/// have line 0.
std::map<std::uint32_t, SourceLine> resolve(const std::vector<std::uint32_t>& places);

}  // namespace kit::sim
