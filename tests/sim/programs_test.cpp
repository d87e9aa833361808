/// Whole programs in the simulator: valid ones give the same answers as on a GPU, in any order of
/// blocks and on any number of host threads; faulty ones end with CUDA's error and a line that says
/// what happened.
#include <algorithm>
#include <fstream>
#include <set>

#include "catch.hpp"
#include "toolchain.hpp"

using namespace kit::sim_test;

TEST_CASE("valid programs run in the simulator") {
  const auto sources = share_of(programs_in("tests/sim/programs"), 12);
  build_all(sources, Mode::plain);
  for (const std::string& source : sources) {
    int run = 0;
    for (const int seed : {1, 2, 77}) {
      for (const int threads : {1, 2, 5}) {
        const char* const streams = kSchedules[std::size_t(run++ + seed) % 3];
        INFO(source << ", seed " << seed << ", " << threads << " host threads, " << streams);
        const Outcome outcome = build_and_run(source, seed, threads, Mode::plain, streams);
        INFO(outcome.output);
        CHECK(outcome.status == 0);
      }
    }
  }
}

TEST_CASE("faulty programs end with an error that explains itself") {
  const auto sources = share_of(programs_in("tests/sim/faults"));
  build_all(sources, Mode::plain);
  for (const std::string& source : sources) {
    std::ifstream file(root() + "/" + source);
    std::string first;
    std::getline(file, first);
    if (first == "// runs for ever where nobody counts its steps") continue;
    file.seekg(0);
    const Outcome outcome = build_and_run(source);
    INFO(source << " printed:\n" << outcome.output);
    int expectations = 0;
    const std::string prefix = "// expect: ";
    for (std::string line; std::getline(file, line) && line.rfind(prefix, 0) == 0;) {
      ++expectations;
      INFO("expected: " << line.substr(prefix.size()));
      CHECK(outcome.output.find(line.substr(prefix.size())) != std::string::npos);
    }
    CHECK(expectations > 0);
    CHECK(outcome.status != 124);
  }
}

TEST_CASE("the order of blocks depends on the seed and on nothing else") {
  const std::string source = "tests/sim/order/block_order.cu";
  const Outcome first = build_and_run(source, 5, 1), again = build_and_run(source, 5, 1);
  const Outcome other = build_and_run(source, 6, 1);
  CHECK(first.status == 0);
  CHECK(first.output == again.output);
  CHECK(first.output != other.output);
}

TEST_CASE("a stream works when it is given something, when it is waited for, or in between") {
  const std::string source = "tests/sim/order/when_streams_work.cu";
  const auto said = [&](int seed, const std::string& streams) {
    return build_and_run(source, seed, 2, Mode::plain, streams).output;
  };
  CHECK(said(1, "early") == "pinned 1, pageable 1, sum 10, ready\n");
  CHECK(said(1, "late") == "pinned 2, pageable 1, sum 10, not ready\n");
  std::set<std::string> found;
  for (int seed = 1; seed <= 24; ++seed) found.insert(said(seed, "random").substr(0, 8));
  CHECK(found == std::set<std::string>{"pinned 1", "pinned 2"});
}

TEST_CASE("the observer is part of the programs that it observes alone") {
  const std::string source = "tests/sim/order/observer_linked.cu";
  const Outcome plain = build_and_run(source);
  CHECK(plain.output == "42, without observer\n");
  const Outcome observed = build_and_run(source, 1, 2, Mode::observed);
  CHECK(observed.output == "42, with observer\n");
}

TEST_CASE("refused calls and launches leave the errors that CUDA does") {
  const Outcome outcome = build_and_run("tests/sim/order/refused_calls.cu");
  INFO(outcome.output);
  CHECK(outcome.status == 0);
}

TEST_CASE("textures filter as the simulator says that it takes a card to do") {
  const Outcome outcome = build_and_run("tests/sim/order/texture_rounding.cu");
  INFO(outcome.output);
  CHECK(outcome.status == 0);
}

TEST_CASE("calls that are made to fail fail with an error that fits them, in observed programs") {
  for (const Mode mode : {Mode::plain, Mode::observed}) {
    const Outcome outcome = build_and_run("tests/sim/order/failing_calls.cu", 1, 2, mode);
    INFO(outcome.output);
    CHECK(outcome.status == 0);
    CHECK(outcome.output == "ok\n");
  }
}

TEST_CASE("stores far beyond the shared memory of a launch are refused, as on a card") {
  for (const int threads : {1, 3}) {
    const Outcome outcome = build_and_run("tests/sim/order/shared_overrun.cu", 1, threads);
    INFO(outcome.output);
    CHECK(outcome.status == 0);
  }
}

TEST_CASE("a missing barrier shows in the result") {
  const Outcome outcome = build_and_run("tests/sim/order/missing_barrier.cu", 3, 1);
  CHECK(outcome.output.find("wrong") != std::string::npos);
}

