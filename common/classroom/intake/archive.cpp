// Students' archives are read in two steps. bsdtar, in the sandbox, makes one plain tar stream of
// any kind of archive; the small reader here takes regular files out of that stream into memory. No
// path of an archive ever names a file on disk, so that none can climb out of a folder. Before that
// bsdtar says which format it takes the archive for: it also reads formats that list files of the
// machine instead of holding files.
#include "classroom/intake/archive.hpp"

#include <fmt/format.h>

#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "classroom/intake/layout/file_kind.hpp"

namespace kit::classroom {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBlock = 512;
constexpr int kMaxDepth = 16;
constexpr std::size_t kMaxOthers = 20;

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

/// What the type of a tar entry says, if the entry is no file; empty for a file or a folder.
const char* refusal_of(char type) {
  switch (type) {
    case '1':
      return "is a hard link";
    case '2':
      return "is a symbolic link";
    case '3':
    case '4':
      return "is a device";
    case '6':
      return "is a named pipe";
    default:
      return "";
  }
}

/// The same of an entry of a folder.
const char* refusal_of(const struct stat& status) {
  if (S_ISLNK(status.st_mode)) return "is a symbolic link";
  if (S_ISFIFO(status.st_mode)) return "is a named pipe";
  if (S_ISSOCK(status.st_mode)) return "is a socket";
  if (S_ISBLK(status.st_mode) || S_ISCHR(status.st_mode)) return "is a device";
  if (S_ISREG(status.st_mode) && status.st_nlink > 1)
    return "is a hard link (a file with two names; cp -r makes files of their own)";
  return "";
}

/// What is wrong with an entry's path; empty if nothing is.
std::string fault_of_path(const std::string& name, const std::string& path) {
  if (path.empty()) return "leads out of the archive";
  std::size_t depth = 0, longest = 0;
  for (std::size_t begin = 0; begin <= path.size(); ++depth) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    longest = std::max(longest, end - begin);
    begin = end + 1;
  }
  if (longest > kMaxNameBytes)
    return fmt::format("has a name of more than {} bytes", kMaxNameBytes);
  if (name.size() > kMaxPathBytes)
    return fmt::format("has a path of more than {} bytes", kMaxPathBytes);
  return depth > kMaxPathDepth ? fmt::format("lies in more than {} folders", kMaxPathDepth - 1)
                               : "";
}

/// A path for people, who need no more of it than its ends.
std::string shortened(const std::string& path) {
  constexpr std::size_t kEnd = 60;
  if (path.size() <= 3 * kEnd) return path;
  return path.substr(0, kEnd) + "..." + path.substr(path.size() - kEnd);
}

/// Takes one entry of a tar stream.
void take_entry(Reading& reading, const std::string& name, char type, std::string bytes) {
  const std::string path = path_inside(name), why = refusal_of(type);
  if (!why.empty()) {
    reading.refused.push_back({shortened(name), why});
  } else if (type == '0' || type == '\0') {
    if (const std::string fault = fault_of_path(name, path); !fault.empty())
      reading.refused.push_back({shortened(name), fault});
    else
      reading.files.push_back({path, std::move(bytes)});
  }
}

std::string bytes_of(const fs::path& path, std::size_t most) {
  std::ifstream file(path, std::ios::binary);
  std::error_code unknown;
  std::string content(std::min<std::uintmax_t>(fs::file_size(path, unknown), most), '\0');
  file.read(content.data(), static_cast<std::streamsize>(content.size()));
  content.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return content;
}

/// The kit's own build folder, which is large and holds nobody's work; another build/ may be a
/// wrapper.
bool is_build_of_kit(const fs::path& path) {
  std::error_code unknown;
  return path.filename() == "build" && fs::exists(path.parent_path() / "Makefile", unknown);
}

