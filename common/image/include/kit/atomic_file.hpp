/// @file
/// Writing a file whole or not at all: whoever reads it, at whatever time, finds the old or the new
/// one.
#pragma once

#include <string>
#include <string_view>
#include <system_error>

namespace kit {

/// What the new file must survive.
enum class Survives {
  program,  ///< the end of this program at any moment, by kill -9 too; costs next to nothing
  machine   ///< a power failure too: forced to the disk before it counts as written
};

/// Writes `content` to a file beside `path`, then renames that to `path`. The file has the
/// permissions that the umask gives to any new one. On an error the old file stays, and nothing is
/// left beside it.
std::error_code try_write_atomically(const std::string& path, std::string_view content,
                                     Survives what = Survives::program);

/// The same. Throws InputError that names the file and says why it cannot be written.
void write_atomically(const std::string& path, std::string_view content,
                      Survives what = Survives::program);

}  // namespace kit
