// No exception leaves a program: a user reads one line, and scripts an exit code that is
// documented.
#include "grader/support/run_program.hpp"

#include <cstdio>

#include "grader/support/keep_freed_memory.hpp"
#include "grader/support/terminal.hpp"
#include "kit/error.hpp"

namespace kit::grader {

int run_program(const char* name, const std::function<int()>& run) {
  keep_freed_memory();
  try {
    return run();
  } catch (const Error& error) {
    std::fprintf(stderr, "%s: %s\n", name, printable(error.what()).c_str());
    return error.code();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: fault of the kit: %s\n", name, printable(error.what()).c_str());
    return kExitHarnessFault;
  }
}

}  // namespace kit::grader
