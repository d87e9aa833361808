/// @file
/// Observed runs that follow the first ones wait for their case, and for nothing that comes later.
#include "grader/judge/first_runs.hpp"

#include <future>
#include <stdexcept>

#include "catch.hpp"

using namespace kit::grader;

TEST_CASE("a case that has run is not waited for, and what stopped later does not count yet") {
  FirstRuns runs;
  runs.note(3, {{"tile", 2}});
  CHECK(runs.stopped("tile", 0) == std::nullopt);
  CHECK(runs.stopped("tile", 1) == std::nullopt);
  CHECK(runs.stopped("tile", 2) == 2);
  CHECK(runs.stopped("sizes", 2) == std::nullopt);
  CHECK(!runs.crashed(1));
  runs.note_crash(3);
  runs.note(4, {{"tile", 2}});
  CHECK(runs.crashed(3));
}

TEST_CASE("a case that has not run yet is waited for") {
  FirstRuns runs;
  auto asked = std::async(std::launch::async, [&] { return runs.stopped("tile", 4); });
  runs.note(4, {});
  runs.note(5, {{"tile", 4}});
  CHECK(asked.get() == 4);
}

TEST_CASE("nobody waits for runs that ended in an error") {
  FirstRuns runs;
  auto asked = std::async(std::launch::async, [&] { return runs.stopped("tile", 4); });
  try {
    const FinishFirstRuns at_end(runs);
    throw std::runtime_error("no worker");
  } catch (const std::runtime_error&) {
  }
  CHECK(asked.get() == std::nullopt);
}
