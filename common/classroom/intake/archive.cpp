// Students' archives are read in two steps. bsdtar, in the sandbox, makes one plain tar stream of
// any kind of archive; the small reader here takes regular files out of that stream into memory. No
// path of an archive ever names a file on disk, so that none can climb out of a folder.
#include "classroom/intake/archive.hpp"

#include <fmt/format.h>

#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace kit::classroom {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = 512;
constexpr int kMaxDepth = 16;
constexpr std::size_t kMaxEntries = 50000;

/// An octal number of a tar header; large values have a binary form, which no small file needs.
std::size_t octal(const char* text, std::size_t length) {
  std::size_t value = 0;
  for (std::size_t i = 0; i < length && text[i] != '\0'; ++i)
    if (text[i] >= '0' && text[i] <= '7') value = value * 8 + std::size_t(text[i] - '0');
  return value;
}

/// A field of a tar header: it ends in a zero byte, unless it is full.
std::string field(const char* text, std::size_t length) {
  return std::string(text, strnlen(text, length));
}

/// What systems and build tools leave in a folder, and nobody submits.
bool left_behind(const std::string& name) {
  return name.starts_with(".") || name == "__MACOSX" || name == "Thumbs.db" || name == "build";
}

}  // namespace

bool is_archive(const std::string& name) {
  std::string lower = name;
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const char* end : {".zip", ".tar.gz", ".tgz", ".tar", ".tar.xz", ".tar.bz2", ".7z"})
    if (lower.ends_with(end)) return true;
  return false;
}

Reading read_tar(const std::string& stream) {
  Reading reading;
  std::string long_name;
  std::size_t at = 0;
  while (at + kBlock <= stream.size() && stream[at] != '\0') {
    const char* head = stream.data() + at;
    const std::size_t size = octal(head + 124, 12);
    const char type = head[156];
    std::string name = long_name.empty() ? field(head, 100) : long_name;
    if (long_name.empty() && std::memcmp(head + 257, "ustar", 6) == 0 && head[345] != '\0')
      name = field(head + 345, 155) + "/" + name;
    at += kBlock;
    if (size > stream.size() - at) {
      reading.problem =
          fmt::format("the archive ends early, or unpacks to more than {} MiB", kMaxBytes >> 20);
      return reading;
    }
    long_name.clear();
    if (type == 'L')
      long_name = field(stream.data() + at, size);
    else if (type == '0' || type == '\0')
      reading.files.push_back({name, stream.substr(at, size)});
    at += (size + kBlock - 1) / kBlock * kBlock;
  }
  return reading;
}

Reading read_folder(const std::string& folder,
                    const std::function<bool(const std::string& name)>& wanted) {
  Reading reading;
  std::size_t entries = 0, bytes = 0;
  std::error_code error;
  auto walk = fs::recursive_directory_iterator(
      folder, fs::directory_options::skip_permission_denied, error);
  for (; !error && walk != fs::recursive_directory_iterator(); walk.increment(error)) {
    const std::string name = walk->path().filename().string();
    if (++entries > kMaxEntries) {
      reading.problem = fmt::format("more than {} files", kMaxEntries);
      return reading;
    }
    std::error_code unknown;
    if (walk->is_directory(unknown) && (left_behind(name) || walk.depth() >= kMaxDepth))
      walk.disable_recursion_pending();
    if (left_behind(name) || walk->is_symlink(unknown) || !walk->is_regular_file(unknown)) continue;
    if (!wanted(name)) continue;
    std::ifstream file(walk->path(), std::ios::binary);
    const std::size_t most = is_archive(name) ? kMaxBytes : kMaxFileBytes + 1;
    std::string content(std::min<std::uintmax_t>(walk->file_size(unknown), most), '\0');
    file.read(content.data(), static_cast<std::streamsize>(content.size()));
    content.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    bytes += content.size();
    if (bytes > kMaxBytes) {
      reading.problem = fmt::format("more than {} MiB", kMaxBytes >> 20);
      return reading;
    }
    reading.files.push_back({fs::relative(walk->path(), folder, unknown).string(), content});
  }
  std::sort(reading.files.begin(), reading.files.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  return reading;
}

std::vector<std::string> conversion_command(const std::string& archive,
                                            const std::vector<std::string>& names) {
  std::vector<std::string> words = {"/bin/sh", "-c", "exec \"$@\" 2>/dev/null", "sh", "bsdtar",
                                    "-cf",     "-",  "--format=gnutar"};
  for (const std::string& name : names) {
    words.push_back("--include=" + name);
    words.push_back("--include=*/" + name);
  }
  words.push_back("@" + archive);
  return words;
}

}  // namespace kit::classroom