TEST_CASE("a compile error names the student's file and line") {
  const Outcome outcome = build_and_run("tests/sim/order/does_not_compile.cu");
  CHECK(outcome.status == 1);
  CHECK(outcome.output.find("tests/sim/order/does_not_compile.cu:12:") != std::string::npos);
}

TEST_CASE("a variable that was never given a value does not hold 0") {
  for (const Mode mode : {Mode::plain, Mode::observed}) {
    const Outcome outcome = build_and_run("tests/sim/order/unset_variables.cu", 1, 1, mode);
    INFO(outcome.output);
    CHECK(outcome.output.find("-1.69474e+38 -16843010") != std::string::npos);
  }
}

TEST_CASE("a block finds in shared memory what no other left there") {
  const Outcome outcome = build_and_run("tests/sim/order/leftovers.cu", 1, 1);
  INFO(outcome.output);
  CHECK(outcome.status == 0);
}

TEST_CASE("an argument that does not fit a kernel is one error, at its line and column") {
  const Outcome outcome = build_and_run("tests/sim/order/wrong_argument_does_not_compile.cu");
  INFO(outcome.output);
  CHECK(outcome.status == 1);
  const std::string& text = outcome.output;
  const std::size_t error = text.find(": error: ");
  REQUIRE(error != std::string::npos);
  CHECK(text.find("wrong_argument_does_not_compile.cu:8:19: error: cannot convert") !=
        std::string::npos);
  CHECK(text.find(": error: ", error + 1) == std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '\n') < 12);
}

TEST_CASE("a call of the driver API is one error, which names the runtime's call") {
  const Outcome outcome = build_and_run("tests/sim/order/driver_call_does_not_compile.cu");
  INFO(outcome.output);
  CHECK(outcome.status == 1);
  const std::string& text = outcome.output;
  CHECK(text.find("driver_call_does_not_compile.cu:9:") != std::string::npos);
  CHECK(text.find("cuMemAlloc: the simulator has the runtime API only (cudaMalloc)") !=
        std::string::npos);
  const std::size_t error = text.find(": error: ");
  REQUIRE(error != std::string::npos);
  CHECK(text.find(": error: ", error + 1) == std::string::npos);
}

TEST_CASE("the samples' headers check errors and calculate with vectors") {
  const Outcome outcome = build_and_run("tests/sim/order/sample_helpers.cu");
  INFO(outcome.output);
  CHECK(outcome.status == 1);
  CHECK(outcome.output.find("code=101(cudaErrorInvalidDevice) \"cudaSetDevice(1)\"") !=
        std::string::npos);
}

TEST_CASE(
    "what the simulator does not have is one error, by its name, with what to write instead") {
  const auto sources = programs_in("tests/sim/refused");
  CHECK(sources.size() >= 8);
  build_all(sources, Mode::plain);
  for (const std::string& source : sources) {
    const Outcome outcome = build_and_run(source);
    const std::string& text = outcome.output;
    INFO(source << " printed:\n" << text);
    CHECK(outcome.status == 1);
    std::ifstream file(root() + "/" + source);
    int expectations = 0;
    const std::string prefix = "// refused: ";
    for (std::string line; std::getline(file, line) && line.rfind(prefix, 0) == 0;) {
      ++expectations;
      INFO("expected: " << line.substr(prefix.size()));
      CHECK(text.find(line.substr(prefix.size())) != std::string::npos);
    }
    CHECK(expectations > 0);
    const std::size_t error = text.find("error: ");
    REQUIRE(error != std::string::npos);
    CHECK(text.find(": error: ", error) == std::string::npos);
    CHECK(std::count(text.begin(), text.end(), '\n') < 6);
  }
}

TEST_CASE("a setting chooses the card that is played, and with it the shared memory of a block") {
  const std::string source = "tests/sim/order/large_shared.cu";
  for (const Mode mode : {Mode::plain, Mode::observed}) {
    CHECK(build_and_run(source, 1, 1, mode).output == "7.5: 64 KiB, right\n");
    const std::string program = "cd " + root() + "; build/sim_programs/order_large_shared" +
                                (mode == Mode::plain ? "" : "_observed");
    for (const auto& [setting, expected] :
         {std::pair{"8.0", "8.0: 163 KiB, right\n"}, {"9.0", "9.0: 227 KiB, right\n"}}) {
      const Outcome outcome =
          run(std::string("export KIT_SIM_CAPABILITY=") + setting + "; " + program);
      CHECK(outcome.output == expected);
    }
    const Outcome unknown = run("export KIT_SIM_CAPABILITY=8.1; " + program);
    CHECK(unknown.status == 2);
    CHECK(unknown.output.rfind("KIT_SIM_CAPABILITY=8.1: the simulator plays", 0) == 0);
  }
}
