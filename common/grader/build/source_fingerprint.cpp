// Errs on the side of compiling again: what a file includes is not parsed, since macros and nested
// headers can name a file anywhere.
#include "grader/build/source_fingerprint.hpp"

#include <algorithm>
#include <map>

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

/// All text directly in the folder, in which a name may stand.
std::string text_in(const fs::path& folder) {
  std::string text;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error))
    if (entry.is_regular_file(error) && entry.file_size(error) < 2 * kMaxBytes)
      text += read_text(entry.path()) + '\n';
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
  const std::string text = text_in(folder);
  for (const std::string& other : files)
    if (text.find(other) != std::string::npos)
      parts += other + '\0' + content_hash(read_text(folder / other));
  return content_hash(parts);
}

}  // namespace kit::build
