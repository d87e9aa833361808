/// @file
/// The files of a submission, from a folder or an archive, without ever writing them to a disk.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace kit::classroom {

struct SubmittedFile {
  std::string path;  ///< inside the submission
  std::string bytes;
};

/// Most bytes of one file, and of a submission, that are looked at.
inline constexpr std::size_t kMaxFileBytes = std::size_t(1) << 20;
inline constexpr std::size_t kMaxBytes = std::size_t(48) << 20;

/// What a reading gave, or why it gave nothing.
struct Reading {
  std::vector<SubmittedFile> files;
  std::string problem;  ///< one sentence for the student; empty if all is well
};

/// True for the names of archives that are accepted.
bool is_archive(const std::string& name);

/// The regular files of a tar stream, as bsdtar writes it. Links and the like are left out.
Reading read_tar(const std::string& stream);

/// The files of a folder whose names `wanted` accepts; follows no links, and looks neither into
/// hidden folders nor into what operating systems leave behind.
Reading read_folder(const std::string& folder,
                    const std::function<bool(const std::string& name)>& wanted);

/// The arguments with which bsdtar turns an archive into a tar stream of the files named.
std::vector<std::string> conversion_command(const std::string& archive,
                                            const std::vector<std::string>& names);

}  // namespace kit::classroom
