/// @file
/// What the checks found: each cause once, with the place in the student's source.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "../src/finding.hpp"

namespace kit::sim {

/// True for mistakes that two places make together; the other one is the first related place.
bool is_pair(FindingKind kind);

/// A number that stands for a kind of mistake at a pair of program counters, in either order.
std::uint64_t cause_of(FindingKind kind, std::uint32_t pc, std::uint32_t other_pc);

/// Note of the calls that led to a launch, from the launch outwards. Of these only the one that is
/// the first in another line than the launch is kept: who calls the function with the launch.
inline constexpr const char* kCalledFrom = "called from";

/// The same of the work that the other of two streams was given first.
inline constexpr const char* kFirstCalledFrom = "the first is called from";

/// Note of what stored the part of an array that is not missing.
inline constexpr const char* kStoresTheRest = "stored here";

/// Parts of messages that end_race_messages() completes once all showings of a race are known.
inline constexpr std::string_view kOneVariable = " (one variable for the whole block)";
inline constexpr std::string_view kNoBarrier = ", with no __syncthreads() between them";

/// Collects findings of all host threads.
class Findings {
 public:
  static Findings& instance();
  void add(Finding finding);
  /// The finding with this cause showed `count` times more.
  void add_count(std::uint64_t cause, std::uint64_t count);
  /// The finding with this cause is none.
  void forget(std::uint64_t cause);
  /// The race with this cause showed between threads of different warps.
  void note_across_warps(std::uint64_t cause);
  /// Of a finding that is known more exactly now: what it says from now on.
  void reword(std::uint64_t cause, const std::string& message);
  /// Of the two threads of this race only one came to the barrier at `pc`.
  void note_barrier(std::uint64_t cause, std::uint32_t pc);
  /// All findings so far, with source lines, in the order of first appearance; forgets them.
  std::vector<Finding> take();

 private:
  template <typename Change>
  void change(std::uint64_t cause, Change change);

  std::mutex mutex_;
  std::vector<Finding> findings_;
};

}  // namespace kit::sim