/// bsdtar with these arguments, and without its warnings.
std::vector<std::string> bsdtar(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {"/bin/sh", "-c", "exec \"$@\" 2>/dev/null", "sh", "bsdtar"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

/// A pattern that capital letters match as well as small ones.
std::string any_case(const std::string& name) {
  std::string pattern;
  for (const char c : name) {
    const auto code = static_cast<unsigned char>(c);
    if (std::isalpha(code) != 0)
      pattern += fmt::format("[{}{}]", char(std::tolower(code)), char(std::toupper(code)));
    else
      pattern += c;
  }
  return pattern;
}

}  // namespace

std::string too_many_files(std::size_t most) {
  return fmt::format("too many files: more than {}; hand in the lab's files only", most);
}

std::string path_inside(const std::string& path) {
  std::string all = path;
  std::replace(all.begin(), all.end(), '\\', '/');
  if (all.starts_with("/") || (all.size() > 1 && all[1] == ':')) return "";
  std::string inside;
  for (const fs::path& part : fs::path(all)) {
    if (part == "..") return "";
    if (part.empty() || part == ".") continue;
    inside += (inside.empty() ? "" : "/") + part.string();
  }
  return inside;
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
    if (++reading.entries > kMaxPacked) {
      reading.problem = too_many_files(kMaxPacked);
      return reading;
    }
    if (type == 'L')
      long_name = field(stream.data() + at, size);
    else
      take_entry(reading, name, type, stream.substr(at, size));
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
      reading.problem = too_many_files(kMaxEntries);
      return reading;
    }
    struct stat status = {};
    const bool there = lstat(walk->path().c_str(), &status) == 0;
    if (is_left_behind(name) || walk.depth() >= kMaxDepth || is_build_of_kit(walk->path()))
      walk.disable_recursion_pending();
    if (!there || is_left_behind(name) || S_ISDIR(status.st_mode)) continue;
    const std::string path = walk->path().lexically_relative(folder).string();
    const std::string why = refusal_of(status);
    if (!why.empty()) {
      reading.refused.push_back({path, why});
    } else if (!wanted(name)) {
      if (reading.others.size() < kMaxOthers) reading.others.push_back(path);
    } else {
      reading.files.push_back(
          {path, bytes_of(walk->path(), is_archive(name) ? kMaxBytes : kMaxFileBytes + 1)});
      bytes += reading.files.back().bytes.size();
    }
    if (bytes > kMaxBytes) {
      reading.problem = fmt::format("more than {} MiB", kMaxBytes >> 20);
      return reading;
    }
  }
  std::sort(reading.files.begin(), reading.files.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  return reading;
}

std::vector<std::string> format_command(const std::string& archive) {
  return bsdtar({"-tvv", "--fast-read", "-f", archive, "*"});
}

std::string format_fault(const std::string& list) {
  // What stands before the last line is made of the archive's own names.
  constexpr std::string_view kBegin = "\nArchive Format: ";
  const std::string text = "\n" + list;
  const std::size_t last = text.rfind('\n', text.size() - 2);
  if (!text.ends_with('\n') || last == std::string::npos || text.find(kBegin, last) != last)
    return kNotUnpacked;
  const std::size_t begin = last + kBegin.size();
  const std::string format = text.substr(begin, text.find_first_of(",\n", begin) - begin);
  for (const char* known :
       {"tar", "GNU tar", "POSIX ustar", "POSIX pax", "ZIP", "7-Zip", "RAR", "Empty file"})
    if (format.starts_with(known)) return "";
  return fmt::format(
      "the archive is of a format that is not unpacked ({}); hand in .zip or .tar.gz", format);
}

std::vector<std::string> conversion_command(const std::string& archive,
                                            const std::vector<std::string>& names) {
  std::vector<std::string> arguments = {"-cf", "-", "--format=gnutar"};
  for (const std::string& name : names) {
    arguments.push_back("--include=" + any_case(name));
    arguments.push_back("--include=*/" + any_case(name));
  }
  arguments.push_back("@" + archive);
  return bsdtar(arguments);
}

}  // namespace kit::classroom
