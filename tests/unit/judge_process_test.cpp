/// @file
/// Children under limits: whatever a worker does, the judge gets its name and goes on.
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "catch.hpp"
#include "grader/process/process.hpp"
#include "kit/timer.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

/// A worker that is a shell script; its request is on descriptor 3, its reply on 4.
class ScriptWorker {
 public:
  explicit ScriptWorker(const std::string& script)
      : path_(fs::temp_directory_path() / ("kit_worker_" + std::to_string(getpid()) + ".sh")) {
    std::ofstream(path_) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(path_, fs::perms::owner_all);
  }
  ~ScriptWorker() { fs::remove(path_); }

  Exchange ask(double seconds = 5, std::size_t request_bytes = 0) {
    ProcessLimits limits;
    limits.output_bytes = 100;
    WorkerProcess worker({path_.string()}, limits, {{"KIT_TEST_VALUE", "seven"}});
    const std::vector<std::byte> blob(request_bytes);
    Exchange result =
        worker.exchange(FrameKind::call, nlohmann::json::object(), {blob}, 0, seconds);
    output = worker.output();
    return result;
  }
  std::string output;

 private:
  fs::path path_;
};

TEST_CASE("judge: a worker that exits is named by its code") {
  const Exchange exchange = ScriptWorker("exit 3").ask();
  CHECK(exchange.status == ExchangeStatus::died);
  CHECK(exchange.message == "exited with code 3 instead of returning");
}

TEST_CASE("judge: a worker that is killed is named by the signal") {
  const Exchange exchange = ScriptWorker("kill -SEGV $$").ask();
  CHECK(exchange.status == ExchangeStatus::died);
  CHECK(exchange.end.signalled);
  CHECK(exchange.end.text == "killed by signal 11 (segmentation fault)");
}

TEST_CASE("judge: a program that cannot be started is reported, not waited for") {
  WorkerProcess worker(std::vector<std::string>{"/nonexistent/worker"}, {}, {});
  const Exchange exchange =
      worker.exchange(FrameKind::describe, nlohmann::json::object(), {}, 0, 5);
  CHECK(exchange.status == ExchangeStatus::died);
  CHECK(exchange.end.code == 127);
}

TEST_CASE("judge: a worker that never answers is stopped with all its children") {
  const fs::path mark = fs::temp_directory_path() / ("kit_child_" + std::to_string(getpid()));
  ScriptWorker worker("sleep 60 & echo $! >" + mark.string() + "; wait");
  const Timer timer;
  CHECK(worker.ask(0.5).status == ExchangeStatus::timed_out);
  CHECK(timer.seconds() < 5);
  int child = 0;
  std::ifstream(mark) >> child;
  REQUIRE(child > 0);
  for (int i = 0; i < 100 && fs::exists("/proc/" + std::to_string(child) + "/exe"); ++i)
    usleep(10000);
  CHECK_FALSE(fs::exists("/proc/" + std::to_string(child) + "/exe"));
  fs::remove(mark);
}

TEST_CASE("judge: garbage on the reply pipe is reported") {
  const Exchange exchange = ScriptWorker("head -c 4096 /dev/zero >&4; sleep 60").ask();
  CHECK(exchange.status == ExchangeStatus::garbled);
}

TEST_CASE("judge: a worker that prints without end is stopped, and little of it is kept") {
  ScriptWorker worker("yes");
  CHECK(worker.ask(30).status == ExchangeStatus::flooded);
  CHECK(worker.output.size() == 100);
}

TEST_CASE("judge: a worker that dies before it reads a large request does no harm") {
  CHECK(ScriptWorker("exit 0").ask(5, 1 << 24).status == ExchangeStatus::died);
}

TEST_CASE("judge: a worker sees its environment and only its descriptors") {
  ScriptWorker worker("echo $KIT_TEST_VALUE; ls /proc/self/fd | tr '\\n' ' '");
  worker.ask();
  // ls itself opens one more for the folder it lists.
  CHECK(worker.output == "seven\n0 1 2 3 4 5 ");
}

TEST_CASE("judge: a worker's own threads that take its cores do not make its time longer") {
  // The threads of a process take from each other what they have; the script's loop waits for them.
  const std::string threads =
      "import threading\n"
      "def spin():\n"
      "  import hashlib\n"
      "  data = bytes(1 << 22)\n"
      "  while True: hashlib.sha256(data)\n"
      "for i in range(20): threading.Thread(target=spin).start()\n"
      "spin()\n";
  const fs::path program = fs::temp_directory_path() / ("kit_spin_" + std::to_string(getpid()));
  std::ofstream(program) << threads;
  ScriptWorker worker("exec python3 " + program.string());
  const Exchange exchange = worker.ask(1.5);
  fs::remove(program);
  CHECK(exchange.status == ExchangeStatus::timed_out);
  CHECK(exchange.seconds < 5);  // others may have the cores too
}

TEST_CASE("judge: a command's output and exit code come back") {
  const CommandResult result = run_command({"sh", "-c", "echo out; echo err >&2; exit 4"}, {});
  CHECK(result.output == "out\nerr\n");
  CHECK(result.end.code == 4);
  CHECK_FALSE(result.timed_out);
}

TEST_CASE("judge: a command over its time is stopped") {
  ProcessLimits limits;
  limits.seconds = 0.3;
  const CommandResult result = run_command({"sh", "-c", "exec >/dev/null 2>&1; sleep 60"}, limits);
  CHECK(result.timed_out);
}

}  // namespace
}  // namespace kit::grader
