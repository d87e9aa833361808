/// @file
/// `kit build-lab`: the build as a program of its own, which a sandbox can hold.
#include "grader/grading/build_command.hpp"

#include "grader/build/lab_build.hpp"
#include "grader/support/kit_root.hpp"
#include "kit/error.hpp"

namespace kit::grader {

int run_build_lab(const BuildRequest& request) {
  build::CompilerSlots slots(request.compilers);
  switch (build::build_lab(kit_root(), request, slots).outcome) {
    case build::Outcome::built:
      return kExitPassed;
    case build::Outcome::refused:
      return kExitRefused;
    case build::Outcome::stopped:
      return kExitStopped;
    case build::Outcome::killed:
      return kExitKilled;
    case build::Outcome::failed:
      break;
  }
  return kExitNotPassed;
}

}  // namespace kit::grader
