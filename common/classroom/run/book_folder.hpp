/// @file
/// The folder of a class run: its lock, its gradebook, and the reports that are made from it.
#pragma once

#include <string>
#include <vector>

#include "classroom/gradebook/gradebook.hpp"
#include "classroom/intake/options.hpp"
#include "classroom/reports/reports.hpp"
#include "kit/unique_fd.hpp"

namespace kit::classroom {

/// Makes the folder, for its owner alone, and locks it as long as the descriptor is open: one class
/// run at a time works in it. Throws InputError.
UniqueFd lock_folder(const std::string& folder);

/// The gradebook of a folder.
std::string book_path(const std::string& folder);

/// What reports need beside the grades, as the gradebook has it.
ReportPlan report_plan(Gradebook& book, const ClassOptions& options, const std::string& root,
                       const std::vector<Grade>& grades);

}  // namespace kit::classroom
