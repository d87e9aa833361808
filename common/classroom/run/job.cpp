/// @file
/// One submission, from its files to an answer. The judge is a process of its own that talks JSON,
/// so that the grader goes on whatever happens to it; both ends of that pipe are in this file.
#include "classroom/run/job.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <memory>

#include "classroom/intake/intake.hpp"
#include "classroom/run/quiz_points.hpp"
#include "classroom/support/secret_random.hpp"
#include "grader/grading/grade.hpp"
#include "grader/judge/session.hpp"
#include "grader/process/process.hpp"
#include "grader/report/verdict_json.hpp"
#include "grader/support/text.hpp"
#include "grader/support/text_file.hpp"
#include "kit/atomic_file.hpp"
#include "kit/error.hpp"

namespace kit::classroom {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// Of all processes of a job together, where there are control groups.
constexpr long kMaxMebibytes = 6 * 1024, kMaxProcesses = 1024, kNoLimit = 1 << 20;

/// For all calls of a submission together: the reference solutions take a few.
constexpr double kSecondsOfCalls = 150;

/// A job's folder, its user's rights to it and its control groups, for as long as the job runs.
class Workplace {
 public:
  explicit Workplace(const Job& job) : job_(job), folder_(fs::path(job.work) / job.name) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "src" / job.lab);
    fs::create_directories(folder_ / "out");
    for (const auto& [name, content] : job.files.items())
      if (name != kQuizFile)
        write_atomically((folder_ / "src" / job.lab / name).string(),
                         bytes_from_json(content.get<std::string>()));
    // Readable by the job's user alone; root's own rights do not depend on it.
    if (job.user >= 0) {
      const auto user = static_cast<uid_t>(job.user);
      if (chown(folder_.c_str(), 0, user) != 0 || chmod(folder_.c_str(), 0750) != 0)
        throw HarnessError("cannot set the rights of " + folder_.string());
    }
    SandboxPlan plan;
    plan.tier = job.tier;
    plan.jail = job.jail;
    plan.view = job.view;
    plan.job = folder_.string();
    plan.user = job.tier == Tier::none ? -1 : job.user;
    plan.gpu = job.backend == grader::Backend::cuda;
    plan.sources = int(grader::load_lab(job.root + "/labs", job.lab).stages.size());
    plan.patience = job.timeout_factor;
    plan.without = job.without;
    plan.budget = budget_ = std::make_shared<grader::TimeBudget>(
        job.share_of_calls * kSecondsOfCalls * job.timeout_factor);
    const bool unlimited = job.without.count("processes") > 0;
    if (job.without.count("memory") == 0)
      plan.cgroups = cgroups_ = make_cgroups(fmt::format("filterlab-{}", getpid()), kMaxMebibytes,
                                             unlimited ? kNoLimit : kMaxProcesses);
    sandbox_ = std::make_unique<Sandbox>(plan);
  }
  ~Workplace() {
    sandbox_->clean_up();
    remove_cgroups(cgroups_);
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  std::string source() const { return (folder_ / "src").string(); }
  std::string out() const { return (folder_ / "out").string(); }
  const Sandbox& sandbox() const { return *sandbox_; }
  /// Of all of a job's time for calls.
  double used_of_calls() const {
    return job_.share_of_calls * (1 - budget_->left() / budget_->seconds());
  }

 private:
  const Job& job_;
  fs::path folder_;
  std::vector<std::string> cgroups_;
  std::shared_ptr<grader::TimeBudget> budget_;
  std::unique_ptr<Sandbox> sandbox_;
};

/// Whatever the submission before did to the GPU, this one must find it at work. Throws
/// HarnessError, so that it is tried again later.
void probe_gpu(const Job& job) {
  if (job.probe.empty()) return;
  grader::Session session(job.probe, grader::load_lab(job.root + "/labs", job.lab),
                          grader::Backend::cuda, 1);
  grader::CallOutcome outcome;
  session.describe(outcome);
  if (outcome.verdict) throw HarnessError("the GPU does not answer: " + outcome.message);
}

