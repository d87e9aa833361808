/// @file
/// Tries the edits of one worker, one after another and in pairs.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "grader/judge/judge.hpp"
#include "grader/repair/conclusion.hpp"
#include "grader/repair/repair.hpp"
#include "grader/repair/switched_worker.hpp"

namespace kit::repair {

/// What came of trying edits of one part.
struct Tried {
  std::vector<Mending> mending = {};
  bool surely = false;                   ///< nothing else has to be tried
  std::optional<EditKind> untried = {};  ///< what would have come next, if a limit ended it
};

/// A search in one part of a file. What it is made of has to outlive it.
class PartSearch {
 public:
  /// Uses so many cores at once.
  PartSearch(const grader::JudgePlan& plan, const SwitchedWorker& worker, const SearchCases& cases,
             int cores = 1);
  ~PartSearch();
  PartSearch(PartSearch&& other) noexcept;
  PartSearch& operator=(PartSearch&& other) noexcept;

  /// The edits that mend all cases.
  Tried try_edits();
  /// The pairs that do, once no single edit does.
  Tried try_pairs();
  /// True if all cases are right with no edit in force.
  bool is_right();
  /// True if with no edit in force those that failed are wrong, and those that passed right.
  bool fails_alike();

 private:
  class Search;
  std::unique_ptr<Search> search_;
};

}  // namespace kit::repair
