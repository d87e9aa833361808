/// @file
/// Which student of the roster a submission belongs to.
#pragma once

#include <string>
#include <vector>

#include "classroom/intake/layout/layout.hpp"
#include "classroom/intake/roster.hpp"

namespace kit::classroom {

/// Whose a submission is: one student of the roster, or why it is not known.
struct Identity {
  const Student* student = nullptr;
  std::string how;                         ///< "canvas_id 12345", "the full name"
  std::string why;                         ///< if there is no student
  std::vector<const Student*> candidates;  ///< whose it may be, if it is not clear whose
};

/// The student whose row names this submission in its column `submission`; none if no row does.
/// That goes before all else.
Identity named_in_roster(const Handed& handed, const std::vector<Student>& roster);

/// By the ids of the course system, e-mail addresses, and the full name if one row alone has it.
/// What points at two students points at none.
Identity identify(const Person& person, const Layout& layout, const std::vector<Student>& roster);

/// The person as a student of a class without a roster: the course system's id, with the name.
Student student_of(const Person& person, const Handed& handed);

/// What a GitHub login may be compared with, in small letters.
std::set<std::string> logins_of(const std::vector<Student>& roster);

}  // namespace kit::classroom
