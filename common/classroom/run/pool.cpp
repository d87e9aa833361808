// Judges side by side, each a process of its own for one submission. What a busy machine may have
// caused, such as a time limit or a killed compiler, is no verdict until it was found twice, the
// second time with nothing else running: a grade must not depend on who was graded beside
// it.
#include "classroom/run/pool.hpp"

#include <fmt/format.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <map>

#include "classroom/run/tries.hpp"
#include "grader/build/toolchain.hpp"
#include "grader/grading/grade.hpp"
#include "grader/process/child.hpp"
#include "grader/process/event_loop.hpp"
#include "grader/process/pipe.hpp"
#include "grader/protocol/protocol.hpp"
#include "grader/support/usable_cores.hpp"
#include "kit/error.hpp"
#include "kit/timer.hpp"

namespace kit::classroom {
namespace {

constexpr int kMaxFaults = 3;
constexpr std::size_t kMaxAnswerBytes = std::size_t(256) << 20;
constexpr double kSecondsBetweenTicks = 0.2;
constexpr double kSecondsToExit = 1;  // of a judge that has closed its answer

/// One piece of work on its way to a grade.
struct Task {
  Work work;
  int faults = 0;
  Tries tries = {};
};

struct Judge {
  Task task;
  grader::ChildProcess process;
  UniqueFd answer_pipe;
  long user = -1;
  std::size_t slot = 0;
  std::string answer;
  std::uint64_t bytes = 0;
  bool open = true;  ///< it may send more
  Timer timer;

  bool read_answer() { return open = grader::drain(answer_pipe, answer, kMaxAnswerBytes, bytes); }
};

/// A file without a name that holds `text`, to be read from its start.
UniqueFd unnamed_file(const std::string& text) {
  UniqueFd file(memfd_create("job", MFD_CLOEXEC));
  if (!file.valid() || !grader::write_all(file.get(), std::as_bytes(std::span(text))) ||
      lseek(file.get(), 0, SEEK_SET) != 0)
    throw HarnessError("no memory for the text of a job");
  return file;
}

class Pool {
 public:
  Pool(const PoolPlan& plan, const PoolEvents& events) : plan_(plan), events_(events) {
    for (std::size_t i = 0; i < plan.users.size(); ++i) free_slots_.push_back(i);
  }

  void run(std::vector<Work> queue) {
    for (Work& work : queue) waiting_.push_back({std::move(work)});
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

  /// For one more judge, if all that can be graded side by side with it are.
  int share_of_cores() const {
    const std::size_t judges = running_.size() + 1 + waiting_.size();
    return std::max(1, usable_cores() / static_cast<int>(std::min(judges, plan_.users.size())));
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
    job.compilers = share_of_cores();
    job.name = fmt::format("job-{}-{}", judge.slot, ++count_);
    const auto timeout_factor = plan_.timeout_factor.find(job.lab);
    if (timeout_factor != plan_.timeout_factor.end()) job.timeout_factor = timeout_factor->second;
    if (plan_.hidden.contains(job.lab)) job.hidden = plan_.hidden[job.lab];
    task.tries.prepare(job);
    if (events_.started) events_.started(task.work);
    // The job holds the secret seed: no argument, no file that others could read.
    const UniqueFd input = unnamed_file(to_json(job).dump());
    grader::Pipe answer = grader::make_pipe();
    grader::ProcessLimits limits;
    limits.file_bytes = std::int64_t(1) << 30;
    judge.process = grader::ChildProcess(
        {plan_.program, "judge"}, {input.get(), answer.write_end.get(), STDERR_FILENO}, limits);
    judge.answer_pipe = std::move(answer.read_end);
    grader::set_nonblocking(judge.answer_pipe);
    judge.task = std::move(task);
    judge.timer = Timer();
    running_.push_back(std::move(judge));
  }

  void wait_for_answers() {
    grader::EventLoop loop;
    for (Judge& judge : running_)
      loop.on_readable(judge.answer_pipe.get(), [&judge] { return judge.read_answer(); });
    loop.run(grader::Deadline(kSecondsBetweenTicks), [this] {
      return std::any_of(running_.begin(), running_.end(),
                         [](const Judge& judge) { return !judge.open; });
    });
    for (std::size_t i = running_.size(); i-- > 0;) {
      const bool late = running_[i].timer.seconds() > plan_.max_seconds;
      if (running_[i].open && !late) continue;
      Judge ended = std::move(running_[i]);
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
      const grader::ProcessEnd end = ended.process.finish(late ? 0 : kSecondsToExit);
      free_slots_.push_back(ended.slot);
      finish(std::move(ended), late ? "took more than an hour" : end.text);
    }
    if (events_.tick) events_.tick(running_.size());
  }

  /// An answer becomes a grade, another try, or a fault.
  void finish(Judge judge, const std::string& end) {
    const std::optional<JobAnswer> answer = answer_from(judge.answer);
    Task& task = judge.task;
    if (!answer) return fault(std::move(task), "the judge " + end);
    if (!answer->verdict) {
      if (answer->needs_gpu) throw NeedsGpuError(answer->fault);
      return fault(std::move(task), answer->fault);
    }
    if (answer->verdict->verdict == grader::Verdict::grader_fault)
      return fault(std::move(task), answer->verdict->headline);
    if (task.tries.disputed(*answer)) return alone_.push_back(std::move(task));
    Grade grade = grade_from(*answer);
    grade.attempts = task.tries.count() + task.faults;
    events_.graded(task.work, grade);
  }

  void fault(Task task, const std::string& what) {
    if (++task.faults >= kMaxFaults) return events_.failed(task.work, what);
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

Grade grade_from(const JobAnswer& answer) {
  const grader::VerdictFile& verdict = answer.verdict.value();
  Grade grade;
  grade.graded = true;
  grade.verdict = verdict.verdict;
  grade.headline = verdict.headline;
  grade.points = verdict.points.earned;
  grade.max_points = verdict.points.max;
  grade.bonus = verdict.points.bonus;
  grade.bonus_max = verdict.points.bonus_max;
  grade.tier = to_string(answer.tier);
  grade.backend = grader::to_string(verdict.backend);
  grade.seconds = answer.seconds;
  grade.detail = verdict;
  grade.pictures = answer.pictures;
  return grade;
}

void run_pool(const PoolPlan& plan, std::vector<Work> queue, const PoolEvents& events) {
  Pool(plan, events).run(std::move(queue));
}

}  // namespace kit::classroom
