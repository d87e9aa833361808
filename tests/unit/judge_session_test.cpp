/// @file
/// A session with a worker that never answers a call.
#include "grader/judge/session.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "catch.hpp"
#include "grader/protocol/protocol.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

/// Reads what it is asked, and says no more than what it is.
class SilentWorker {
 public:
  explicit SilentWorker(const std::string& first = ":",
                        const std::string& then = "exec cat <&3 >/dev/null")
      : folder_(fs::temp_directory_path() / ("kit_session_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
    const std::string frame = (folder_ / "frame").string();
    const int file = open(frame.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    const nlohmann::json itself = {{"functions", nlohmann::json::array()},
                                   {"device", nlohmann::json::object()}};
    write_frame(file, FrameKind::description, itself, {});
    close(file);
    std::ofstream(path()) << "#!/bin/sh\n"
                          << first << "\ncat '" << frame << "' >&4\n"
                          << then << "\n";
    fs::permissions(path(), fs::perms::owner_all);
  }
  ~SilentWorker() { fs::remove_all(folder_); }
  SilentWorker(const SilentWorker&) = delete;
  SilentWorker& operator=(const SilentWorker&) = delete;
  std::string path() const { return (folder_ / "worker").string(); }

 private:
  fs::path folder_;
};

/// Takes a moment to start, and ends at its first call.
class SlowToStart : public SilentWorker {
 public:
  SlowToStart() : SilentWorker("sleep 0.2", "exec head -c 1 <&3 >/dev/null") {}
};

Call empty_call() {
  Call call;
  call.inputs.resize(1);
  return call;
}

TEST_CASE("All calls of a contained session take their time from one budget", "[judge]") {
  const SilentWorker worker;
  LabConfig config;
  Session session(worker.path(), config, Backend::sim, 1);
  TimeBudget budget(0.5);
  session.run_inside({"/usr/bin/env"}, &budget);
  CHECK(session.call(empty_call(), 1, 0.3).message.find("still running") != std::string::npos);
  CHECK(budget.left() < 0.25);
  CHECK(session.call(empty_call(), 1, 0.3).verdict == Verdict::timed_out);
  const CallOutcome last = session.call(empty_call(), 1, 0.3);
  CHECK(last.verdict == Verdict::timed_out);
  CHECK(last.message.find("not run: all calls together took longer than") == 0);
}

TEST_CASE("The starts of workers take their time from the budget too", "[judge]") {
  const SlowToStart worker;
  LabConfig config;
  Session session(worker.path(), config, Backend::sim, 1);
  TimeBudget budget(0.7);
  session.run_inside({"/usr/bin/env"}, &budget);
  // Each call ends the worker; without an end to it, somebody could go on with that for ever.
  int calls = 0;
  while (calls < 20 && budget.left() > 0) {
    session.call(empty_call(), 1, 5);
    ++calls;
  }
  CHECK(calls > 0);
  CHECK(calls <= 4);
}

}  // namespace
}  // namespace kit::grader
