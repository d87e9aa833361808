/// @file
/// `make grade`: a folder of submissions in, grades and reports out.
#pragma once

#include "classroom/intake/options.hpp"

namespace kit::classroom {

/// Grades what has no grade yet and writes all reports. Returns the exit code: 0 once every
/// submission has a verdict, 99 if some have none. Throws kit::Error.
int run_class(const ClassOptions& options);

}  // namespace kit::classroom
