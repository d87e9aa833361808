/// @file
/// Grading on a cluster. Tasks leave their answers as files, whole or not at all, because a
/// controller may be restarted and a task may run twice: whichever answer comes first stays.
#include "classroom/run/slurm.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <map>

#include "classroom/run/setup.hpp"
#include "classroom/run/tries.hpp"
#include "grader/process/event_loop.hpp"
#include "grader/process/process.hpp"
#include "grader/support/environment_variable.hpp"
#include "grader/support/kit_root.hpp"
#include "grader/support/text.hpp"
#include "kit/atomic_file.hpp"
#include "kit/error.hpp"

namespace kit::classroom {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int kMaxRounds = 3;      // submissions of a task that leaves no result
constexpr int kMaxTaskFaults = 3;  // of the kit, in one task

std::string run_tool(const std::vector<std::string>& command) {
  grader::ProcessLimits limits;
  limits.seconds = 120;
  const auto result = grader::run_command(command, limits);
  if (result.timed_out || result.end.signalled || result.end.code != 0)
    throw InputError(fmt::format("{} failed: {}", command[0],
                                 result.output.substr(0, result.output.find('\n'))));
  return result.output;
}

std::string job_path(const std::string& spool, const std::string& index) {
  return spool + "/job-" + index + ".json";
}
std::string result_path(const std::string& spool, const std::string& index) {
  return spool + "/result-" + index + ".json";
}

/// Puts a result in place, whole, if there is none yet: a controller that was killed can run a
/// finished task again.
void publish(const std::string& path, const std::string& content) {
  const std::string own = fmt::format("{}.{}", path, getpid());
  write_atomically(own, content, Survives::machine);
  const bool first = link(own.c_str(), path.c_str()) == 0;
  const int why = errno;
  unlink(own.c_str());
  if (!first && why != EEXIST) throw HarnessError("cannot publish " + path);
}

class Cluster {
 public:
  Cluster(const SlurmPlan& plan, const PoolEvents& events) : plan_(plan), events_(events) {}

  void run(std::vector<Work> queue) {
    fs::remove_all(plan_.spool);
    fs::create_directories(plan_.spool);
    chmod(plan_.spool.c_str(), 0700);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      const std::string index = std::to_string(i);
      place_job(index, queue[i]);
      waiting_.emplace(index, std::move(queue[i]));
    }
    for (int round = 0; round < kMaxRounds && !waiting_.empty(); ++round) {
      const std::string id = submit();
      while (!waiting_.empty() && at_work(id)) collect();
      collect();  // what came between the last look and the end
    }
    for (const auto& [index, work] : waiting_)
      events_.failed(work, faults_.count(index) > 0 ? faults_[index] : "no task left a result");
    fs::remove_all(plan_.spool);
  }

 private:
  void place_job(const std::string& index, const Work& work) {
    Job job = plan_.pool.base;
    job.lab = work.lab;
    job.files = work.files;
    job.name = "task-" + index;
    job.probe.clear();  // lies on this machine
    const auto timeout_factor = plan_.pool.timeout_factor.find(job.lab);
    if (timeout_factor != plan_.pool.timeout_factor.end())
      job.timeout_factor = timeout_factor->second;
    if (plan_.pool.hidden.contains(job.lab)) job.hidden = plan_.pool.hidden[job.lab];
    write_atomically(job_path(plan_.spool, index), to_json(job).dump());
    chmod(job_path(plan_.spool, index).c_str(), 0600);
  }

