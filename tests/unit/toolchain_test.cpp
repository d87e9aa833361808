/// @file
/// Compilers under limits: how many at once, how long, and what it means that one was killed. And
/// the lock that keeps builds apart.
#include "grader/build/toolchain.hpp"

#include <signal.h>

#include <cstdint>
#include <future>

#include "catch.hpp"
#include "fake_kit.hpp"
#include "grader/build/disk_space.hpp"
#include "grader/build/file_lock.hpp"
#include "grader/build/kit_inputs.hpp"
#include "kit/error.hpp"
#include "kit/timer.hpp"

namespace kit::build {
namespace {

std::vector<std::string> shell(const std::string& script) {
  return {"sh", "-c", script};
}

/// The most that ran at once of `count` commands started at the same time.
int most_at_once(int slots_there, int count) {
  const ScratchFolder folder;
  CompilerSlots slots(slots_there);
  Toolchain tools(slots, 60);
  const std::string log = (folder.path() / "log").string();
  std::vector<std::future<ToolResult>> runs;
  runs.reserve(std::size_t(count));
  for (int i = 0; i < count; ++i)
    runs.push_back(std::async(std::launch::async, [&] {
      return tools.run(shell("echo + >>" + log + "; sleep 0.1; echo - >>" + log));
    }));
  for (auto& one : runs) CHECK(one.get().ok);
  int now = 0, most = 0;
  for (const char sign : folder.read("log")) {
    now += sign == '+' ? 1 : sign == '-' ? -1 : 0;
    most = std::max(most, now);
  }
  CHECK(now == 0);
  return most;
}

TEST_CASE("no more compilers run at once than there are slots") {
  CHECK(most_at_once(1, 3) == 1);
  CHECK(most_at_once(2, 5) == 2);
}

TEST_CASE("what a tool says is kept, and how it ends") {
  CompilerSlots slots(1);
  Toolchain tools(slots, 60);
  const ToolResult wrong = tools.run(shell("echo out; echo err >&2; exit 3"));
  CHECK_FALSE(wrong.ok);
  CHECK(wrong.code == 3);
  CHECK(wrong.log == "out\nerr\n");
  CHECK(wrong.signal == 0);
  CHECK(tools.run(shell("yes | head -c 1000000")).log.size() < kMaxLogBytes + 100);
}

TEST_CASE("a killed tool is told from one that fails, whoever was killed") {
  CompilerSlots slots(1);
  Toolchain tools(slots, 60);
  CHECK(tools.run(shell("kill -KILL $$")).killed());
  CHECK(tools.run(shell("exit 137")).killed());
  // Its own doing: not tried again.
  const ToolResult aborted = tools.run(shell("exit 134"));
  CHECK((aborted.signal == SIGABRT && !aborted.killed()));
}

TEST_CASE("what a tool prints says nothing of how it ended") {
  CompilerSlots slots(1);
  Toolchain tools(slots, 60);
  for (const char* const line : {"g++: fatal error: Killed signal terminated program cc1plus",
                                 "collect2: fatal error: ld terminated with signal 9 [Killed]",
                                 "/kit/common/tools/compile: line 88:  4711 Killed   g++ -c"}) {
    const ToolResult said = tools.run(shell("echo '" + std::string(line) + "'; exit 1"));
    CHECK((said.signal == 0 && said.code == 1));
  }
}

TEST_CASE("whether a folder lacks room is asked of the system") {
  const ScratchFolder folder;
  CHECK_FALSE(lacks_space(folder.path(), 0));
  CHECK(lacks_space(folder.path(), UINTMAX_MAX));
  CHECK_FALSE(lacks_space(folder.path() / "none", UINTMAX_MAX));
  CHECK_NOTHROW(blame_full_disks({folder.path()}, "error\n", 0));
  CHECK_THROWS_AS(blame_full_disks({folder.path()}, "error\n", UINTMAX_MAX), HarnessError);
}

TEST_CASE("a killed compiler has a second try, and no third") {
  const ScratchFolder folder;
  const std::string turns = (folder.path() / "turns").string();
  const auto dies = [&](int times) {
    folder.write("turns", "");
    CompilerSlots slots(1);
    return Toolchain(slots, 60).run_again_if_killed(shell("echo x >>" + turns + "; [ $(wc -l <" +
                                                          turns + ") -gt " + std::to_string(times) +
                                                          " ] || kill -KILL $$"));
  };
  CHECK(dies(0).ok);
  CHECK(folder.read("turns") == "x\n");
  CHECK(dies(1).ok);
  CHECK(folder.read("turns") == "x\nx\n");
  CHECK(dies(2).killed());
  CHECK(folder.read("turns") == "x\nx\n");
}

TEST_CASE("a build ends when its time is over, even if it waits for a slot") {
  CompilerSlots slots(1);
  Toolchain tools(slots, 0.3);
  const Timer timer;
  auto first = std::async(std::launch::async, [&] { return tools.run(shell("sleep 20")); });
  auto second = std::async(std::launch::async, [&] { return tools.run(shell("sleep 20")); });
  CHECK_THROWS_AS(first.get(), OutOfTime);
  CHECK_THROWS_AS(second.get(), OutOfTime);
  CHECK(timer.seconds() < 10);
}

TEST_CASE("a lock is had by one at a time, and waited for") {
  const ScratchFolder folder;
  const auto path = folder.path() / "lock";
  {
    const FileLock held(path);
    CHECK_THROWS_AS(FileLock(path, 0.05), HarnessError);
  }
  CHECK_NOTHROW(FileLock(path, 0.05));
  auto held = std::make_unique<FileLock>(path);
  auto waits = std::async(std::launch::async, [&] { FileLock(path, 60); });
  CHECK(waits.wait_for(std::chrono::milliseconds(100)) == std::future_status::timeout);
  held.reset();
  CHECK_NOTHROW(waits.get());
  CHECK_THROWS_AS(FileLock(folder.path() / "none" / "lock"), InputError);
}

TEST_CASE("what is as old as its inputs is up to date") {
  const ScratchFolder folder;
  folder.write("target", "");
  const auto target = folder.path() / "target";
  const auto time = std::filesystem::last_write_time(target);
  CHECK(up_to_date(target, time));
  CHECK(up_to_date(target, time - std::chrono::nanoseconds(1)));
  CHECK_FALSE(up_to_date(target, time + std::chrono::nanoseconds(1)));
  CHECK_FALSE(up_to_date(folder.path() / "none", std::filesystem::file_time_type::min()));
}

}  // namespace
}  // namespace kit::build
