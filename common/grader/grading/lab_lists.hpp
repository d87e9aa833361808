/// @file
/// What scripts ask about the labs.
#pragma once

#include <string>
#include <vector>

namespace kit::grader {

/// `kit labs [LAB]... [--language cpp|cuda]`: prints the names of the labs' folders.
struct LabsCommand {
  std::vector<std::string> labs;  ///< 02, lab02 or 02_naive; none: all
  std::string language;           ///< only those; empty: any
};
int run_labs(const LabsCommand& command);

/// `kit lab-files LAB`: prints the names of the files that a student edits.
int run_lab_files(const std::string& lab);

}  // namespace kit::grader
