/// @file
/// The files of a submission, from a folder or an archive, without ever writing them to a disk.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace kit::classroom {

struct SubmittedFile {
  std::string path;  ///< inside the submission, without "." and ".."
  std::string bytes;
  long order = 0;           ///< the greater, the newer, where the course system says it
  std::string source = {};  ///< for people: where the instructor finds it
};

/// What is never taken, whatever its name: links, devices and the like.
struct Refused {
  std::string path, why;
};

/// Most entries of a folder, and of all archives of a submission together.
inline constexpr std::size_t kMaxEntries = 50000, kMaxPacked = 20000;
/// Most bytes of an entry's path, and of folders around it.
inline constexpr std::size_t kMaxPathBytes = 1024, kMaxPathDepth = 32;
/// Most bytes of one name of a path: what file systems hold.
inline constexpr std::size_t kMaxNameBytes = 255;
/// What is said of more entries than that.
std::string too_many_files(std::size_t most);

/// Most bytes of one file, and of a submission, that are looked at.
inline constexpr std::size_t kMaxFileBytes = std::size_t(1) << 20;
inline constexpr std::size_t kMaxBytes = std::size_t(48) << 20;

/// What a reading gave, or why it gave nothing.
struct Reading {
  std::vector<SubmittedFile> files;
  std::string problem;              ///< one sentence for the student; empty if all is well
  std::vector<Refused> refused;     ///< links and the like
  std::vector<std::string> others;  ///< names of some files that nobody wants
  std::size_t entries = 0;          ///< of an archive, folders and what is refused too
};

/// The regular files of a tar stream, as bsdtar writes it. Links, devices, and paths that lead out
/// of the archive or that are too long are refused.
Reading read_tar(const std::string& stream);

/// The path without "." and doubled slashes, with slashes for backslashes; empty if it leads out of
/// its folder.
std::string path_inside(const std::string& path);

/// The files of a folder whose names `wanted` accepts; follows no links, and looks neither into
/// hidden folders nor into what operating systems leave behind.
Reading read_folder(const std::string& folder,
                    const std::function<bool(const std::string& name)>& wanted);

/// What is said of an archive that the unpacker makes nothing of.
inline constexpr const char* kNotUnpacked =
    "the archive cannot be unpacked: damaged, encrypted, or none at all";

/// The arguments with which bsdtar lists an archive's first entry and, in its last line, says the
/// archive's format.
std::vector<std::string> format_command(const std::string& archive);
/// Why an archive with this list is not unpacked; empty if its format is one that holds its files
/// itself.
std::string format_fault(const std::string& list);

/// The arguments with which bsdtar turns an archive into a tar stream of the files named, which may
/// be patterns of a shell's kind; capital letters or small ones. Of all files if none is named.
std::vector<std::string> conversion_command(const std::string& archive,
                                            const std::vector<std::string>& names);

}  // namespace kit::classroom