/// Takes the error pictures out of the job's folder, and its paths out of the verdict.
std::map<std::string, std::string> take_pictures(grader::VerdictFile& verdict) {
  std::map<std::string, std::string> pictures;
  for (grader::CaseRecord& one : verdict.cases) {
    if (one.heat_map.empty()) continue;
    const std::string name = fs::path(one.heat_map).filename().string();
    pictures[name] = base64(build::read_text(one.heat_map));
    one.heat_map = name;
  }
  return pictures;
}

/// Other builds may write into the same folders meanwhile: their unfinished files, "*.part*", come
/// and go.
void copy_to_view(const std::string& root, const std::string& view, const std::string& what) {
  grader::ProcessLimits limits;
  limits.seconds = 60;
  limits.file_bytes = std::int64_t(1) << 30;
  const auto result = grader::run_command(
      {"/bin/sh", "-c",
       "cd \"$1\" && view=$2 && set -- " + what +
           " && [ $# -gt 0 ] && find -L \"$@\" -ignore_readdir_race -type f ! -name '*.part*' "
           "-exec cp -Lp --parents -t \"$view\" {} + && chmod -R a+rX \"$view\"",
       "sh", root, view},
      limits);
  if (result.timed_out || result.end.code != 0 || result.end.signalled)
    throw HarnessError("cannot copy the kit's files for the sandbox: " + result.output);
}

}  // namespace

/// Both ways, field by field.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Job, root, view, jail, work, name, lab, files, backend, seed,
                                   hidden, tier, user, timeout_factor, share_of_calls, compilers,
                                   timing, quiz, probe, confine, without)

json to_json(const Job& job) {
  return job;
}

Job job_from(const json& value) {
  return value.get<Job>();
}

json to_json(const JobAnswer& answer) {
  json result = {{"attempts", answer.attempts}, {"tier", static_cast<int>(answer.tier)}};
  if (!answer.verdict) {
    result["fault"] = answer.fault;
    result["needs_gpu"] = answer.needs_gpu;
    return result;
  }
  result["verdict"] = grader::to_json(*answer.verdict);
  result["pictures"] = answer.pictures;
  result["seconds"] = answer.seconds;
  result["used_of_calls"] = answer.used_of_calls;
  return result;
}

std::optional<JobAnswer> answer_from(const std::string& text) {
  const json value = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!value.is_object()) return std::nullopt;
  try {
    JobAnswer answer;
    answer.attempts = grader::integer_at(value, "attempts");
    answer.tier = static_cast<Tier>(grader::integer_at(value, "tier"));
    if (value.contains("fault")) {
      answer.fault = grader::text_at(value, "fault");
      answer.needs_gpu = grader::flag_at(value, "needs_gpu");
      return answer;
    }
    answer.verdict = grader::verdict_file_from(grader::field_at(value, "verdict"));
    const json& pictures = grader::field_at(value, "pictures");
    for (const auto& [name, picture] : pictures.items())
      answer.pictures[name] = grader::text_at(pictures, name.c_str());
    answer.seconds = grader::number_at(value, "seconds");
    answer.used_of_calls = grader::number_at(value, "used_of_calls");
    return answer;
  } catch (const grader::FormatError&) {
    return std::nullopt;
  } catch (const InputError&) {
    return std::nullopt;
  }
}

