// A rename within a folder is atomic, and replaces what was there: that is all the trick. The file
// is named by process and count, so that no two writers share it, rather than by mkstemp, which
// would make it private.
#include "kit/atomic_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "kit/error.hpp"
#include "kit/unique_fd.hpp"

namespace kit {
namespace {

std::string folder_of(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

std::string unused_name_beside(const std::string& path) {
  static std::atomic<unsigned> count = 0;
  return folder_of(path) + "/.new-" + std::to_string(getpid()) + "-" + std::to_string(count++) +
         ".tmp";
}

bool write_whole(int fd, std::string_view content) {
  while (!content.empty()) {
    const ssize_t written = write(fd, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// False with errno set if the file cannot be made or filled.
bool fill_new_file(const std::string& name, std::string_view content, Survives what) {
  // Of an earlier process of the same number a file may be left; a link there is not followed.
  UniqueFd file(open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0666));
  return file.valid() && write_whole(file.get(), content) &&
         (what == Survives::program || fsync(file.get()) == 0) && file.close();
}

/// Forces the folder's list of names to the disk. Some file systems cannot, and keep it anyway.
void sync_folder(const std::string& folder) {
  const UniqueFd names(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (names.valid()) fsync(names.get());
}

}  // namespace

std::error_code try_write_atomically(const std::string& path, std::string_view content,
                                     Survives what) {
  const std::string beside = unused_name_beside(path);
  if (!fill_new_file(beside, content, what) || std::rename(beside.c_str(), path.c_str()) != 0) {
    const std::error_code why(errno, std::generic_category());
    unlink(beside.c_str());
    return why;
  }
  if (what == Survives::machine) sync_folder(folder_of(path));
  return {};
}

void write_atomically(const std::string& path, std::string_view content, Survives what) {
  const std::error_code why = try_write_atomically(path, content, what);
  if (why) throw InputError("cannot write " + path + ": " + why.message());
}

}  // namespace kit
