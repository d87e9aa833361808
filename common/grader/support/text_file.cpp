/// @file
/// Whole files of a build. A file that is missing reads as empty: to a build, what was never made
/// and what is empty are both out of date.
#include "grader/support/text_file.hpp"

#include <fstream>
#include <iterator>

#include "kit/error.hpp"

namespace kit::build {

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw HarnessError("cannot write " + path.string());
}

}  // namespace kit::build
