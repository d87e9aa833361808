#include "pool.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>

#include "child.hpp"
#include "kit/error.hpp"
#include "kit/timer.hpp"
#include "protocol.hpp"

namespace kit::classroom {
namespace {

using nlohmann::json;

constexpr int kMostFaults = 3;
constexpr int kMostTries = 6;  // to find the same verdict twice in a row
constexpr std::size_t kMostAnswerBytes = std::size_t(256) << 20;

/// One piece of work on its way to a grade.
struct Task {
  Work work;
  int faults = 0, tries = 0;
  std::string suspected;  ///< what the last judge found that needs a second opinion
};

struct Judge {
  Task task;
  pid_t pid = -1;
  int answer_fd = -1;
  long user = -1;
  std::size_t slot = 0;
  std::string answer;
  std::uint64_t bytes = 0;
  Timer timer;
};

class Pool {
 public:
  Pool(const PoolPlan& plan, const PoolEvents& events) : plan_(plan), events_(events) {
    for (std::size_t i = 0; i < plan.users.size(); ++i) free_slots_.push_back(i);
  }

  void run(std::vector<Work> queue) {
    for (Work& work : queue) waiting_.push_back({std::move(work), 0, 0, ""});
    while (!waiting_.empty() || !alone_.empty() || !running_.empty()) {
      while (!waiting_.empty() && !free_slots_.empty()) start(take(waiting_));
      if (waiting_.empty() && running_.empty() && !alone_.empty()) start(take(alone_));
      wait_for_answers();
    }
  }

 private:
  static Task take(std::deque<Task>& tasks) {
    Task task = std::move(tasks.front());
    tasks.pop_front();
    return task;
  }

  void start(Task task) {
    Judge judge;
    judge.slot = free_slots_.front();
    free_slots_.erase(free_slots_.begin());
    judge.user = plan_.users[judge.slot];
    Job job = plan_.base;
    job.lab = task.work.lab;
    job.files = task.work.files;
    job.user = judge.user;
    job.name = "job-" + std::to_string(judge.slot) + "-" + std::to_string(++count_);
    const auto timeout_factor = plan_.timeout_factor.find(job.lab);
    if (timeout_factor != plan_.timeout_factor.end()) job.timeout_factor = timeout_factor->second;
    if (plan_.hidden.contains(job.lab)) job.hidden = plan_.hidden[job.lab];
    if (!task.suspected.empty()) job.timeout_factor *= 2;
    if (events_.started) events_.started(task.work);
    // The job holds the secret seed: a file without a name, no argument that others could read.
    int input = memfd_create("job", MFD_CLOEXEC);
    const std::string text = to_json(job).dump();
    grader::write_all(input, std::as_bytes(std::span(text)));
    lseek(input, 0, SEEK_SET);
    auto [read_end, write_end] = grader::make_pipe();
    grader::ProcessLimits limits;
    limits.file_bytes = std::int64_t(1) << 30;
    judge.pid = grader::start_child({plan_.program, "judge"}, {input, write_end, 2}, limits, {});
    close(input);
    close(write_end);
    grader::set_nonblocking(read_end);
    judge.answer_fd = read_end;
    judge.task = std::move(task);
    judge.timer = Timer();
    running_.push_back(std::move(judge));
  }

  void wait_for_answers() {
    std::vector<pollfd> ready;
    for (const Judge& judge : running_) ready.push_back({judge.answer_fd, POLLIN, 0});
    poll(ready.data(), ready.size(), 200);
    for (std::size_t i = running_.size(); i-- > 0;) {
      Judge& judge = running_[i];
      bool open = true;
      if (ready[i].revents != 0)
        open = grader::drain(judge.answer_fd, judge.answer, kMostAnswerBytes, judge.bytes);
      const bool late = judge.timer.seconds() > plan_.most_seconds;
      if (open && !late) continue;
      kill(-judge.pid, SIGKILL);
      Judge ended = std::move(judge);
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
      const grader::ProcessEnd end = grader::wait_for(ended.pid);
      close(ended.answer_fd);
      free_slots_.push_back(ended.slot);
      finish(std::move(ended), late ? "took more than an hour" : end.text);
    }
    if (events_.tick) events_.tick(running_.size());
  }

  void finish(Judge judge, const std::string& end) {
    const json answer = json::parse(judge.answer, nullptr, /*allow_exceptions=*/false);
    Task& task = judge.task;
    if (!answer.is_object() || (!answer.contains("verdict") && !answer.contains("fault")))
      return fault(std::move(task), "the judge " + end);
    if (answer.contains("fault")) {
      if (answer.value("needs_gpu", false)) throw NeedsGpuError(answer.at("fault"));
      return fault(std::move(task), answer.at("fault"));
    }
    const json& verdict = answer.at("verdict");
    if (verdict.at("verdict") == "grader_fault")
      return fault(std::move(task), verdict.at("headline"));
    ++task.tries;
    const std::string suspected = suspicion(verdict);
    if (!suspected.empty() && suspected != task.suspected && task.tries < kMostTries) {
      task.suspected = suspected;
      alone_.push_back(std::move(task));
      return;
    }
    Grade grade = grade_from(answer, plan_.base.tier);
    grade.attempts = task.tries + task.faults;
    events_.graded(task.work, grade);
  }

  void fault(Task task, const std::string& what) {
    if (++task.faults >= kMostFaults) return events_.failed(task.work, what);
    alone_.push_back(std::move(task));
  }

  const PoolPlan& plan_;
  const PoolEvents& events_;
  std::deque<Task> waiting_, alone_;
  std::vector<Judge> running_;
  std::vector<std::size_t> free_slots_;
  int count_ = 0;
};

}  // namespace

std::string suspicion(const json& verdict) {
  std::string found;
  // A compiler that was killed, by whomever.
  const std::string log = verdict.at("build").at("log");
  if (log.find("Killed signal") != std::string::npos ||
      log.find("an object cannot be looked at") != std::string::npos ||
      log.find("stopped: compiling") != std::string::npos)
    found += "build;";
  for (const json& one : verdict.at("cases")) {
    const std::string state = one.at("verdict");
    if (state == "timed_out" || state == "out_of_memory" || one.at("cause") == "signal" ||
        one.at("cause") == "garbled_reply")
      found += one.at("name").get<std::string>() + ":" + state + ";";
    // Of evidence, only what passed otherwise can lose points by it.
    const std::string observed = state == "passed" ? one.value("observed", "") : "";
    if (observed == "timed_out" || observed == "out_of_memory" || observed == "crashed")
      found += one.at("name").get<std::string>() + ":observed " + observed + ";";
  }
  return found;
}

Grade grade_from(const json& answer, Tier tier) {
  const json& verdict = answer.at("verdict");
  const json& points = verdict.at("points");
  Grade grade;
  grade.graded = true;
  grade.verdict = verdict.at("verdict");
  grade.headline = verdict.at("headline");
  grade.points = points.at("earned");
  grade.max_points = points.at("max");
  grade.bonus = points.at("bonus");
  grade.bonus_max = points.at("bonus_max");
  grade.tier = to_string(tier);
  grade.backend = verdict.at("backend");
  grade.seconds = answer.at("seconds");
  grade.detail = verdict;
  grade.pictures = answer.at("pictures");
  return grade;
}

void run_pool(const PoolPlan& plan, std::vector<Work> queue, const PoolEvents& events) {
  Pool(plan, events).run(std::move(queue));
}

}  // namespace kit::classroom
