/// @file
/// Whoever ignores a parameter gets a warning for it, which is easily overlooked among other words.
#include "grader/repair/unused_name.hpp"

#include <fmt/format.h>

#include <map>
#include <regex>
#include <sstream>

namespace kit::repair {

std::optional<Repair> find_unused_name(const std::string& log, const std::string& file) {
  // "/home/ann/lab/tiled.cu:12:5: warning: unused parameter 'stride' [-Wunused-parameter]", with
  // quotes of any kind
  static const std::regex message(
      R"((?:.*/)?([^/:]+):(\d+):\d+: warning: unused (parameter|variable) \W+(\w+)\W.*)");
  std::map<std::string, std::pair<int, std::string>> names;  // line and what it is, by name
  std::istringstream text(log);
  for (std::string line; std::getline(text, line);) {
    std::smatch match;
    if (std::regex_match(line, match, message) && match[1] == file)
      names.insert({match[4], {std::stoi(match[2]), match[3]}});
  }
  if (names.size() != 1) return std::nullopt;
  const auto& [name, place] = *names.begin();
  return Repair{
      place.first, "unused_name",
      fmt::format("the {} `{}` is never used. Where should it be used?", place.second, name)};
}

}  // namespace kit::repair
