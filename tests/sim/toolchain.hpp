/// @file
/// Builds and runs CUDA programs with the simulator's own tools, as `kit build-lab` does.
#pragma once

#include <string>
#include <vector>

namespace kit::sim_test {

/// What a command printed (both streams) and how it ended: its exit code, or 128 + signal.
struct Outcome {
  int status = 0;
  std::string output;
};

/// Runs a command with a shell; a program that runs longer than 30 s is killed and ends with 124.
Outcome run(const std::string& command, int seconds = 30);

/// How a program is compiled: as fast as it can be, with every access observed, or so and kept to
/// its own memory (on x86-64 only).
enum class Mode { plain, observed, confined };

/// When a program's streams do their work (KIT_SIM_STREAMS).
inline constexpr const char* kSchedules[] = {"early", "late", "random"};

/// Builds these programs (see build_and_run) at once, on as many cores as there are.
void build_all(const std::vector<std::string>& sources, Mode mode);

/// Compiles and links `source` (relative to the repository's root) for the simulator, runs it with
/// this seed and number of host threads, the work of streams done by this schedule. A failure to
/// build is the outcome too. "// setting: NAME=VALUE" in
/// the comment that the file begins with is for the environment.
Outcome build_and_run(const std::string& source, int seed = 1, int threads = 2,
                      Mode mode = Mode::plain, const std::string& streams = "early");

/// The .cu files of a folder, sorted, with the folder in front.
std::vector<std::string> programs_in(const std::string& folder);

/// One in SHARE of the files, from the one that DRAW says (tests/run); all if the environment has
/// no SHARE. At least one in `most`.
std::vector<std::string> share_of(const std::vector<std::string>& files, std::size_t most = 1000);

/// The root of the repository: the folder that holds labs/, found from KIT_ROOT or the working
/// folder.
std::string root();

}  // namespace kit::sim_test
