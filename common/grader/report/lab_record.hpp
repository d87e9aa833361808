/// @file
/// What the kit remembers of a student's own work: one small file per lab in the folder .progress/,
/// which `make clean` leaves alone. A file that is missing or damaged counts as nothing remembered.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grader/judge/verdict_file.hpp"
#include "grader/lab/lab_config.hpp"

namespace kit::grader {

/// The gradings of one lab, as far as they matter later.
struct LabRecord {
  int gradings = 0;
  bool damaged = false;              ///< there was a file, but it could not be read
  std::optional<Verdict> verdict;    ///< of the last grading; none before the first
  std::string next;                  ///< what that said to do next
  std::vector<std::string> open;     ///< its stages that do not pass, or lack evidence
  std::vector<std::string> lacking;  ///< of these, those that lack nothing but evidence
  bool passed = false;               ///< in any grading
  double points = 0, bonus = 0;      ///< the best so far
  double speedup = 0;                ///< the best so far, over one CPU thread; 0: none measured
  std::string speedup_of;            ///< what was measured, and on which machine
  std::map<std::string, int> hints;  ///< how many were shown, by stage
};

/// Where records are: the environment's KIT_PROGRESS, else .progress/ in the kit's folder.
std::string records_folder(const std::string& root);

/// Never throws for what is in a file.
LabRecord load_record(const std::string& folder, const std::string& lab);

/// Adds what a verdict.json says.
void add_grading(LabRecord& record, const VerdictFile& verdict);

/// Writes a record whole or not at all. Throws InputError if it cannot be written.
void save_record(const std::string& folder, const std::string& lab, const LabRecord& record);

/// A lab, what is remembered of it, and what its files say now.
struct LabState {
  LabConfig config;
  LabRecord record;
  std::vector<std::string> untouched;  ///< ids of stages whose file is still the skeleton's
  std::vector<std::string> missing;    ///< ids of stages whose file cannot be read

  std::string number() const { return config.lab.substr(0, config.lab.find('_')); }
  /// Whether any stage was begun.
  bool begun() const { return untouched.size() + missing.size() < config.stages.size(); }
  /// Whether a stage has not passed yet, by its last grading and its file.
  bool is_open(const StageConfig& stage) const;
  /// Whether a step was not begun while what it leads to, or another step towards that, was begun
  /// and is open: that is what the student works on.
  bool left_out(const StageConfig& step) const;
  /// The first open stage of the challenges, or of the others that were not left out; null if there
  /// is none. One that lacks evidence alone comes after all others: often it is another stage's
  /// mistake that keeps the evidence from it.
  const StageConfig* open_stage(bool challenge) const;
};

LabState load_state(const std::string& root, const std::string& lab);

/// The first lab that has not passed, else the first with an open challenge; empty if all is done.
std::string next_lab(const std::string& root);

}  // namespace kit::grader