JobAnswer run_job(const Job& job) {
  const auto started = std::chrono::steady_clock::now();
  JobAnswer answer;
  answer.tier = job.tier;
  try {
    probe_gpu(job);
    draw_random_from_secret(fmt::format("{} {}", job.seed, job.hidden.dump()));
    const Workplace place(job);
    grader::GradeOptions options;
    options.root = job.root;
    options.lab = job.lab;
    options.source = place.source();
    options.backend = job.backend;
    options.seed = job.seed;
    options.out = place.out();
    options.timing = job.timing;
    options.containment = &place.sandbox();
    options.timeout_factor = job.timeout_factor;
    options.compilers = job.compilers;
    options.check_source = job.without.count("source") == 0;
    options.refuses_host_results = job.without.count("host") == 0;
    options.hidden = job.hidden;
    answer.verdict = grader::grade(options);
    answer.used_of_calls = place.used_of_calls();
    answer.pictures = take_pictures(*answer.verdict);
    if (job.quiz > 0 && job.files.contains(kQuizFile))
      add_quiz(*answer.verdict, options, bytes_from_json(job.files[kQuizFile].get<std::string>()),
               job.quiz);
    // Whoever knows the seed knows the cases of the next submission.
    answer.verdict->replay.reset();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - started;
    answer.seconds = seconds.count();
  } catch (const NeedsGpuError& error) {
    answer.verdict.reset();
    answer.fault = error.what();
    answer.needs_gpu = true;
  } catch (const std::exception& error) {
    answer.verdict.reset();
    answer.fault = error.what();
  }
  return answer;
}

int run_judge() {
  const std::string text(std::istreambuf_iterator<char>(std::cin), {});
  const Job job = job_from(json::parse(text));
  if (job.without.count("symbols") > 0) setenv("KIT_UNCHECKED", "1", 1);
  if (job.without.count("accesses") > 0)
    setenv("KIT_UNSEEN", "1", 1);
  else
    unsetenv("KIT_UNSEEN");
  if (job.confine && job.without.count("confinement") == 0) setenv("KIT_CONFINE", "1", 1);
  const std::string answer =
      to_json(run_job(job)).dump(-1, ' ', false, json::error_handler_t::replace);
  std::fwrite(answer.data(), 1, answer.size(), stdout);
  return std::fflush(stdout) == 0 ? kExitPassed : kExitHarnessFault;
}

void make_view(const std::string& root, const std::string& view,
               const std::vector<std::string>& labs) {
  std::error_code failed;
  fs::create_directories(view, failed);
  std::string what =
      "common/image/include common/sim/include common/sim/openmp/wrap.options common/tools "
      "build/deps.mk build/bin/cuda_rewrite "
      "build/bin/check_objects build/bin/check_rules build/bin/kit build/bin/kit_symbols "
      "build/adapters "
      "$(find build/lib ! -name '*.part*' -name '*.a' -o ! -name '*.part*' -name 'lib*.so.*')";
  for (const std::string& lab : labs)
    what += fmt::format(" labs/{0}/lab.hpp labs/{0}/lab.json tests/labs/{0}/worker.c*", lab);
  copy_to_view(root, view, what);
  // They were built a moment ago, and cannot be built again there: whatever is written meanwhile in
  // the kit's folder, they are what this run uses.
  const auto now = fs::file_time_type::clock::now();
  for (const auto& entry : fs::recursive_directory_iterator(view + "/build/adapters"))
    if (entry.is_regular_file()) fs::last_write_time(entry.path(), now);
  // A library that was unpacked below the kit's folder is out of the sandbox's sight there.
  std::string variables = read_whole(root + "/build/deps.mk");
  const std::string inside = root + "/.deps/";
  if (variables.find(inside) == std::string::npos) return;
  copy_to_view(root, view,
               "$(find .deps -name 'libboost_context*.a') "
               "$(find .deps/observer-compiler ! -xtype l ! -type d ! -path '*/share/*')");
  for (std::size_t at = variables.find(inside); at != std::string::npos;
       at = variables.find(inside, at + view.size()))
    variables.replace(at, root.size(), view);
  const auto time = fs::last_write_time(view + "/build/deps.mk");
  write_atomically(view + "/build/deps.mk", variables);
  chmod((view + "/build/deps.mk").c_str(), 0644);
  fs::last_write_time(view + "/build/deps.mk", time);
}

}  // namespace kit::classroom
