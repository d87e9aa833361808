// What scripts ask about the labs, so that none of them reads lab.json by itself: one name a line,
// for `while read` and mapfile.
#include "grader/grading/lab_lists.hpp"

#include <cstdio>
#include <set>

#include "grader/lab/lab_config.hpp"
#include "grader/support/kit_root.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

void print_lines(const std::vector<std::string>& names) {
  for (const std::string& name : names) std::printf("%s\n", name.c_str());
}

}  // namespace

int run_labs(const LabsCommand& command) {
  const std::string folder = kit_root() + "/labs";
  std::set<std::string> wanted;
  for (const std::string& name : command.labs) wanted.insert(find_lab(folder, name));
  std::vector<std::string> chosen;
  for (const std::string& lab : list_labs(folder))
    if ((command.labs.empty() || wanted.count(lab) > 0) &&
        (command.language.empty() || load_lab(folder, lab).language == command.language))
      chosen.push_back(lab);
  print_lines(chosen);
  return kExitPassed;
}

int run_lab_files(const std::string& lab) {
  const std::string folder = kit_root() + "/labs";
  print_lines(load_lab(folder, find_lab(folder, lab)).files());
  return kExitPassed;
}

}  // namespace kit::grader
