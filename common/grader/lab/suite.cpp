/// @file
/// The suites of all labs. A lab's cases are a library of their own, which registers its suite when
/// it is loaded: a new lab changes no existing file.
#include "grader/lab/suite.hpp"

#include <map>
#include <utility>

#include "grader/support/library.hpp"
#include "kit/error.hpp"

namespace kit::grader {
namespace {

/// Inside a function, so that it is there before a library's static objects register anything.
std::map<std::string, Suite>& suites() {
  static std::map<std::string, Suite> all;
  return all;
}

}  // namespace

bool register_suite(Suite suite) {
  const std::string lab = suite.lab;
  suites()[lab] = std::move(suite);
  return true;
}

const Suite& find_suite(const std::string& lab) {
  if (suites().count(lab) == 0) load_library("cases_" + lab);
  const auto found = suites().find(lab);
  if (found == suites().end())
    throw HarnessError("tests/labs/" + lab + "/cases.cpp registers no suite");
  return found->second;
}

}  // namespace kit::grader
