// The kit's files are compared by date, as make does: they are many, and nobody puts back an older
// one while students are graded.
#include "grader/build/kit_inputs.hpp"

#include <algorithm>

namespace kit::build {
namespace {

namespace fs = std::filesystem;
using Time = fs::file_time_type;

/// The date of a file; of one that is not there, older than any other.
Time changed(const fs::path& file) {
  std::error_code error;
  const Time time = fs::last_write_time(file, error);
  return error ? Time::min() : time;
}

/// Neither prose nor versions of a lab for the tests decide what is built.
Time youngest_below(const fs::path& folder) {
  Time youngest = Time::min();
  std::error_code error;
  auto walk = fs::recursive_directory_iterator(folder, error);
  for (; !error && walk != fs::end(walk); walk.increment(error)) {
    if (walk->path().filename() == "wrong" || walk->path().filename() == "right")
      walk.disable_recursion_pending();
    if (walk->is_regular_file(error) && walk->path().extension() != ".md")
      youngest = std::max(youngest, changed(walk->path()));
  }
  return youngest;
}

}  // namespace

Time youngest_kit_input(const BuildPlan& plan) {
  Time youngest = Time::min();
  for (const fs::path& folder :
       {fs::path("common/image/include"), fs::path("common/sim/include"),
        fs::path("common/grader/protocol"), fs::path("common/grader/worker"),
        "tests/labs" / fs::path(plan.lab.lab)})
    youngest = std::max(youngest, youngest_below(plan.root / folder));
  for (const fs::path& file :
       {plan.root / "common/tools/compile", plan.root / "labs" / plan.lab.lab / "lab.hpp",
        plan.build / "bin/cuda_rewrite", plan.build / "bin/check_rules", plan.build / "deps.mk"})
    youngest = std::max(youngest, changed(file));
  return youngest;
}

bool up_to_date(const fs::path& target, Time inputs) {
  return fs::exists(target) && changed(target) >= inputs;
}

}  // namespace kit::build
