/// @file
/// `kit build-lab`: the build as a program of its own, which a sandbox can hold.
#include "grader/grading/build_command.hpp"

#include "grader/build/lab_build.hpp"
#include "grader/support/kit_root.hpp"
#include "kit/error.hpp"

namespace kit::grader {

int run_build_lab(const BuildRequest& request) {
  build::CompilerSlots slots(request.compilers);
  const build::Outcome outcome = build::build_lab(kit_root(), request, slots).outcome;
  if (outcome == build::Outcome::built) return kExitPassed;
  return outcome == build::Outcome::refused ? kExitRefused : kExitNotPassed;
}

}  // namespace kit::grader
