#include "grader/build/disk_space.hpp"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include "kit/error.hpp"

namespace kit::build {

bool lacks_space(const std::filesystem::path& folder, std::uintmax_t bytes) {
  struct statvfs status = {};
  // A file system without blocks, or without a number of files, has no such limit that it knows.
  if (statvfs(folder.c_str(), &status) != 0 || status.f_blocks == 0) return false;
  return std::uintmax_t(status.f_bavail) * status.f_frsize < bytes ||
         (status.f_files > 0 && status.f_favail == 0);
}

void blame_full_disks(const std::vector<std::filesystem::path>& folders, const std::string& log,
                      std::uintmax_t bytes) {
  for (const std::filesystem::path& folder : folders)
    if (lacks_space(folder, bytes))
      throw HarnessError(
          fmt::format("no space left on the disk of {}: a build needs {} MiB; it ended with: {}",
                      folder.string(), bytes >> 20, log.substr(0, log.find('\n'))));
}

}  // namespace kit::build
