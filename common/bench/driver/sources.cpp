// Results of two versions of the sources must not stand in one table, and a commit's name does not
// tell versions apart: files may have been edited since, or there may be no git. Tables, texts and
// plots (this folder) are left out, since they change no time.
#include "bench/driver/sources.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>
#include <vector>

#include "grader/process/process.hpp"
#include "grader/protocol/protocol.hpp"
#include "grader/support/text.hpp"
#include "kit/error.hpp"
#include "kit/unique_fd.hpp"

namespace kit::bench {
namespace {

namespace fs = std::filesystem;

bool is_source(const fs::path& file) {
  static const std::set<fs::path> kExtensions = {".cpp", ".hpp", ".cu", ".h", ".mk", ".py"};
  return kExtensions.count(file.extension()) > 0;
}

/// The sources below a folder of the kit, by their paths from its root.
void add_sources(std::vector<std::string>& files, const fs::path& root, const fs::path& folder) {
  std::error_code missing;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder, missing)) {
    const std::string name = entry.path().lexically_relative(root).string();
    if (entry.is_regular_file() && !entry.is_symlink() && is_source(entry.path()) &&
        !name.starts_with("common/bench/driver/"))
      files.push_back(name);
  }
}

/// The names of a folder's entries; none if it is not there.
std::vector<fs::path> names_in(const fs::path& folder) {
  std::vector<fs::path> names;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(folder, missing))
    names.push_back(entry.path().filename());
  return names;
}

/// In the order of their bytes, whatever the machine's locale and file system.
std::vector<std::string> all_sources(const fs::path& root) {
  std::vector<std::string> files;
  for (const char* folder : {"common/image", "common/sim", "common/bench", "solutions"})
    add_sources(files, root, folder);
  for (const fs::path& lab : names_in(root / "labs")) {
    const fs::path contract = fs::path("labs") / lab / "lab.hpp";
    if (fs::exists(root / contract)) files.push_back(contract.string());
  }
  for (const fs::path& lab : names_in(root / "tests/labs"))
    for (const char* part : {"bench", "reference", "baseline"})
      add_sources(files, root, fs::path("tests/labs") / lab / part);
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

std::string fingerprint_of_sources(const std::string& root) {
  // sha256sum reads a file without a name: nothing is left behind, whatever happens.
  const UniqueFd file(memfd_create("sources", MFD_CLOEXEC));
  if (!file.valid()) throw HarnessError("no memory for the text of all sources");
  for (const std::string& name : all_sources(root)) {
    const std::string content = read_whole(root + "/" + name);
    if (!grader::write_all(file.get(), std::as_bytes(std::span(content))))
      throw HarnessError("no memory for the text of all sources");
  }
  grader::ProcessLimits limits;
  limits.seconds = 60;
  const grader::CommandResult result = grader::run_command(
      {"sha256sum", fmt::format("/proc/{}/fd/{}", getpid(), file.get())}, limits);
  return result.end.code == 0 ? result.output.substr(0, 12) : "";
}

}  // namespace kit::bench
