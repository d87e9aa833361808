// Names alone say what a file is: what an archive really holds is found out in the sandbox.
#include "classroom/intake/layout/file_kind.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace kit::classroom {
namespace {

// Longer ones first, so that .tar.gz is not taken for .gz.
constexpr std::array kArchiveEnds = {".tar.bz2", ".tar.zst", ".tar.gz", ".tar.xz", ".tbz2", ".tgz",
                                     ".txz",     ".tar",     ".zip",    ".rar",    ".7z"};
constexpr std::array kCompressedEnds = {".gz", ".bz2", ".xz", ".zst"};

std::size_t archive_end(const std::string& name) {
  const std::string small = lower_case(name);
  for (const std::string end : kArchiveEnds)
    if (small.ends_with(end)) return end.size();
  return 0;
}

}  // namespace

bool is_archive(const std::string& name) {
  return archive_end(name) > 0;
}

bool is_compressed(const std::string& name) {
  const std::string small = lower_case(name);
  return !is_archive(name) && std::any_of(kCompressedEnds.begin(), kCompressedEnds.end(),
                                          [&](const char* end) { return small.ends_with(end); });
}

std::string without_extension(const std::string& name) {
  return name.substr(0, name.size() - archive_end(name));
}

bool is_left_behind(const std::string& name) {
  return name.starts_with(".") || name == "__MACOSX" || name == "Thumbs.db" ||
         name == "desktop.ini";
}

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

}  // namespace kit::classroom
