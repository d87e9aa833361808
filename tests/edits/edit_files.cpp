// Finds the edits below tests/. A version that nobody lists would never be graded, and a wrong one
// made of another lab's solution would not be that mistake: both are looked for too.
#include "edit_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "kit/error.hpp"
#include "source_edit.hpp"

namespace kit::edits {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

bool is_edit(const fs::path& path) {
  return path.extension() == ".edit";
}

std::string read_file(const fs::path& path, const std::string& message) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file.is_open() || file.bad() || fs::is_directory(path)) throw InputError(message);
  return text;
}

std::string read_file(const fs::path& root, const fs::path& path) {
  return read_file(root / path, path.string() + " cannot be read");
}

/// The files below a folder of the kit, sorted; paths from `root`.
std::vector<fs::path> files_below(const fs::path& root, const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / folder))
    if (entry.is_regular_file()) files.push_back(entry.path().lexically_relative(root));
  std::sort(files.begin(), files.end());
  return files;
}

/// One entry of a list of versions: its file is there and, if it is an edit, one of the lab's
/// solution or of a right version. That need not be the file that it replaces: a student may take
/// an earlier stage for a later one.
void check_entry(const fs::path& root, const fs::path& list, const json& entry) {
  const fs::path lab = list.parent_path().parent_path().filename();
  const fs::path file = list.parent_path() / entry.at("file").get<std::string>();
  if (!fs::is_regular_file(root / file))
    throw InputError(
        fmt::format("{}: lists {}, which is missing", list.string(), file.filename().string()));
  if (!is_edit(file)) return;
  const fs::path edited = parse_edit(file.string(), read_file(root, file)).file;
  if (edited.parent_path() != fs::path("solutions") / lab &&
      edited.parent_path() != fs::path("tests/labs") / lab / "right")
    throw InputError(
        fmt::format("{}: {} edits {}, which is neither in solutions/{} nor among the "
                    "lab's right versions",
                    list.string(), file.filename().string(), edited.string(), lab.string()));
}

/// The headers that a version brings; several may bring the same.
void check_headers(const fs::path& root, const fs::path& list, const json& entry,
                   std::set<std::string>& listed) {
  for (const std::string name : entry.value("with", json::array())) {
    if (!fs::is_regular_file(root / list.parent_path() / name))
      throw InputError(fmt::format("{}: {} comes with {}, which is missing", list.string(),
                                   std::string(entry.at("file")), name));
    listed.insert(name);
  }
}

/// Every file beside a list of versions is listed there.
void check_list(const fs::path& root, const fs::path& list) {
  std::set<std::string> listed = {list.filename().string()};
  for (const json& entry : json::parse(read_file(root, list))) {
    check_entry(root, list, entry);
    if (!listed.insert(entry.at("file")).second)
      throw InputError(list.string() + ": lists " + std::string(entry.at("file")) + " twice");
    check_headers(root, list, entry, listed);
  }
  for (const fs::path& file : files_below(root, list.parent_path()))
    if (!listed.contains(file.filename().string()))
      throw InputError(list.string() + ": does not list " + file.filename().string());
}

}  // namespace

std::string whole_text(const fs::path& root, const fs::path& path) {
  std::string text = read_file(root, path);
  if (!is_edit(path)) return text;
  const SourceEdit edit = parse_edit(path.string(), text);
  return apply_edit(edit,
                    read_file(root / edit.file, fmt::format("{}:{}: there is no file {}", edit.name,
                                                            edit.file_line, edit.file)));
}

CheckResult check_all(const fs::path& root) {
  CheckResult result;
  for (const fs::path& path : files_below(root, "tests")) {
    const bool list = path.filename() == "wrong.json" || path.filename() == "right.json";
    if (!list && !is_edit(path)) continue;
    try {
      list ? check_list(root, path) : void(whole_text(root, path));
      ++result.passed;
    } catch (const InputError& error) {
      result.faults.push_back(error.what());
    } catch (const json::exception& error) {
      result.faults.push_back(path.string() + ": " + error.what());
    }
  }
  result.failed = result.faults.size();
  return result;
}

}  // namespace kit::edits
