#include "suite.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <map>
#include <utility>

#include "kit/error.hpp"

namespace kit::grader {
namespace {

std::map<std::string, Suite>& suites() {
  static std::map<std::string, Suite> all;
  return all;
}

/// Loads the library of a lab's cases, which registers its suite; it stays loaded.
void load_cases(const std::string& lab) {
  namespace fs = std::filesystem;
  const fs::path program = fs::read_symlink("/proc/self/exe");
  const fs::path library = program.parent_path().parent_path() / "lib" / ("cases_" + lab + ".so");
  if (!fs::exists(library)) throw HarnessError(library.string() + " is missing; run make programs");
  if (dlopen(library.c_str(), RTLD_NOW) == nullptr)
    throw HarnessError(library.string() + " cannot be used (" + dlerror() + "); run make programs");
}

}  // namespace

bool register_suite(Suite suite) {
  const std::string lab = suite.lab;
  suites()[lab] = std::move(suite);
  return true;
}

const Suite& find_suite(const std::string& lab) {
  if (suites().count(lab) == 0) load_cases(lab);
  const auto found = suites().find(lab);
  if (found == suites().end())
    throw HarnessError("tests/labs/" + lab + "/cases.cpp registers no suite");
  return found->second;
}

}  // namespace kit::grader
