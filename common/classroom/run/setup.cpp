/// @file
/// Everything about a class run that is settled before the first submission: labs, backend, users,
/// sandbox, and how patient the time limits must be on this machine.
#include "classroom/run/setup.hpp"

#include <fmt/format.h>

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "classroom/run/version.hpp"
#include "classroom/support/sha256.hpp"
#include "grader/build/stand_ins.hpp"
#include "grader/build/toolchain.hpp"
#include "grader/grading/build_worker.hpp"
#include "grader/grading/grade.hpp"
#include "grader/lab/backend.hpp"
#include "grader/process/cpu_time.hpp"
#include "grader/process/process.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/text.hpp"
#include "grader/support/usable_cores.hpp"
#include "kit/atomic_file.hpp"
#include "kit/error.hpp"
#include "kit/timer.hpp"

namespace kit::classroom {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kScratchName = "filterlab-";

fs::path scratch_base() {
  const char* set = std::getenv("TMPDIR");
  return set != nullptr && fs::is_directory(set) ? fs::path(set) : fs::path("/var/tmp");
}

json read_hidden(const std::string& path) {
  if (path.empty()) return nullptr;
  json hidden = json::parse(read_whole(path), nullptr, /*allow_exceptions=*/false);
  if (!hidden.is_object() || hidden.value("schema", "") != "kit/hidden/v1")
    throw InputError(
        fmt::format("{} is no hidden file: its \"schema\" must be \"kit/hidden/v1\"", path));
  for (const auto& [key, value] : hidden.items()) {
    const bool known = key == "schema" || (key == "seed" && value.is_number_unsigned()) ||
                       (key == "labs" && value.is_object());
    if (!known)
      throw InputError(
          fmt::format("{}: '{}' is not one of \"seed\" (a number) and \"labs\" (an object of labs)",
                      path, key));
  }
  return hidden;
}

Tier tier_for(const ClassOptions& options, const ClassContext& context,
              const std::vector<std::string>& secrets) {
  const long user = context.users.at(0);
  if (options.no_sandbox) return Tier::none;
  if (options.tier == 0) return choose_tier(context.jail, user, secrets);
  const Tier tier = options.tier == 1 ? Tier::bubblewrap : Tier::user;
  check_tier(tier, context.jail, user, secrets);
  return tier;
}

/// Builds the lab's adapter, and with it the proof that the compiler works: with the skeleton, as
/// the caller, before any student's code is touched.
void build_adapter(const ClassContext& context, const Scratch& scratch,
                   const grader::LabConfig& lab) {
  grader::GradeOptions options;
  options.root = context.root;
  options.lab = lab.lab;
  options.source = "labs";
  options.out = scratch.path() + "/adapters";
  options.backend = context.backend;
  for (const bool observed : {false, true}) {
    options.observed = observed;
    if (observed) options.backend = grader::Backend::sim;
    const grader::BuildResult build = grader::build_worker(options);
    // A sandbox has neither their sources nor the right to write where they are kept.
    if (!observed) build::make_stand_ins(context.root, grader::plain_request(options));
    if (!build.ok)
      throw HarnessError(fmt::format("the skeleton of {} does not build here: {}", lab.lab,
                                     build.log.substr(0, build.log.find('\n'))));
  }
}

constexpr const char* kTakesTooLong =
    "the archives take too long to unpack; hand in the lab's files only";

/// Of a program, or of one that a sandbox ran, which a shell's way of counting names.
bool ended_by_cpu_limit(const grader::ProcessEnd& end) {
  return end.code == (end.signalled ? SIGXCPU : 128 + SIGXCPU);
}

bool took_too_long(const grader::CommandResult& result) {
  return result.timed_out || result.stopped || ended_by_cpu_limit(result.end);
}

/// Runs the unpacker in what is left of a submission's time, and takes from that what it needs.
grader::CommandResult run_unpacker(const Sandbox& sandbox, const std::string& path,
                                   const std::vector<std::string>& arguments,
                                   std::size_t most_bytes, UnpackingTime& left) {
  grader::ProcessLimits limits;
  limits.seconds = left.clock;
  limits.memory_mib = 1024;
  limits.output_bytes = most_bytes;
  double used = 0;
  const auto look_on = [&](pid_t process) {
    used = std::max(used, grader::cpu_seconds_of_tree(process));
    return used < left.processor;
  };
  const Timer timer;
  const std::string processor_seconds = fmt::format("{:.0f}", std::ceil(left.processor));
  auto result = grader::run_command(sandbox.tool_command("", path, arguments, processor_seconds),
                                    limits, {}, look_on);
  left.clock = std::max(0.0, left.clock - timer.seconds());
  left.processor = std::max(0.0, left.processor - used);
  return result;
}

/// Why an archive is not unpacked; empty if its format is one of those that are.
std::string fault_of_archive(const Sandbox& sandbox, const std::string& path, UnpackingTime& left) {
  constexpr std::size_t kMostOfList = std::size_t(1) << 16;
  const auto result = run_unpacker(sandbox, path, format_command(path), kMostOfList, left);
  if (took_too_long(result)) return kTakesTooLong;
  // Only of a program that came to its end is the last line its own word: an archive that holds
  // nothing ends it with 1.
  const bool ended = !result.end.signalled && (result.end.code == 0 || result.end.code == 1) &&
                     result.output.size() < kMostOfList;
  return ended ? format_fault(result.output) : kNotUnpacked;
}

/// The files of an archive that are named, of all if none is.
Reading converted(const Sandbox& sandbox, const std::string& path,
                  const std::vector<std::string>& names, UnpackingTime& left) {
  const auto result = run_unpacker(sandbox, path, conversion_command(path, names), kMaxBytes, left);
  Reading reading = read_tar(result.output);
  const bool failed = result.end.signalled || result.end.code != 0;
  if (took_too_long(result))
    reading.problem = kTakesTooLong;
  else if (reading.problem.empty() && failed && reading.files.empty())
    reading.problem = kNotUnpacked;
  return reading;
}

}  // namespace

