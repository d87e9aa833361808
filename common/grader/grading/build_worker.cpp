// Outside of a sandbox the build runs in this process; inside, it is the program `kit build-lab`,
// which leaves the same files and says by its exit code what build_lab() says by what it throws.
#include "grader/grading/build_worker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <future>
#include <utility>

#include "grader/build/lab_build.hpp"
#include "grader/build/link_worker.hpp"
#include "grader/grading/build_command.hpp"
#include "grader/grading/observed_stages.hpp"
#include "grader/judge/containment.hpp"
#include "grader/process/cpu_time.hpp"
#include "grader/process/process.hpp"
#include "grader/support/text_file.hpp"
#include "grader/support/usable_cores.hpp"
#include "kit/error.hpp"
#include "kit/timer.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;
using build::LabBuild;
using build::Outcome;

constexpr std::size_t kLogBytes = 16 * 1024;  // of a verdict

std::string last_line(std::string text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

/// The path as seen from here, if it lies below: the compiler's messages repeat it.
std::string seen_from_here(const std::string& path) {
  std::error_code error;
  const std::string relative = fs::proximate(path, error).string();
  return error || relative.starts_with("..") ? path : relative;
}

BuildRequest request_for(const GradeOptions& options, int compilers) {
  BuildRequest request;
  request.lab = options.lab;
  request.source = source_folder(options);
  request.backend = to_string(options.backend);
  request.mode = options.observed ? "observed" : "plain";
  request.out = output_folder(options) + "/" + (options.observed ? request.mode : request.backend);
  request.compilers = compilers;
  return request;
}

Outcome outcome_of(int exit_code) {
  switch (exit_code) {
    case kExitPassed:
      return Outcome::built;
    case kExitRefused:
      return Outcome::refused;
    case kExitStopped:
      return Outcome::stopped;
    case kExitKilled:
      return Outcome::killed;
    default:
      return Outcome::failed;
  }
}

/// Takes what a build needs from what all builds of a submission have together.
class BuildWatch {
 public:
  /// Null: a build has a limit of its own only.
  explicit BuildWatch(BuildBudget* budget) : budget_(budget) {}
  ~BuildWatch() {
    if (budget_ != nullptr) budget_->clock.spend(timer_.seconds());
  }
  BuildWatch(const BuildWatch&) = delete;
  BuildWatch& operator=(const BuildWatch&) = delete;

  double seconds() const {
    return budget_ != nullptr ? std::min(build::kBuildSeconds, budget_->clock.left())
                              : build::kBuildSeconds;
  }
  /// Stops a build when nothing is left.
  LookOn look_on() {
    if (budget_ == nullptr) return {};
    return [this](pid_t process) {
      const double used = std::max(used_, cpu_seconds_of_tree(process));
      budget_->processor.spend(used - std::exchange(used_, used));
      return budget_->processor.left() > 0;
    };
  }
  std::string why_stopped() const {
    if (budget_ == nullptr)
      return fmt::format("stopped: compiling took more than {} s", build::kBuildSeconds);
    return fmt::format(
        "stopped: compiling took too long. All that is compiled of a submission may take {} s of "
        "the processors, and {} s by the clock",
        std::lround(budget_->processor.seconds()), std::lround(budget_->clock.seconds()));
  }

 private:
  BuildBudget* budget_;
  Timer timer_;
  double used_ = 0;
};

/// Builds in the sandbox. Throws as build_lab() does.
LabBuild build_inside(const Containment& containment, const BuildRequest& request) {
  ProcessLimits limits;
  BuildWatch watch(containment.build_budget());
  limits.seconds = watch.seconds();
  limits.output_bytes = kLogBytes;
  limits.memory_mib = 6 * 1024;
  std::error_code failed;
  fs::create_directories(request.out, failed);
  if (failed) throw InputError("cannot make the folder " + request.out + ": " + failed.message());
  const CommandResult result =
      run_command(containment.build_command(request), limits, {}, watch.look_on());
  const std::string log = request.out + "/" + build::log_name(request.stand_ins);
  LabBuild built{Outcome::stopped, build::read_text(log), build::read_text(request.out + "/rules")};
  if (result.timed_out || result.stopped) {
    if (!built.log.empty() && !built.log.ends_with('\n')) built.log += '\n';
    built.log += watch.why_stopped() + "\n";
    return built;
  }
  if (result.end.signalled) throw HarnessError("kit build-lab was " + result.end.text);
  const std::string said = result.output.substr(0, result.output.find('\n'));
  if (result.end.code == kExitNeedsGpu) throw NeedsGpuError(said);
  if (result.end.code == kExitUsage) throw InputError(said);
  // Whatever stands before the program may end with 1 too; the program leaves a log.
  if (result.end.code > kExitKilled || !fs::exists(log))
    throw HarnessError("kit build-lab failed: " + result.output);
  built.outcome = outcome_of(result.end.code);
  return built;
}

/// A build outside of a sandbox repeats the source's path as the caller sees it.
LabBuild build_here(const std::string& root, BuildRequest request, build::CompilerSlots& slots) {
  request.source = seen_from_here(request.source);
  return build::build_lab(root, request, slots);
}

BuildResult build_with(const GradeOptions& options, int compilers, build::CompilerSlots& slots,
                       const std::vector<std::string>& stand_ins) {
  BuildRequest request = request_for(options, compilers);
  request.stand_ins = stand_ins;
  const LabBuild built = options.containment != nullptr
                             ? build_inside(*options.containment, request)
                             : build_here(options.root, request, slots);
  BuildResult result;
  result.ok = built.outcome == Outcome::built;
  result.out_of_time = built.outcome == Outcome::stopped;
  result.stopped = result.out_of_time || built.outcome == Outcome::killed;
  if (built.outcome == Outcome::refused) result.refused = last_line(built.log);
  result.log = built.log.substr(0, kLogBytes);
  result.rules = built.rules;
  result.worker = request.out + "/" + build::worker_name(stand_ins);
  return result;
}

/// Whether races between the threads of a program without kernels are looked for.
std::string looks_for_races(const BuildResult& observed) {
  if (observed.ok) return kLookedFor;
  // What the observed runtime of OpenMP lacks does not link.
  const std::string lacks = "undefined reference to `";
  const std::size_t name = observed.log.find(lacks);
  if (name == std::string::npos)
    return "not looked for: " + observed.log.substr(0, observed.log.find('\n'));
  const std::size_t begin = name + lacks.size();
  return "not looked for: the simulator does not know " +
         observed.log.substr(begin, observed.log.find('\'', begin) - begin);
}

int compilers_of(const GradeOptions& options) {
  return options.compilers > 0 ? options.compilers : usable_cores();
}

}  // namespace

