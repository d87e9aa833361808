/// @file
/// check_objects [--library NAME]... OBJECT...
///
/// Looks at the objects of a student's files before they are linked: they may define the contract's
/// functions and helpers of their own, refer to what computes, and run nothing before main(). The
/// grader compiles and checks in a sandbox, so this program decides nothing by itself but its exit
/// code. Exit code: 0 nothing refused, 1 something is, with one line that says what; 2 wrong usage.
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

#include "grader/objects/rules.hpp"

int main(int argc, char** argv) {
  std::vector<std::string> library, paths;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--library" && i + 1 < argc)
      library.emplace_back(argv[++i]);
    else
      paths.push_back(word);
  }
  if (paths.empty()) {
    std::fprintf(stderr, "check_objects: no object given; see its source for usage\n");
    return 2;
  }
  for (const std::string& path : paths) {
    std::string name = path.substr(path.rfind('/') + 1);
    try {
      const auto why = kit::objects::refused_in(kit::elf::read_object(path), library);
      if (!why) continue;
      std::printf("%s: %s\n", name.substr(0, name.rfind('.')).c_str(), why->c_str());
    } catch (const std::exception& error) {
      std::printf("%s: its object cannot be read: %s\n", name.c_str(), error.what());
    }
    return 1;
  }
  return 0;
}