Scratch::Scratch() {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(scratch_base(), error)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(kScratchName)) continue;
    // Left by a run that was killed: no process has its number any more.
    const pid_t owner = std::atoi(name.c_str() + std::string(kScratchName).size());
    struct stat status = {};
    if (lstat(entry.path().c_str(), &status) != 0 || status.st_uid != geteuid()) continue;
    if (owner > 0 && kill(owner, 0) != 0 && errno == ESRCH) fs::remove_all(entry.path(), error);
  }
  std::string pattern =
      (scratch_base() / fmt::format("{}{}-XXXXXX", kScratchName, getpid())).string();
  if (mkdtemp(pattern.data()) == nullptr)
    throw InputError(
        fmt::format("cannot make a folder in {}; set TMPDIR to one that can be written",
                    scratch_base().string()));
  path_ = pattern;
  // Passed through, not listed, by the users of the sandboxes.
  chmod(path_.c_str(), 0711);
}

Scratch::~Scratch() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

ClassContext make_class_context(const ClassOptions& options) {
  ClassContext context;
  context.root = grader::kit_root();
  const std::string labs = context.root + "/labs";
  for (const std::string& lab : grader::list_labs(labs))
    context.all_labs.push_back(grader::load_lab(labs, lab));
  for (const std::string& name : options.labs)
    context.labs.push_back(grader::load_lab(labs, grader::find_lab(labs, name)));
  if (context.labs.empty()) context.labs = context.all_labs;
  context.backend = grader::choose_backend(context.root, options.backend);
  context.hidden = read_hidden(options.hidden);
  if (!options.hidden.empty()) context.hidden_mark = sha256(read_whole(options.hidden));
  context.program = fs::read_symlink("/proc/self/exe").string();
  context.jail = context.root + "/build/bin/kit_jail";
  if (!fs::exists(context.jail)) throw HarnessError(context.jail + " is missing; run make grade");
  int jobs = options.jobs;
  const int cores = usable_cores();
  // Timings on one GPU must not disturb each other.
  if (jobs <= 0) jobs = context.backend == grader::Backend::cuda ? 1 : cores;
  for (int i = 0; i < std::min(jobs, 128); ++i) context.users.push_back(take_user());
  std::vector<std::string> secrets = {context.root + "/solutions", context.root + "/tests/labs",
                                      options.out + "/gradebook.sqlite"};
  if (!options.one) secrets.push_back(options.submissions);
  if (!options.hidden.empty()) secrets.push_back(options.hidden);
  context.tier = tier_for(options, context, secrets);
  for (const grader::LabConfig& lab : context.labs)
    context.versions[lab.lab] = version_of(context.root, lab.lab);
  return context;
}