  std::string submit() {
    std::string indices;
    for (const auto& [index, work] : waiting_) indices += (indices.empty() ? "" : ",") + index;
    if (plan_.max_at_once > 0) indices += fmt::format("%{}", plan_.max_at_once);
    std::vector<std::string> command = {"sbatch",
                                        "--parsable",
                                        "--job-name=filterlab",
                                        "--requeue",
                                        "--array=" + indices,
                                        "--output=" + plan_.spool + "/log-%a.txt",
                                        "--open-mode=append"};
    if (plan_.gpus > 0) command.push_back(fmt::format("--gres=gpu:{}", plan_.gpus));
    const std::string script = plan_.spool + "/task.sh";
    write_atomically(script, fmt::format("#!/bin/bash\nexec {} task {} \"$SLURM_ARRAY_TASK_ID\"\n",
                                         plan_.pool.program, plan_.spool));
    command.push_back(script);
    std::string id = run_tool(command);
    id = id.substr(0, id.find_first_of(";\n"));
    return id;
  }

  /// Whether Slurm still has tasks of this array, in whatever state.
  bool at_work(const std::string& id) {
    grader::pause(0.5);  // results come through a shared file system, which tells of nothing
    if (++looks_ % 4 != 0) return true;
    grader::ProcessLimits limits;
    limits.seconds = 60;
    const auto result = grader::run_command({"squeue", "-h", "-r", "-j", id, "-o", "%T"}, limits);
    // A controller that is being restarted is no end; an unknown number is.
    const bool unknown = result.output.find("Invalid job id") != std::string::npos;
    if (result.end.code != 0 && !unknown) return true;
    return !unknown && !result.output.empty();
  }

  void collect() {
    for (auto entry = waiting_.begin(); entry != waiting_.end();) {
      const std::string path = result_path(plan_.spool, entry->first);
      if (!fs::exists(path)) {
        ++entry;
        continue;
      }
      const std::optional<JobAnswer> answer = answer_from(read_whole(path));
      if (answer && answer->verdict) {
        Grade grade = grade_from(*answer);
        grade.attempts = answer->attempts;
        events_.graded(entry->second, grade);
        entry = waiting_.erase(entry);
        continue;
      }
      faults_[entry->first] = answer ? answer->fault : "no result";
      fs::remove(path);  // tried again in the next round
      ++entry;
    }
    if (events_.tick) events_.tick(waiting_.size());
  }

  const SlurmPlan& plan_;
  const PoolEvents& events_;
  std::map<std::string, Work> waiting_;
  std::map<std::string, std::string> faults_;
  int looks_ = 0;
};

}  // namespace

void run_slurm(const SlurmPlan& plan, std::vector<Work> queue, const PoolEvents& events) {
  run_tool({"sbatch", "--version"});
  Cluster(plan, events).run(std::move(queue));
}

namespace {

/// Grades until no judge has to look once more.
JobAnswer run_until_sure(const Job& job) {
  JobAnswer answer;
  Tries tries;
  for (int faults = 0; faults < kMaxTaskFaults;) {
    Job next = job;
    tries.prepare(next);
    answer = run_job(next);
    const bool fault = !answer.verdict || answer.verdict->verdict == grader::Verdict::grader_fault;
    const bool again = fault || tries.disputed(answer);
    faults += fault ? 1 : 0;
    answer.attempts = tries.count() + faults;
    if (!again) break;
  }
  if (answer.verdict && answer.verdict->verdict == grader::Verdict::grader_fault) {
    answer.fault = answer.verdict->headline;
    answer.verdict.reset();
  }
  return answer;
}

}  // namespace

int run_task(const std::string& spool, const std::string& index) {
  if (fs::exists(result_path(spool, index))) return kExitPassed;
  Job job = job_from(json::parse(read_whole(job_path(spool, index))));
  const Scratch scratch;
  job.work = scratch.path();
  job.view = scratch.path() + "/kit";
  job.user = take_user();
  job.compilers = std::max(1, std::atoi(environment_variable("SLURM_CPUS_ON_NODE").c_str()));
  if (job.tier != Tier::none) check_tier(job.tier, job.jail, job.user, {});
  make_view(job.root, job.view, {job.lab});
  const JobAnswer answer = run_until_sure(job);
  publish(result_path(spool, index),
          to_json(answer).dump(-1, ' ', false, json::error_handler_t::replace));
  return kExitPassed;
}

}  // namespace kit::classroom
