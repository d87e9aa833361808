/// @file
/// Tries the edits of one worker, one after another and in pairs.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "grader/judge/judge.hpp"
#include "grader/judge/session.hpp"
#include "grader/repair/conclusion.hpp"
#include "grader/repair/repair.hpp"
#include "grader/repair/switched_worker.hpp"

namespace kit::repair {

/// What came of trying edits of one part.
struct Tried {
  std::vector<Mending> mending = {};
  std::optional<EditKind> untried = {};  ///< what would have come next, if a limit ended it
};

/// The time that is left for trying, counted for each core that tries: shared by all parts.
class TimeLeft {
 public:
  explicit TimeLeft(double seconds) : microseconds_(std::int64_t(1e6 * seconds)) {}
  bool is_over() const { return microseconds_ <= 0; }
  void spend(std::chrono::steady_clock::duration time) {
    microseconds_ -= std::chrono::duration_cast<std::chrono::microseconds>(time).count();
  }

 private:
  std::atomic<std::int64_t> microseconds_;
};

/// A search in one part of a file. What it is made of has to outlive it.
class PartSearch {
 public:
  PartSearch(const grader::JudgePlan& plan, const SwitchedWorker& worker, const SearchCases& cases);
  ~PartSearch();
  PartSearch(PartSearch&& other) noexcept;
  PartSearch& operator=(PartSearch&& other) noexcept;

  /// Finds out what there is to try: all edits that the cases come to. False if the code is not as
  /// wrong as the student's with no edit in force, which says nothing.
  bool prepare_edits(TimeLeft& left);
  /// True if what mends has been found already, and nothing else has to be tried.
  bool is_sure() const;
  /// The same for pairs, once no single edit mends.
  void prepare_pairs();
  /// What kind the next edit to try is of, if there is one.
  std::optional<EditKind> next() const;
  /// Tries the edits of that kind, as long as time is left. Several threads may do so at once, each
  /// with a session of its own, which is begun if there is none: a worker ends with the thread that
  /// began it.
  void work(TimeLeft& left, std::unique_ptr<grader::Session>& mine);
  /// What came of it, once nobody works.
  Tried tried();

  /// True if all cases are right with no edit in force.
  bool is_right();
  /// True if with no edit in force those that failed are wrong, and those that passed right.
  bool fails_alike();

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace kit::repair
