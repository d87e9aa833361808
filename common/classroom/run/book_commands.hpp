/// @file
/// What is done with a gradebook without grading. All return the exit code and throw kit::Error.
#pragma once

#include <string>

#include "classroom/intake/options.hpp"

namespace kit::classroom {

/// Takes the instructor's tables in and writes all reports again.
int run_report(const ClassOptions& options);

/// Prints one student's report, as the student sees it.
int run_show(const ClassOptions& options);

/// Prints what differs between two gradebooks (each a file, or the folder of a run); writes it to
/// the file `csv` too, unless that is empty.
int run_diff(const std::string& before, const std::string& after, const std::string& csv);

/// Fills the points into a gradebook that a course system exported; the file goes into the folder
/// of the run.
int run_export(const ClassOptions& options, const std::string& system,
               const std::string& template_path, const std::string& column);

}  // namespace kit::classroom
