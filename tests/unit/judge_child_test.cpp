/// @file
/// The owner of a child process and the loop that waits for it: no zombie, no open pipe, no wait
/// beyond its deadline.
#include "grader/process/child.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "grader/process/cpu_time.hpp"
#include "grader/process/event_loop.hpp"
#include "grader/process/pipe.hpp"
#include "grader/process/process.hpp"
#include "kit/error.hpp"
#include "kit/timer.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

/// Numbers of the open descriptors, without that of the listing itself.
std::vector<int> open_descriptors() {
  std::vector<int> numbers;
  for (const auto& entry : fs::directory_iterator("/proc/self/fd"))
    numbers.push_back(std::stoi(entry.path().filename().string()));
  std::erase_if(numbers, [](int fd) { return fcntl(fd, F_GETFD) == -1; });
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

/// Lets this process have `more` descriptors than it has now, for as long as it lives.
class FewDescriptors {
 public:
  explicit FewDescriptors(unsigned more) {
    getrlimit(RLIMIT_NOFILE, &before_);
    // Numbers are given from the lowest free one on.
    const std::vector<int> used = open_descriptors();
    rlim_t limit = 0;
    for (unsigned free = 0;; ++limit) {
      const bool taken = std::binary_search(used.begin(), used.end(), int(limit));
      if (!taken && free++ == more) break;
    }
    const rlimit few{limit, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &few);
  }
  FewDescriptors(const FewDescriptors&) = delete;
  FewDescriptors& operator=(const FewDescriptors&) = delete;
  ~FewDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }

 private:
  rlimit before_{};
};

/// A signal every few milliseconds that interrupts system calls.
class Interruptions {
 public:
  Interruptions() {
    struct sigaction action = {};
    action.sa_handler = [](int) {};  // and no SA_RESTART
    sigaction(SIGALRM, &action, &before_);
    const itimerval often{{0, 3000}, {0, 3000}};
    setitimer(ITIMER_REAL, &often, nullptr);
  }
  Interruptions(const Interruptions&) = delete;
  Interruptions& operator=(const Interruptions&) = delete;
  ~Interruptions() {
    const itimerval never{};
    setitimer(ITIMER_REAL, &never, nullptr);
    sigaction(SIGALRM, &before_, nullptr);
  }

 private:
  struct sigaction before_ = {};
};

ChildProcess shell(const std::string& script) {
  return ChildProcess({"/bin/sh", "-c", script}, {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}, {});
}

bool is_gone(pid_t pid) {
  return kill(pid, 0) != 0 && errno == ESRCH;
}

