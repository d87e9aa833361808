/// @file
/// The CPU's times are measured once for a machine and a build of the kit, and kept.
#include "grader/judge/baselines.hpp"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "catch.hpp"

namespace kit::grader {
namespace {

namespace fs = std::filesystem;

/// A plan that counts how often its baseline runs.
struct Counted {
  TimingPlan plan;
  int runs = 0;
  explicit Counted(const std::string& name) {
    plan.baseline_name = name;
    plan.baseline = [this](const Call&, int) { ++runs; };
  }
  /// Whether the times had to be measured.
  bool measures(const BaselineStore& store) {
    const int before = runs;
    const BaselineTimes times = baseline_times(plan, Call(), store);
    CHECK(times.one_thread_ms > 0);
    CHECK(times.all_cores_ms > 0);
    return runs > before;
  }
};

TEST_CASE("a baseline is measured once for a build of the kit, or when that is asked for",
          "[judge]") {
  const fs::path file = fs::temp_directory_path() / ("kit_baselines_" + std::to_string(getpid()));
  BaselineStore store{file.string(), "build 1"};
  Counted one("box"), same("box"), other("table");
  CHECK(needs_measuring(one.plan, store));
  CHECK(one.measures(store));
  CHECK_FALSE(needs_measuring(same.plan, store));
  CHECK_FALSE(same.measures(store));
  CHECK(other.measures(store));
  CHECK_FALSE(one.measures(store));  // the file holds both
  store.program = "build 2";
  CHECK(one.measures(store));
  forget(store);
  CHECK(needs_measuring(one.plan, store));
  store.program = "build 1";
  CHECK_FALSE(other.measures(store));  // another build's
  store.program = "build 2";
  CHECK(one.measures(store));
  for (const char* text : {"", "[]", "{\"box\": 3}", "no JSON"}) {
    std::ofstream(file) << text;
    CHECK(one.measures(store));
    CHECK_FALSE(one.measures(store));
  }
  fs::remove(file);
  store.file = "/nowhere/at/all";
  CHECK(one.measures(store));
  CHECK(one.measures(store));
  store.file.clear();
  CHECK(one.measures(store));
}

}  // namespace
}  // namespace kit::grader