Unpacker sandboxed_unpacker(const ClassContext& context, const Scratch& scratch) {
  return [&context, &scratch](const std::string&, const std::string& bytes,
                              const std::vector<std::string>& names, UnpackingTime& left) {
    const std::string path = scratch.path() + "/archive";
    write_atomically(path, bytes);
    chmod(path.c_str(), 0644);
    SandboxPlan plan;
    plan.tier = context.tier;
    plan.jail = context.jail;
    plan.user = context.tier == Tier::none ? -1 : context.users.at(0);
    const Sandbox sandbox(plan);
    Reading reading;
    reading.problem = fault_of_archive(sandbox, path, left);
    if (reading.problem.empty()) reading = converted(sandbox, path, names, left);
    fs::remove(path);
    return reading;
  };
}

Job prepare_jobs(const ClassContext& context, const Scratch& scratch, std::uint64_t seed) {
  std::vector<std::string> names;
  for (const grader::LabConfig& lab : context.labs) {
    build_adapter(context, scratch, lab);
    names.push_back(lab.lab);
  }
  Job job;
  job.root = context.root;
  job.view = scratch.path() + "/kit";
  job.jail = context.jail;
  job.work = scratch.path();
  job.backend = context.backend;
  job.seed = seed;
  job.tier = context.tier;
  if (context.backend == grader::Backend::cuda)
    job.probe = scratch.path() + "/adapters/cuda/worker";
  make_view(context.root, job.view, names);
  return job;
}

std::map<std::string, double> check_solutions(const ClassContext& context, const Job& base,
                                              const std::vector<std::string>& labs) {
  std::map<std::string, double> timeout_factor;
  for (const std::string& lab : labs) {
    timeout_factor[lab] = 1;
    const grader::LabConfig config = grader::load_lab(context.root + "/labs", lab);
    Job job = base;
    job.lab = lab;
    job.name = "reference";
    job.user = context.users.at(0);
    job.timeout_factor = 4;
    job.compilers = usable_cores();  // nothing else runs yet
    job.timing = false;
    job.without.clear();
    job.files = json::object();
    bool there = true;
    for (const auto& stage : config.stages) {
      const std::string path = context.root + "/solutions/" + lab + "/" + stage.file;
      there = there && fs::exists(path);
      if (there) job.files[stage.file] = bytes_to_json(read_whole(path));
    }
    if (!there) continue;
    const JobAnswer answer = run_job(job);
    if (!answer.verdict)
      throw HarnessError(fmt::format("the reference of {}: {}", lab, answer.fault));
    if (answer.verdict->verdict != grader::Verdict::passed)
      throw HarnessError(fmt::format("the reference of {} does not pass in this sandbox: {}", lab,
                                     answer.verdict->headline));
    double slowest = 0;
    for (const grader::CaseRecord& one : answer.verdict->cases)
      slowest = std::max(slowest, one.seconds);
    timeout_factor[lab] = std::max(1.0, 10 * slowest / config.seconds_per_case);
  }
  return timeout_factor;
}

}  // namespace kit::classroom
