/// @file
/// What build/lib/commands.so gives to the program `kit`.
#include "grader/commands/commands.hpp"

namespace kit::grader {

/// main.cpp looks it up by its name.
extern "C" const Commands kit_commands{run_demo,     run_sanitize, run_profile, run_view,
                                       run_next,     run_progress, run_hint,    run_watch,
                                       run_solution, run_quiz,     run_replay,  run_program_page};

}  // namespace kit::grader
