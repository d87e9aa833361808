/// @file
/// The instructor's tables of a run: read before anything is graded, so that a slip in one costs a
/// second and not a night.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "classroom/gradebook/gradebook.hpp"
#include "classroom/intake/class_intake.hpp"
#include "classroom/intake/decisions.hpp"
#include "classroom/intake/due_dates.hpp"
#include "classroom/intake/options.hpp"
#include "classroom/intake/roster.hpp"

namespace kit::classroom {

using Students = std::map<std::string, Student>;

class InstructorTables {
 public:
  /// Reads what the options name. Throws InputError.
  InstructorTables(const ClassOptions& options, const std::string& labs_folder);

  /// Throws InputError for a row about somebody who is not in the class.
  void check(const Students& students) const;
  /// Adds overrides and comments to the gradebook.
  void store_decisions(Gradebook& book) const;
  /// What lateness costs each: a row of the table of penalties goes before a due date.
  Penalties penalties(const Students& students, const std::vector<Work>& works) const;

  const std::vector<Student>& roster() const { return roster_; }
  /// Takes the roster of an earlier run where this one has none. Returns whether it did.
  bool inherit_roster(const Students& students);
  /// Whether there is anything that says who is late.
  bool has_lateness() const { return !late_.empty() || !due_.rules.empty(); }

 private:
  std::vector<Student> roster_;
  Penalties late_;
  DuePlan due_;
  std::vector<DecisionRow> overrides_, comments_;
};

/// Throws InputError that names `where`, unless this is a student of the class.
void require_student(const Students& students, const std::string& id, const std::string& where);

/// What became of the submissions of the last run that took some in.
void keep_submissions(Gradebook& book, const std::vector<ListedSubmission>& list);
std::vector<ListedSubmission> kept_submissions(Gradebook& book);

/// Who is in the class and what lateness costs, kept in the gradebook: what writes reports again
/// needs no table.
struct Standing {
  Students students;
  Penalties penalties;  ///< by student and lab
};
void keep_standing(Gradebook& book, const Standing& standing);
/// As it was kept. Of a book from before it was: the students of its work, and no penalties.
Standing kept_standing(Gradebook& book, const std::vector<Grade>& grades);

}  // namespace kit::classroom
