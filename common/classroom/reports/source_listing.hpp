/// @file
/// The student's own source within the report.
#pragma once

#include <string>

#include "classroom/gradebook/gradebook.hpp"

namespace kit::classroom {

/// The files that were graded, folded, with line numbers; a line of which something was found is
/// marked, with what it was. Empty if nothing was submitted.
std::string sources_html(const Grade& grade);

}  // namespace kit::classroom
