/// @file
/// How a run takes submissions in, and what it says of them.
#pragma once

#include "classroom/intake/class_intake.hpp"
#include "classroom/run/setup.hpp"

namespace kit::classroom {

/// What the options say of the folder.
ClassSource class_source(const ClassOptions& options);

/// The labs of a run; archives are unpacked in its sandbox. Both must outlive the plan.
IntakePlan intake_plan(const ClassContext& context, const Scratch& scratch);

/// How the folder was read, a line or two.
void print_intake(const ClassIntake& intake);

/// Says how many submissions have no grade, and what to do; true if there are none. Without `out`
/// the list that was just printed says why.
bool print_without_student(const ClassIntake& intake, const std::string& out);

/// Prints how each submission is read, and grades nothing. Returns the exit code: 1 if some have no
/// student.
int run_dry(const ClassOptions& options);

}  // namespace kit::classroom
