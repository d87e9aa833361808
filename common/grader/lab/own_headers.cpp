/// @file
/// The names say which headers are meant, so that a build, the source check, an archive and a class
/// agree on them without a list.
#include "grader/lab/own_headers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "grader/support/visible.hpp"
#include "kit/error.hpp"

namespace kit::grader {

namespace fs = std::filesystem;

bool is_own_header(std::string_view name) {
  return (name.ends_with(".cuh") || name.ends_with(".hpp")) && name != "lab.hpp" &&
         !name.starts_with('.') && name.find('/') == std::string_view::npos;
}

std::string unfit_header(std::string_view name) {
  constexpr std::size_t kShown = 40;
  if (name.size() <= kMaxHeaderName) return "";
  return fmt::format("the name of the header {}... has {} bytes; it may have {}",
                     escaped(name.substr(0, kShown)), name.size(), kMaxHeaderName);
}

std::string too_many_headers(std::size_t count, std::size_t bytes) {
  if (count > kMaxOwnHeaders)
    return fmt::format("{} headers of your own; a lab may have {}", count, kMaxOwnHeaders);
  if (bytes > kMaxOwnHeaderBytes)
    return fmt::format("headers of your own with {} bytes together; a lab's may have {} KiB", bytes,
                       kMaxOwnHeaderBytes >> 10);
  return "";
}

std::vector<std::string> own_headers(const fs::path& folder) {
  std::vector<std::string> names;
  std::size_t bytes = 0;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!is_own_header(name) || !entry.is_regular_file(error)) continue;
    if (const std::string unfit = unfit_header(name); !unfit.empty())
      throw InputError(folder.string() + ": " + unfit);
    names.push_back(name);
    bytes += entry.file_size(error);
  }
  const std::string problem = too_many_headers(names.size(), bytes);
  if (!problem.empty()) throw InputError(folder.string() + ": " + problem);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace kit::grader
