/// @file
/// Lays the files of a version beside those of the solution and has the folder graded. The solution
/// and all versions share one folder, so that a build compiles only what differs from the one
/// before.
#include "lab_under_test.hpp"

#include <fstream>
#include <sstream>
#include <utility>

#include "edits/edit_files.hpp"
#include "grader/lab/own_headers.hpp"
#include "grader/report/verdict_json.hpp"
#include "kit/atomic_file.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string read_file(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw HarnessError(path.string() + " cannot be read");
  return text.str();
}

/// Writes only what differs, so that a build compiles only that again.
void place_file(const fs::path& path, const std::string& text) {
  if (fs::exists(path) && read_file(path) == text) return;
  write_atomically(path.string(), text);
}

}  // namespace

bool named(const json& causes, const std::string& cause) {
  if (causes.is_string()) return causes == cause;
  for (const json& one : causes)
    if (one == cause) return true;
  return false;
}

LabUnderTest::LabUnderTest(Settings settings, std::string lab)
    : settings_(std::move(settings)),
      lab_(std::move(lab)),
      config_(load_lab(settings_.root + "/labs", lab_)) {}

const json& LabUnderTest::solution() {
  if (!solution_) {
    const fs::path tree = place_files({});
    solution_ = to_json(grade(options(tree.parent_path().string(), "graded", true)));
  }
  return *solution_;
}

bool LabUnderTest::has_solution() const {
  const fs::path folder = fs::path(settings_.root) / "solutions" / lab_;
  return fs::exists(folder / config_.stages[0].file);
}

json LabUnderTest::skeleton() const {
  const fs::path pristine = fs::path(settings_.root) / ".pristine/labs";
  const std::string source = fs::exists(pristine / lab_) ? pristine.string() : "labs";
  GradeOptions chosen = options(source, "skeleton", false);
  chosen.observe = false;  // there is nothing to see, and it takes most of the time
  return to_json(grade(chosen));
}

json LabUnderTest::version(const json& entry, const std::string& folder) const {
  const fs::path tree = place_files({{entry.at("replaces").get<std::string>(),
                                      versions_folder(folder) / std::string(entry.at("file"))}});
  place_headers(tree, versions_folder(folder), entry.value("with", json::array()));
  GradeOptions chosen = options(tree.parent_path().string(), "graded", false);
  // Whether a race shows in the values is luck.
  chosen.observe = folder == "right" || entry.contains("evidence") || entry.contains("finding") ||
                   entry.value("observe", false) ||
                   // What luck decides on a card is told by the simulator beside it.
                   (entry.contains("cause_cuda") && chosen.backend == Backend::cuda) ||
                   named(entry.value("cause", json::array()), "race");
  return to_json(grade(chosen));
}

json LabUnderTest::versions(const std::string& folder) const {
  const fs::path list = settings_.root / versions_folder(folder) / (folder + ".json");
  return fs::exists(list) ? json::parse(read_file(list)) : json::array();
}

const json& LabUnderTest::stage_of(const json& verdict, const std::string& file) const {
  for (const json& stage : verdict.at("stages"))
    if (stage.at("file") == file) return stage;
  throw HarnessError(lab_ + " has no stage with the file " + file);
}

/// From the root.
fs::path LabUnderTest::versions_folder(const std::string& name) const {
  return fs::path("tests/labs") / lab_ / name;
}

/// The solution's files, but for those that are `replaced`, by the name of the stage's file; no
/// headers.
fs::path LabUnderTest::place_files(const std::map<std::string, fs::path>& replaced) const {
  fs::path tree = scratch() / "source" / lab_;
  fs::create_directories(tree);
  for (const StageConfig& stage : config_.stages) {
    const auto other = replaced.find(stage.file);
    const fs::path source =
        other != replaced.end() ? other->second : fs::path("solutions") / lab_ / stage.file;
    place_file(tree / stage.file, edits::whole_text(settings_.root, source));
  }
  place_headers(tree, {}, json::array());
  return tree;
}

/// The headers of this version, and none of another's.
void LabUnderTest::place_headers(const fs::path& tree, const fs::path& from,
                                 const json& headers) const {
  for (const std::string& present : own_headers(tree))
    if (!named(headers, present)) fs::remove(tree / present);
  for (const std::string name : headers)
    place_file(tree / name, read_file(settings_.root / from / name));
}

fs::path LabUnderTest::scratch() const {
  return fs::path(settings_.root) / "build/lab_tests" / lab_;
}

GradeOptions LabUnderTest::options(const std::string& source, const std::string& out,
                                   bool timing) const {
  GradeOptions result;
  result.root = settings_.root;
  result.lab = lab_;
  result.source = source;
  result.backend = settings_.backend;
  result.seed = settings_.seed;
  result.out = (scratch() / out).string();
  result.timing = timing;
  return result;
}

}  // namespace kit::grader
