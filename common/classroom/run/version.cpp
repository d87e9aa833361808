// Folders are read to their very depths, and what decides no grade is left out by name: a file that
// moves to a new folder, or a folder that is added, is in the hash until somebody says otherwise.
#include "classroom/run/version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <vector>

#include "classroom/support/sha256.hpp"
#include "grader/process/process.hpp"
#include "grader/support/text.hpp"
#include "kit/error.hpp"

namespace kit::classroom {
namespace {

namespace fs = std::filesystem;

/// Below the kit's folder. They give reports and commands, not grades.
const std::set<fs::path> kWithoutGrades = {"common/grader/cards", "common/grader/commands",
                                           "common/grader/pages"};
/// Folders of a lab: versions that test the grader, tests, and what is only measured.
const std::set<fs::path> kBesideGrades = {"bench", "right", "study", "unit", "wrong"};

bool decides_nothing(const fs::path& folder, const fs::path& root) {
  const fs::path place = folder.lexically_relative(root);
  return kWithoutGrades.count(place) > 0 ||
         (*place.begin() == "tests" && kBesideGrades.count(place.filename()) > 0);
}

bool is_text_about(const fs::path& file) {
  return file.extension() == ".md" || file.filename().string().starts_with('.');
}

/// All files below a folder of the kit.
void add_folder(std::vector<fs::path>& files, const fs::path& root, const fs::path& folder) {
  if (!fs::is_directory(root / folder))
    throw HarnessError(fmt::format("the kit's folder {} is missing, which grades depend on",
                                   (root / folder).string()));
  auto walk = fs::recursive_directory_iterator(root / folder);
  for (const fs::directory_entry& entry : walk) {
    if (entry.is_directory() && decides_nothing(entry.path(), root))
      walk.disable_recursion_pending();
    if (entry.is_regular_file() && !is_text_about(entry.path())) files.push_back(entry.path());
  }
}

}  // namespace

std::string version_of(const std::string& root, const std::string& lab) {
  std::vector<fs::path> files;
  for (const fs::path folder : {"common/elf", "common/grader", "common/image", "common/scan",
                                "common/sim", "common/symbols", "tests/labs/convolution"})
    add_folder(files, root, folder);
  add_folder(files, root, fs::path("tests/labs") / lab);
  for (const fs::path file : {"lab.hpp", "lab.json"})
    files.push_back(fs::path(root) / "labs" / lab / file);
  for (const fs::path tool : {"compile"}) files.push_back(fs::path(root) / "common/tools" / tool);
  std::sort(files.begin(), files.end());
  // What nvcc refuses is judged by a compiler of the machine's.
  const grader::CommandResult who =
      grader::run_command({root + "/common/tools/compile", "--who-rules"}, {});
  std::string all = who.output;
  for (const fs::path& file : files) {
    const std::string content = read_whole(file.string());
    // With names and lengths: files that were moved or joined must not give the same hash.
    all += fmt::format("{}{}{}{}{}", file.lexically_relative(root).string(), '\0', content.size(),
                       '\0', content);
  }
  return sha256(all);
}

}  // namespace kit::classroom