bool has_children() {
  siginfo_t info{};
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

TEST_CASE("judge: a child's own end is told, by code or by signal") {
  CHECK(shell("exit 7").finish(10).code == 7);
  const ProcessEnd end = shell("kill -ABRT $$").finish(10);
  CHECK(end.signalled);
  CHECK(end.code == SIGABRT);
  CHECK(ChildProcess({"/nonexistent/program"}, {}, {}).finish(10).code == 127);
}

TEST_CASE("judge: a child is killed and reaped with its owner") {
  pid_t pid = -1;
  {
    const ChildProcess child = shell("sleep 60");
    pid = child.pid();
    CHECK_FALSE(is_gone(pid));
  }
  CHECK(is_gone(pid));  // a zombie would still be there
}

TEST_CASE("judge: stopping twice, or none, does nothing") {
  ChildProcess child = shell("sleep 60");
  CHECK(child.stop().code == SIGKILL);
  CHECK_FALSE(child.running());
  CHECK(child.stop().text.empty());
  CHECK(ChildProcess().stop().text.empty());
  CHECK(ChildProcess().finish(10).text.empty());
}

TEST_CASE("judge: moving hands a child on, and stops the one that stood there") {
  ChildProcess first = shell("sleep 60"), second = shell("sleep 60");
  const pid_t moved = first.pid(), replaced = second.pid();
  second = std::move(first);
  CHECK(second.pid() == moved);
  CHECK_FALSE(first.running());  // NOLINT(bugprone-use-after-move): what it is then is tested
  CHECK(is_gone(replaced));
  ChildProcess& itself = second;
  second = std::move(itself);
  CHECK_FALSE(is_gone(moved));
}

TEST_CASE("judge: a child that ignores SIGTERM is stopped at its deadline") {
  // It says when the trap is set.
  const Pipe pipe = make_pipe();
  ChildProcess child({"/bin/sh", "-c", "trap '' TERM; echo; while :; do sleep 60; done"},
                     {STDIN_FILENO, pipe.write_end.get()}, {});
  char ready = 0;
  REQUIRE(read(pipe.read_end.get(), &ready, 1) == 1);
  kill(-child.pid(), SIGTERM);
  const Timer timer;
  const ProcessEnd end = child.finish(0.2);
  CHECK(end.code == SIGKILL);
  CHECK(timer.seconds() >= 0.2);
  CHECK(timer.seconds() < 5);
}

TEST_CASE("judge: many children at once are all seen to end, and none is left") {
  const std::vector<int> before = open_descriptors();
  {
    std::vector<ChildProcess> children;
    children.reserve(64);
    for (int i = 0; i < 64; ++i) children.push_back(shell("exit " + std::to_string(i)));
    EventLoop loop;
    std::size_t ended = 0;
    for (const ChildProcess& child : children) loop.on_end(child, [&ended] { ++ended; });
    CHECK(loop.run(Deadline(60), [&] { return ended == children.size(); }));
    for (int i = 0; i < 64; ++i) CHECK(children[std::size_t(i)].stop().code == i);
  }
  CHECK_FALSE(has_children());
  CHECK(open_descriptors() == before);
}

TEST_CASE("judge: a child without a descriptor of its end is seen to end all the same") {
  ChildProcess child;
  {
    const FewDescriptors none(0);
    child = ChildProcess({"/bin/sh", "-c", "exit 5"}, {}, {});
  }
  REQUIRE(child.end_fd() == -1);
  bool ended = false;
  EventLoop loop;
  loop.on_end(child, [&ended] { ended = true; });
  CHECK(loop.run(Deadline(20), [&ended] { return ended; }));
  CHECK(child.stop().code == 5);
}

TEST_CASE("judge: a worker that cannot get all its pipes leaves none open") {
  const std::vector<int> before = open_descriptors();
  // /dev/null and three pipes are seven.
  for (unsigned more = 0; more < 7; ++more) {
    INFO(more << " descriptors");
    const FewDescriptors few(more);
    CHECK_THROWS_AS(WorkerProcess({"/bin/true"}, {}, {}), HarnessError);
  }
  for (unsigned more = 0; more < 3; ++more) {
    const FewDescriptors few(more);
    CHECK_THROWS_AS(run_command({"/bin/true"}, {}), HarnessError);
  }
  CHECK(open_descriptors() == before);
  CHECK_FALSE(has_children());
}

TEST_CASE("judge: signals that interrupt waiting change nothing") {
  const Interruptions signals;
  const CommandResult result = run_command({"sh", "-c", "sleep 0.3; echo done; exit 6"}, {});
  CHECK(result.output == "done\n");
  CHECK(result.end.code == 6);
  ProcessLimits limits;
  limits.seconds = 0.3;
  const Timer timer;
  CHECK(run_command({"sleep", "60"}, limits).timed_out);
  CHECK(timer.seconds() >= 0.3);
}

TEST_CASE("judge: a command that prints without end is stopped at its deadline, little is kept") {
  ProcessLimits limits;
  limits.seconds = 0.5;
  limits.output_bytes = 1000;
  const Timer timer;
  const CommandResult result = run_command({"yes"}, limits);
  CHECK(timer.seconds() < 5);
  CHECK(result.timed_out);
  CHECK(result.output.size() < 1100);
  CHECK(result.output.ends_with("[more output was left out]\n"));
}

TEST_CASE("judge: a loop serves what is ready in order, and stops serving who says so") {
  const Pipe pipe = make_pipe();
  REQUIRE(write(pipe.write_end.get(), "x", 1) == 1);
  std::string calls;
  EventLoop loop;
  loop.on_readable(pipe.read_end.get(), [&] { return (calls += 'a').size() < 3; });
  loop.on_writable(pipe.write_end.get(), [&] { return (calls += 'b').empty(); });
  loop.on_readable(-1, [&] { return (calls += 'c').empty(); });
  CHECK_FALSE(loop.run(Deadline(0), [] { return false; }));
  CHECK(calls == "ab");
  CHECK(loop.run(Deadline(20), [&] { return calls.size() >= 3; }));
  CHECK(calls == "aba");
  CHECK_FALSE(loop.run(Deadline(0.05), [] { return false; }));
  CHECK(calls == "aba");
}

TEST_CASE("judge: a deadline counts down to 0 and no further") {
  const Deadline past(-5), soon(0.05), far(1e300);
  CHECK(past.passed());
  CHECK(past.milliseconds(1000) == 0);
  CHECK(soon.milliseconds(1000) <= 50);
  CHECK(far.milliseconds(1000) == 1000);
  CHECK_FALSE(far.passed());
  const Timer timer;
  pause(0.05);
  CHECK(timer.seconds() >= 0.05);
  CHECK(soon.passed());
}

/// Runs a shell script until it has used half a second of the processors.
CommandResult run_for_half_a_second(const std::string& script) {
  ProcessLimits limits;
  limits.seconds = 60;
  return run_command({"/bin/sh", "-c", script}, limits, {},
                     [](pid_t process) { return cpu_seconds_of_tree(process) < 0.5; });
}

TEST_CASE("run_command: who looks on sees the time of all that a command starts") {
  // One that runs, one that its parent waits for, and one in a session of its own, which nobody
  // else ends.
  for (const char* script :
       {"while :; do :; done", "(while :; do :; done) & wait; sleep 50",
        "setsid timeout 5 sh -c 'sh -c \"while :; do :; done\"; :' & wait; sleep 50",
        "while :; do sh -c 'i=0; while [ $i -lt 9999 ]; do i=$((i + 1)); done'; done"}) {
    INFO(script);
    const CommandResult result = run_for_half_a_second(script);
    CHECK((result.stopped && !result.timed_out));
  }
  const CommandResult idle = run_for_half_a_second("sleep 1; echo done");
  CHECK((!idle.stopped && idle.output == "done\n"));
}

}  // namespace
}  // namespace kit::grader
