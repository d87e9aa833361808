/// @file
/// Students who hand in together.
#pragma once

#include <vector>

#include "classroom/run/instructor_tables.hpp"

namespace kit::classroom {

/// What one member of a group (Student::group) handed in for a lab becomes the work of all members;
/// of several the newest. The works then share a key, and of those who did not hand it in
/// `handed_in_by` says who did.
void share_in_groups(std::vector<Work>& works, const Students& students);

}  // namespace kit::classroom
