/// @file
/// What the program `kit` does, one function per subcommand. Each returns the exit code and throws
/// kit::Error for what main() turns into one line and an exit code.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "grader/grading/lab_lists.hpp"
#include "grader/grading/picture.hpp"
#include "grader/judge/record_request.hpp"

namespace kit::grader {

/// `kit grade LAB`
struct GradeCommand {
  std::string lab, source = "labs", backend, out;
  std::optional<std::uint64_t> seed;
  bool json = false;     ///< print verdict.json instead of the report
  bool observe = true;   ///< run the simulator's checks and counts too
  bool timing = true;    ///< measure speed
  bool refresh = false;  ///< measure the CPU's times again
  bool page = true;      ///< write the report as a page too
  bool live = false;     ///< that loads itself again when the next is written
};
int run_grade(const GradeCommand& command);

/// `kit demo`
struct DemoCommand {
  std::string backend;
  std::optional<std::uint64_t> seed;
};
int run_demo(const DemoCommand& command);

/// `kit replay LAB`: grades in the simulator for a page that replays what `watch` asks for.
struct ReplayCommand {
  std::string lab, source = "labs";
  std::optional<std::uint64_t> seed;
  RecordRequest watch;
};
int run_replay(const ReplayCommand& command);

/// `kit program-page`: a page of what the simulator saw of a program of one file.
struct ProgramPageCommand {
  std::string source;        ///< the program's file
  std::string observations;  ///< a file with what was seen, as the simulator writes it
  std::string out;           ///< the page
};
int run_program_page(const ProgramPageCommand& command);

/// `kit quiz LAB`: asks about the student's own code, and keeps the answers in the lab's folder.
struct QuizCommand {
  std::string lab, source = "labs";
  bool keys = false;  ///< print all questions with their keys, as JSON, and ask nothing
  std::optional<std::uint64_t> seed;
};
int run_quiz(const QuizCommand& command);

/// `kit sanitize LAB` and `kit profile LAB`
struct InspectCommand {
  std::string lab, source = "labs", backend;
  std::string stage;          ///< of profile: this one alone; empty: all
  std::string card = "h200";  ///< whose rates the estimate takes: a name, or a file; none
  int size = 4096;            ///< side of the square pictures of the estimate, in pixels
  std::optional<std::uint64_t> seed;
};
int run_sanitize(const InspectCommand& command);
int run_profile(const InspectCommand& command);

/// `kit view`: a page that compares input, output, reference and error. `out` is the page; empty:
/// build/view/NN.html.
int run_view(const PictureCommand& command);

/// `kit next`
int run_next();

/// `kit progress`
int run_progress();

/// `kit hint [LAB]`
struct HintCommand {
  std::string lab, stage;  ///< empty: the next lab, its first open stage
  bool again = false;      ///< those that were shown, once more
};
int run_hint(const HintCommand& command);

/// `kit watch [LAB]`
struct WatchCommand {
  std::string lab, source = "labs";  ///< no lab: the next one
  std::vector<std::string> options;  ///< passed on to `kit grade`
};
int run_watch(const WatchCommand& command);

/// `kit solution [LAB]`
struct SolutionCommand {
  std::string lab, stage;  ///< a stage: its file is printed; "answers": those of the notes
  bool yes = false;        ///< without asking
};
int run_solution(const SolutionCommand& command);

/// `kit report FILE`
int run_report(const std::string& path);

/// The subcommands that grading does without, in a library of their own (common/grader/commands,
/// build/lib/commands.so): a student's first build is done sooner.
struct Commands {
  int (*demo)(const DemoCommand&);
  int (*sanitize)(const InspectCommand&);
  int (*profile)(const InspectCommand&);
  int (*view)(const PictureCommand&);
  int (*next)();
  int (*progress)();
  int (*hint)(const HintCommand&);
  int (*watch)(const WatchCommand&);
  int (*solution)(const SolutionCommand&);
  int (*quiz)(const QuizCommand&);
  int (*replay)(const ReplayCommand&);
  int (*program_page)(const ProgramPageCommand&);
};

}  // namespace kit::grader
