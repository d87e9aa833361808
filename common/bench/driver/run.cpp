// Measures what has no result yet. Programs are built first, all of them: a compiler beside a
// measurement would slow it down. A point that fails is told and passed over, since the others are
// worth having.
#include "bench/driver/run.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <cstdio>
#include <memory>
#include <set>

#include "bench/driver/program.hpp"
#include "bench/driver/show.hpp"
#include "grader/process/process.hpp"
#include "kit/error.hpp"
#include "kit/timer.hpp"

namespace kit::bench {
namespace {

using nlohmann::json;

/// What is predicted to take longer runs on a part of the image.
constexpr double kMaxRunSeconds = 20;
/// A point that has no answer by then is given up; counting is for small cases only.
constexpr double kMaxSeconds = 180, kMaxCountSeconds = 20;

constexpr double kMaxBuildSeconds = 1800;

/// The same work by another library.
bool is_peer(const std::string& program) {
  return program.rfind("peer_", 0) == 0;
}

bool is_python(const std::string& program) {
  return is_peer(program) && program != "peer_npp";
}

/// What starts a program; for the peers in Python, their script.
std::vector<std::string> command_of(const std::string& program, const std::string& root) {
  if (!is_python(program)) return {root + "/build/bench/" + program};
  return {"/usr/bin/env", "python3", root + "/common/bench/peers/peers.py", program.substr(5)};
}

/// Runs make for some programs. Returns what it said if it failed, else nothing.
std::string make_programs(const std::set<std::string>& programs, const RunSettings& settings) {
  std::vector<std::string> command = {
      "make", "--no-print-directory",  "-C", settings.root,
      "-f",   "common/bench/build.mk", "-s", fmt::format("-j{}", settings.jobs)};
  for (const std::string& program : programs) command.push_back("build/bench/" + program);
  grader::ProcessLimits limits;
  limits.seconds = kMaxBuildSeconds;
  limits.file_bytes = std::int64_t(1) << 32;
  const grader::CommandResult result = grader::run_command(command, limits, {{"MAKEFLAGS", ""}});
  const bool failed = result.timed_out || result.end.signalled || result.end.code != 0;
  return failed ? result.output + "\n" : "";
}

/// Builds our own programs; leaves out of `programs` the peers that this machine does not have.
void build(std::set<std::string>& programs, const RunSettings& settings) {
  std::set<std::string> own;
  for (const std::string& program : programs) {
    if (!is_peer(program)) own.insert(program);
  }
  std::fprintf(stderr, "bench: building %zu programs\n", own.size());
  const std::string said = own.empty() ? "" : make_programs(own, settings);
  if (!said.empty()) {
    std::fprintf(stderr, "%s", said.c_str());
    throw HarnessError("the bench programs do not compile; the messages are above");
  }
  std::erase_if(programs, [&](const std::string& program) {
    if (!is_peer(program)) return false;
    bool absent = true;
    if (is_python(program)) {
      std::vector<std::string> command = command_of(program, settings.root);
      command.push_back("--here");
      grader::ProcessLimits limits;
      limits.seconds = 120;
      absent = grader::run_command(command, limits).end.code != 0;
    } else if (settings.choice.cuda) {
      absent = !make_programs({program}, settings).empty();
    }
    if (absent) {
      std::fprintf(stderr, "bench: %s is not on this machine: skipped\n",
                   program.substr(5).c_str());
    }
    return absent;
  });
}

/// A point as its program is asked for it.
json request_of(const json& point, const Choice& choice) {
  json parameters = point;
  for (const char* key : {"program", "variant", "measure", "on"}) parameters.erase(key);
  return {{"variant", point["variant"]},    {"measure", point["measure"]},
          {"parameters", parameters},       {"seconds", choice.quick ? 0.05 : 0.3},
          {"fewest", choice.quick ? 5 : 9}, {"longest", choice.quick ? 1.0 : kMaxRunSeconds}};
}

/// A reply in a few words.
std::string outcome(const json& reply) {
  if (reply.contains("error")) return reply["error"];
  const json& result = reply["result"];
  for (const char* name : {"ms", "sectors_per_pixel", "max_abs_error"}) {
    if (result.contains(name) && result[name].is_number()) {
      return number(result[name], 4) + " " + name;
    }
  }
  return "done";
}

/// Says how far the run is: one line that replaces itself on a terminal, else one every few
/// seconds.
class Progress {
 public:
  explicit Progress(std::size_t all) : all_(all), terminal_(isatty(STDERR_FILENO) != 0) {}
  void done(const json& point, const std::string& what) {
    ++done_;
    constexpr double kSecondsBetween = 10;
    if (!terminal_ && done_ < all_ && total_.seconds() < said_ + kSecondsBetween) return;
    said_ = total_.seconds();
    const double left = said_ / double(done_) * double(all_ - done_);
    std::string line = fmt::format("[{}/{}, about {:.0f} s left] {}: {}", done_, all_, left,
                                   describe(point), what);
    // A longer line would wrap, and the next one would replace its last row only.
    if (terminal_ && line.size() > 79) line.resize(79);
    std::fprintf(stderr, terminal_ ? "\r\033[K%s" : "%s\n", line.c_str());
    if (terminal_ && done_ == all_) std::fputc('\n', stderr);
  }

 private:
  std::size_t all_, done_ = 0;
  bool terminal_;
  double said_ = 0;
  Timer total_;
};

/// True for a measured point, and for one that took too long; what failed otherwise is tried again.
bool has_result(const json* known) {
  return known != nullptr && (!known->contains("error") ||
                              (*known)["error"].get<std::string>().rfind("stopped", 0) == 0);
}

}  // namespace

std::string describe(const json& point) {
  std::string text = program_of(point) + " " + point["variant"].get<std::string>();
  if (point.contains("width")) {
    text += fmt::format(" {}x{}", point["width"].dump(), point["height"].dump());
  }
  for (const auto& [key, value] : point.items()) {
    static const std::set<std::string> said = {"program", "variant", "width", "height",
                                               "measure", "border",  "on"};
    if (said.count(key) > 0) continue;
    text += " " + (value.is_string() ? value.get<std::string>() : key + "=" + value.dump());
  }
  return text;
}

void measure_missing(const std::vector<json>& points, Results& results,
                     const RunSettings& settings) {
  std::vector<const json*> missing;
  std::set<std::string> programs;
  for (const json& point : points) {
    if (has_result(results.find(point, settings.choice.quick))) continue;
    missing.push_back(&point);
    programs.insert(program_of(point));
  }
  std::fprintf(stderr, "bench: %zu points, %zu of them already measured\n", points.size(),
               points.size() - missing.size());
  if (missing.empty()) return;
  build(programs, settings);
  std::erase_if(missing,
                [&](const json* point) { return programs.count(program_of(*point)) == 0; });
  Progress progress(missing.size());
  // One program at a time: two would disturb each other's times.
  std::string running;
  std::unique_ptr<Program> program;
  for (const json* point : missing) {
    if (program_of(*point) != running) {
      running = program_of(*point);
      program = std::make_unique<Program>(command_of(running, settings.root));
    }
    const bool count = (*point)["measure"] == "count";
    const json reply =
        program->ask(request_of(*point, settings.choice), count ? kMaxCountSeconds : kMaxSeconds);
    const json result = reply.contains("error") ? reply : reply.value("result", json::object());
    results.add(*point, settings.choice.quick, result);
    progress.done(*point, outcome(reply));
  }
}

}  // namespace kit::bench
