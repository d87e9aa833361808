/// @file
/// The folders of a grading: two students' folders of one name must not share a build.
#include "grader/judge/grade_options.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <functional>

#include "grader/lab/todo_block.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

}  // namespace

std::string source_folder(const GradeOptions& options) {
  const bool own = options.source == "labs" || options.source == "solutions";
  const fs::path folder = own ? fs::path(options.root) / options.source : fs::path(options.source);
  if (!fs::is_directory(folder / options.lab))
    throw InputError(fmt::format(
        "there is no folder {}; --src takes labs, solutions, or the folder that holds {}",
        (folder / options.lab).string(), options.lab));
  return folder.string();
}

fs::path stage_path(const GradeOptions& options, const LabConfig& config,
                    const StageConfig& stage) {
  const fs::path student = fs::path(source_folder(options)) / config.lab;
  fs::path file =
      folder_of(fs::path(options.root) / "labs", config, student, stage.file) / stage.file;
  if (!fs::is_regular_file(file))
    throw InputError(file.string() + " is missing or no regular file; the lab needs it");
  return file;
}

std::set<std::string> untouched_stages(const GradeOptions& options, const LabConfig& config) {
  std::set<std::string> ids;
  for (const StageConfig& stage : config.stages)
    if (untouched_todo_blocks(stage_path(options, config, stage).string())) ids.insert(stage.id);
  return ids;
}

std::string output_folder(const GradeOptions& options) {
  if (!options.out.empty()) return options.out;
  const bool own = options.source == "labs" || options.source == "solutions";
  std::string name = options.source;
  if (!own) name = fs::absolute(options.source).lexically_normal().filename().string();
  // A path that ends in '/' has an empty file name.
  if (name.empty()) name = fs::absolute(options.source).lexically_normal().parent_path().filename();
  const fs::path base = fs::path(options.root) / "build/grade";
  if (own) return (base / name / options.lab).string();
  // Two students' folders may have the same name.
  std::error_code error;
  const std::string whole = fs::weakly_canonical(options.source, error).string();
  const auto mark = static_cast<unsigned>(std::hash<std::string>{}(whole));
  return (base / fmt::format("other_{}_{:08x}", name, mark) / options.lab).string();
}

}  // namespace kit::grader
