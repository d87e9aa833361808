/// @file
/// Whole files of a build. A file that is missing reads as empty: to a build, what was never made
/// and what is empty are both out of date.
#include "grader/support/text_file.hpp"

#include <fstream>
#include <sstream>

#include "kit/error.hpp"

namespace kit::build {

std::string read_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();  // a stream's buffer throws where reading fails, and this does not
  return text.str();
}

void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw HarnessError("cannot write " + path.string());
}

}  // namespace kit::build
