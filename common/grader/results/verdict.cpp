/// @file
/// Names and order of the verdicts. The switches have no default, so that the compiler asks for a
/// name and a severity when a verdict is added.
#include "grader/results/verdict.hpp"

#include "grader/support/enum_names.hpp"

namespace kit::grader {

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::passed:
      return "passed";
    case Verdict::wrong:
      return "wrong";
    case Verdict::not_done:
      return "not_done";
    case Verdict::build_failed:
      return "build_failed";
    case Verdict::crashed:
      return "crashed";
    case Verdict::timed_out:
      return "timed_out";
    case Verdict::out_of_memory:
      return "out_of_memory";
    case Verdict::forbidden:
      return "forbidden";
    case Verdict::cheated:
      return "cheated";
    case Verdict::skipped:
      return "skipped";
    case Verdict::grader_fault:
      return "grader_fault";
  }
  return "";
}

std::optional<Verdict> verdict_from(std::string_view name) {
  return enum_from(name, Verdict::grader_fault);
}

int severity(Verdict verdict) {
  switch (verdict) {
    case Verdict::passed:
      return 0;
    case Verdict::not_done:
      return 1;
    case Verdict::skipped:
      return 2;
    case Verdict::wrong:
      return 3;
    case Verdict::crashed:
      return 4;
    case Verdict::out_of_memory:
      return 5;
    case Verdict::timed_out:
      return 6;
    case Verdict::build_failed:
      return 7;
    case Verdict::forbidden:
      return 8;
    case Verdict::cheated:
      return 9;
    case Verdict::grader_fault:
      return 10;
  }
  return 10;
}

}  // namespace kit::grader