BuildRequest plain_request(const GradeOptions& options) {
  return request_for(options, compilers_of(options));
}

BuildResult build_worker(const GradeOptions& options) {
  const int compilers = compilers_of(options);
  build::CompilerSlots slots(compilers);
  return build_with(options, compilers, slots, {});
}

BuiltWorkers build_workers(const GradeOptions& options, const LabConfig& config,
                           const std::vector<std::string>& stand_ins) {
  const int compilers = compilers_of(options);
  build::CompilerSlots slots(compilers);
  if (!options.observe || unobserved_stages(options, config).size() == config.stages.size())
    return {build_with(options, compilers, slots, stand_ins), {}};
  GradeOptions watched = options;
  watched.backend = Backend::sim;
  watched.observed = true;
  // Two sandboxes cannot share slots; one compiler alone serves them one after the other.
  const int half = options.containment != nullptr ? compilers / 2 : compilers;
  const auto when = half > 0 ? std::launch::async : std::launch::deferred;
  auto observed =
      std::async(when, [&] { return build_with(watched, std::max(1, half), slots, stand_ins); });
  BuiltWorkers workers;
  workers.graded = build_with(options, half > 0 && half < compilers ? compilers - half : compilers,
                              slots, stand_ins);
  workers.observed = observed.get();
  if (!config.needs_cuda()) workers.graded.races = looks_for_races(workers.observed);
  return workers;
}

}  // namespace kit::grader
