/// @file
/// A lab's build as a whole, with scripts for compilers: what is made again and what is not,
/// several builds at once, and who is to blame.
#include "grader/build/lab_build.hpp"

#include <signal.h>

#include <chrono>
#include <cstdlib>
#include <future>

#include "catch.hpp"
#include "fake_kit.hpp"
#include "kit/error.hpp"

namespace kit::build {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOne = "students/ann/01_fake/one.cpp";
constexpr const char* kTwo = "students/ann/01_fake/two.cpp";

TEST_CASE("a build compiles each file once and links them behind the adapter") {
  const FakeKit kit;
  const LabBuild built = kit.build("out");
  CHECK(built.outcome == Outcome::built);
  CHECK(built.log == "");
  CHECK(kit.read("out/worker") == "adapter one two ");
  CHECK(kit.calls().size() == 4);
}

TEST_CASE("nothing is made again if nothing changed but dates of the student's files") {
  const FakeKit kit;
  kit.build("out");
  kit.date(kOne, 1000);
  CHECK(kit.build("out").outcome == Outcome::built);
  CHECK(kit.calls().size() == 4);
}

TEST_CASE("only what changed is made again, even if it is older than its object") {
  const FakeKit kit;
  kit.build("out");
  kit.write(kTwo, "new ");
  kit.date(kTwo, -1000);
  CHECK(kit.build("out").outcome == Outcome::built);
  CHECK(kit.read("out/worker") == "adapter one new ");
  CHECK(kit.calls("one.cpp") == 1);
  CHECK(kit.calls("two.cpp") == 2);
  CHECK(kit.calls("worker.cpp") == 1);
}

TEST_CASE("another student's files in the same folder are compiled") {
  const FakeKit kit;
  kit.build("out");
  kit.write("students/bob/01_fake/one.cpp", "one ");
  kit.write("students/bob/01_fake/two.cpp", "bob ");
  CHECK(kit.build("out", "bob").outcome == Outcome::built);
  CHECK(kit.read("out/worker") == "adapter one bob ");
}

TEST_CASE("all is made again when the kit's contract or adapter changes") {
  const FakeKit kit;
  kit.build("out");
  kit.date("labs/01_fake/lab.hpp", 1000);
  kit.build("out");
  CHECK(kit.calls("one.cpp") == 2);
  CHECK(kit.calls("worker.cpp") == 2);
  const int before = static_cast<int>(kit.calls().size());
  kit.date("labs/01_fake/lab.hpp", -1000);
  kit.write("tests/labs/01_fake/wrong/missing.cpp", "");
  kit.date("tests/labs/01_fake/wrong/missing.cpp", 1000);
  kit.build("out");
  CHECK(static_cast<int>(kit.calls().size()) == before);
}

TEST_CASE("code that does not compile leaves a log and no worker, until it is mended") {
  const FakeKit kit;
  kit.build("out");
  kit.write(kOne, "ERROR");
  const LabBuild failed = kit.build("out");
  CHECK(failed.outcome == Outcome::failed);
  CHECK(failed.log.find("one.cpp is wrong") != std::string::npos);
  CHECK(kit.read("out/build.log") == failed.log);
  CHECK_FALSE(fs::exists(kit.path() / "out/worker"));
  CHECK(kit.build("out").outcome == Outcome::failed);
  kit.write(kOne, "one ");
  CHECK(kit.build("out").outcome == Outcome::built);
  CHECK(kit.read("out/worker") == "adapter one two ");
}

TEST_CASE("a stand-in takes the place of a file in a worker beside the first one") {
  const FakeKit kit;
  kit.write("tests/labs/01_fake/standin/one.cpp", "kit's ");
  kit.build("out");
  const auto build = [&](const std::string& file) {
    grader::BuildRequest request;
    request.lab = "01_fake";
    request.source = (kit.path() / "students/ann").string();
    request.backend = "sim";
    request.out = (kit.path() / "out").string();
    request.stand_ins = {file};
    CompilerSlots slots(1);
    return build_lab(kit.path().string(), request, slots);
  };
  CHECK(build("one.cpp").outcome == Outcome::built);
  CHECK(kit.read("out/worker-one") == "adapter kit's one two ");
  CHECK(kit.read("out/worker") == "adapter one two ");
  CHECK(kit.calls("two.cpp") == 1);
  // Made once for all students.
  CHECK(build("one.cpp").outcome == Outcome::built);
  CHECK(kit.calls("one.cpp") == 2);
  kit.write("students/ann/01_fake/two.cpp", "ERROR");
  CHECK(kit.build("out").outcome == Outcome::failed);
  CHECK_THROWS_AS(build("two.cpp"), HarnessError);  // there is none
}

TEST_CASE("a file that is missing is named") {
  const FakeKit kit;
  fs::remove(kit.path() / kTwo);
  const LabBuild failed = kit.build("out");
  CHECK(failed.outcome == Outcome::failed);
  CHECK(failed.log.find("two.cpp is missing") != std::string::npos);
}

TEST_CASE("builds of two folders at once make the adapter once") {
  const FakeKit kit;
  auto first = std::async(std::launch::async, [&] { return kit.build("first"); });
  const LabBuild second = kit.build("second");
  CHECK(first.get().outcome == Outcome::built);
  CHECK(second.outcome == Outcome::built);
  CHECK(kit.calls("worker.cpp") == 1);
  CHECK(kit.calls("one.cpp") == 2);
  CHECK(kit.read("first/worker") == kit.read("second/worker"));
}

TEST_CASE("builds of one folder at once follow each other") {
  const FakeKit kit;
  auto first = std::async(std::launch::async, [&] { return kit.build("out"); });
  const LabBuild second = kit.build("out");
  CHECK(first.get().outcome == Outcome::built);
  CHECK(second.outcome == Outcome::built);
  CHECK(kit.calls("one.cpp") == 1);
  CHECK(kit.calls("link") == 1);
}

TEST_CASE("a file that is saved while it is compiled is compiled again next time") {
  const FakeKit kit;
  kit.program("common/tools/compile",
              kit.read("common/tools/compile") + "case $source in */one.cpp) [ -e " +
                  (kit.path() / "saved").string() + " ] || { touch " +
                  (kit.path() / "saved").string() + "; echo 'late ' >\"$source\"; } ;; esac\n");
  CHECK(kit.build("out").outcome == Outcome::built);
  CHECK(kit.read("out/worker") == "adapter one two ");
  CHECK(kit.build("out").outcome == Outcome::built);
  CHECK(kit.read("out/worker") == "adapter late \ntwo ");
}

TEST_CASE("what an object must not do is the log's last line, and there is no worker") {
  const FakeKit kit;
  kit.program("build/bin/check_objects", "echo \"one: uses 'fopen'\"; exit 1");
  const LabBuild refused = kit.build("out");
  CHECK(refused.outcome == Outcome::refused);
  CHECK(refused.log == "one: uses 'fopen'\n");
  CHECK_FALSE(fs::exists(kit.path() / "out/worker"));
  ::setenv("KIT_UNCHECKED", "1", 1);
  CHECK(kit.build("out").outcome == Outcome::built);
  ::unsetenv("KIT_UNCHECKED");
}

TEST_CASE("a linker that fails blames the student, one that is killed does not") {
  const FakeKit kit;
  kit.program("bin/linker", "echo \"undefined reference to 'two'\"; exit 1");
  const LabBuild failed = kit.build("out");
  CHECK(failed.outcome == Outcome::failed);
  CHECK(failed.log == "undefined reference to 'two'\n");
  kit.program("bin/linker", "kill -KILL $$");
  CHECK_THROWS_AS(kit.build("out"), HarnessError);
}

TEST_CASE("what a file has its compiler print is no fact about the machine") {
  const FakeKit kit;
  kit.build("out");
  for (const char* const text : {"No space left on device", "Killed signal terminated program"}) {
    kit.program("common/tools/compile", "echo 'one.cpp:1:1: error: static assertion failed: " +
                                            std::string(text) + "' >&2; exit 1");
    kit.write(kOne, text);
    CHECK(kit.build("out").outcome == Outcome::failed);
  }
}

TEST_CASE("a file over which a program of the kit is ended each time asks too much") {
  const FakeKit kit;
  kit.build("out");
  const std::string compiler = kit.read("common/tools/compile");
  for (const int signal : {SIGABRT, SIGKILL, SIGSEGV, SIGXCPU, SIGXFSZ}) {
    kit.program("common/tools/compile", "exit " + std::to_string(128 + signal));
    kit.write(kOne, std::to_string(signal));
    const LabBuild ended = kit.build("out");
    CHECK(ended.outcome == Outcome::killed);
    CHECK(ended.log.find("stopped: compiling took") == 0);
    CHECK(ended.log.find("make one.cpp s") != std::string::npos);
  }
  kit.program("common/tools/compile", compiler);
  kit.program("build/bin/check_objects", "kill -XCPU $$");
  CHECK(kit.build("out").outcome == Outcome::killed);
  kit.program("build/bin/check_objects", "exit 2");
  CHECK_THROWS_AS(kit.build("out"), HarnessError);
}

TEST_CASE("a compiler that is not there is named as one") {
  const FakeKit kit;
  kit.program("common/tools/compile", "echo \"compile: no compiler 'g++-99'\" >&2; exit 2");
  CHECK_THROWS_AS(kit.build("out"), InputError);
  kit.program("common/tools/compile", "echo 'compile: needs nvcc' >&2; exit 77");
  CHECK_THROWS_AS(kit.build("out"), NeedsGpuError);
}

TEST_CASE("a log has an end") {
  const FakeKit kit;
  kit.build("out");
  kit.program("common/tools/compile", "yes 'error: x' | head -c 3000000; exit 1");
  kit.write(kOne, "1");
  kit.write(kTwo, "2");
  const LabBuild failed = kit.build("out");
  CHECK(failed.outcome == Outcome::failed);
  CHECK(failed.log.size() == kMaxLogBytes);
  CHECK(fs::file_size(kit.path() / "out/build.log") == kMaxLogBytes);
}

TEST_CASE("wrong usage and a kit that is not built are told") {
  const FakeKit kit;
  CHECK_THROWS_AS(kit.build("out", "nobody"), InputError);
  fs::remove(kit.path() / "build/lib/libkit.a");
  CHECK_THROWS_AS(kit.build("out"), HarnessError);
  fs::remove(kit.path() / "build/deps.mk");
  CHECK_THROWS_AS(kit.build("out"), HarnessError);
}

TEST_CASE("what a killed build left behind is removed") {
  const FakeKit kit;
  kit.write("out/one.o.part4711-1", "half");
  kit.build("out");
  CHECK_FALSE(fs::exists(kit.path() / "out/one.o.part4711-1"));
}

}  // namespace
}  // namespace kit::build
