/// @file
/// lab.json: a lab's stages, evidence, points and limits. The kit's copy is read, never a
/// submission's.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace kit::grader {

/// One file that the student writes.
struct StageConfig {
  std::string id, file, title;
  double points = 0;
  bool challenge = false;  ///< a bonus: it need not be done, and never fails the lab
  /// The stage that this one is a step towards: done as well once that one passes. Empty for none.
  std::string step_of = {};
  /// The file is whole and has one mistake, which the student looks for; a challenge.
  bool find_the_bug = false;
  /// Its kernels may all be those of other stages, whose functions it calls.
  bool composes = false;
  /// A submission may lack the file: the kit's own is built in its place.
  bool optional() const { return challenge || !step_of.empty(); }
};

/// One property worth points of its own.
struct EvidenceConfig {
  std::string id, title;
  double points = 0;
};

struct LabConfig {
  std::string lab;  ///< the folder's name, "02_naive"
  std::string title;
  std::string language;  ///< "cuda" or "cpp"
  std::vector<StageConfig> stages;
  std::vector<EvidenceConfig> evidence;
  std::vector<std::string> library;  ///< functions of the kit that the lab may call
  double seconds_per_case = 5;
  int memory_mib = 2048;
  int output_kib = 64;
  int devices = 1;  ///< that the simulator plays

  /// What a student writes: the files of all stages in order, each once.
  std::vector<std::string> files() const;
  bool needs_cuda() const { return language == "cuda"; }
  /// Points of everything but challenges, and of the challenges.
  double max_points() const;
  double max_bonus() const;
  /// The stage with this id; throws HarnessError if there is none.
  const StageConfig& stage(const std::string& id) const;
  /// Whether a submission may lack the file: all its stages are optional.
  bool is_optional(const std::string& file) const;
};

/// Names of the lab folders (those with a lab.json) under `labs`, sorted.
std::vector<std::string> list_labs(const std::string& labs);

/// The folder that a user means by "02", "2", "lab02" or "02_naive". Throws InputError that lists
/// the labs.
std::string find_lab(const std::string& labs, const std::string& name);

/// Reads `labs`/`lab`/lab.json. Throws HarnessError that names the file and the entry at fault.
LabConfig load_lab(const std::string& labs, const std::string& lab);

/// The folder whose `file` is built and looked at: `student`, or the kit's `labs`/`lab` for an
/// optional file that `student` lacks.
std::filesystem::path folder_of(const std::filesystem::path& labs, const LabConfig& config,
                                const std::filesystem::path& student, const std::string& file);

}  // namespace kit::grader
