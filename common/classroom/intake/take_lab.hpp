/// @file
/// Which of a submission's files are a lab's.
#pragma once

#include <string>

#include "classroom/intake/intake.hpp"

namespace kit::classroom {

/// A lab's files, with the skeleton's for what was not submitted: it compiles, and is not done.
LabFiles take_lab(const Reading& reading, const grader::LabConfig& lab, const IntakePlan& plan);

/// "02", "lab02", "lab2", "Lab 2", "02_naive" ... for lab 02_naive.
bool means_lab(const std::string& name, const std::string& lab);

/// How a name means a lab's file: 0 not at all, 1 as a copy (naive-1.cu, "naive (1).cu"), 2 but for
/// capital letters, 3 exactly.
int means_file(const std::string& name, const std::string& file);

}  // namespace kit::classroom
