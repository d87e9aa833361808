// Errs on the side of compiling again: what a file includes is not parsed, since macros and nested
// headers can name a file anywhere.
#include "grader/build/source_fingerprint.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include "grader/build/content_hash.hpp"
#include "grader/support/text_file.hpp"

namespace kit::build {
namespace {

namespace fs = std::filesystem;

constexpr int kDeepest = 2;  // folders below the lab's
constexpr std::uintmax_t kMaxBytes = std::uintmax_t(2) << 20;

bool one_of(const std::vector<std::string>& files, const std::string& name) {
  return std::find(files.begin(), files.end(), name) != files.end();
}

/// Whether a file that lab.json does not name may be part of an object.
bool may_be_included(const fs::directory_entry& entry, const std::vector<std::string>& files) {
  std::error_code error;
  return entry.is_regular_file(error) && entry.path().extension() != ".md" &&
         !one_of(files, entry.path().filename().string()) && entry.file_size(error) < kMaxBytes;
}

/// The hashes of such files, by path.
std::map<std::string, std::string> unnamed_files(const fs::path& folder,
                                                 const std::vector<std::string>& files) {
  std::map<std::string, std::string> hashes;
  std::error_code error;
  const auto options = fs::directory_options::follow_directory_symlink |
                       fs::directory_options::skip_permission_denied;
  auto walk = fs::recursive_directory_iterator(folder, options, error);
  for (; !error && walk != fs::end(walk); walk.increment(error)) {
    if (walk.depth() >= kDeepest) walk.disable_recursion_pending();
    if (may_be_included(*walk, files))
      hashes[walk->path().string()] = content_hash(read_text(walk->path()));
  }
  return hashes;
}

/// The lines that may be, or continue, a directive of the preprocessor.
std::string directives_in(const std::string& text) {
  std::string directives;
  bool continued = false;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const bool begins = line.find('#') != std::string::npos ||
                        line.find("%:") != std::string::npos ||
                        line.find("?\?=") != std::string::npos;
    if (!begins && !continued) continue;
    directives += line + '\n';
    const auto last = line.find_last_not_of(" \t\r");
    continued = last != std::string::npos && (line[last] == '\\' || line.ends_with("?\?/"));
  }
  return directives;
}

/// All directives directly in the folder, one of which may name a file. Whoever reads a handout's
/// text for them finds every file of the lab, and an edit of one would compile all.
std::string directives_of(const fs::path& folder) {
  std::string text;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const fs::path ending = entry.path().extension();
    if (entry.is_regular_file(error) && ending != ".md" && ending != ".json" &&
        entry.file_size(error) < 2 * kMaxBytes)
      text += directives_in(read_text(entry.path()));
  }
  return text;
}

}  // namespace

std::string source_fingerprint(const fs::path& folder, const std::vector<std::string>& files,
                               const std::string& file, const std::string& settings) {
  const std::string content = read_text(folder / file);
  // Hashes have one length and paths no zero byte: no two lists of parts have one text.
  std::string parts = content_hash(settings) + content_hash(content);
  if (content.find("include") == std::string::npos) return content_hash(parts);
  for (const auto& [path, hash] : unnamed_files(folder, files)) parts += path + '\0' + hash;
  const std::string text = directives_of(folder);
  for (const std::string& other : files)
    if (text.find(other) != std::string::npos)
      parts += other + '\0' + content_hash(read_text(folder / other));
  return content_hash(parts);
}

}  // namespace kit::build
