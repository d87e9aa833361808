#include "grader/commands/predict.hpp"

#include <sstream>

#include "catch.hpp"

using namespace kit::grader;

namespace {

kit::estimate::Card even_card() {
  kit::estimate::Card card;
  card.multiprocessors = 100;
  card.clock_ghz = 1;
  card.dram_gb_per_s = 1000;
  card.fp32_tflop_per_s = 10;
  return card;
}

Observations seen_with(void (*change)(LaunchCounters&)) {
  Observations seen;
  seen.launches.resize(2);
  change(seen.launches[1].counters);
  return seen;
}

}  // namespace

TEST_CASE("predict: what a run counted, and what bounds it", "[commands]") {
  const Observations seen = seen_with([](LaunchCounters& counters) {
    counters.global_load_requests = 10;
    counters.global_load_sectors = 45;
    counters.unique_load_sectors = 40;
    counters.shared_load_requests = 8;
    counters.shared_load_wavefronts = 16;
    counters.flops = 640;
  });
  const Prediction is = counted(seen, even_card());
  CHECK(is.sectors == 4.5);
  CHECK(is.wavefronts == 2);
  CHECK(is.bound == "memory");  // 1280 bytes take 1.28 ns, 640 operations 0.064 ns
  const Prediction busy =
      counted(seen_with([](LaunchCounters& counters) { counters.flops = 1'000'000; }), even_card());
  CHECK(busy.bound == "arithmetic");
  CHECK(!busy.sectors);
  CHECK(!busy.wavefronts);
}

TEST_CASE("predict: answers may be left out, or be no answers", "[commands]") {
  std::istringstream all("4\n 1.0 \nsh\n"), some("\nmany\n\n"), none("");
  const Prediction said = ask_for_prediction(all, "kernel");
  CHECK(said.sectors == 4);
  CHECK(said.wavefronts == 1);
  CHECK(said.bound == "shared");
  CHECK(!ask_for_prediction(some, "kernel").says_something());
  CHECK(!ask_for_prediction(none, "kernel").says_something());
}

TEST_CASE("predict: a number is right within a tenth", "[commands]") {
  const Prediction is{4.2, 2.0, "memory"};
  CHECK(marks({4.0, std::nullopt, ""}, is).find("4, counted 4.20: right") != std::string::npos);
  CHECK(marks({std::nullopt, 1.0, ""}, is).find("1, counted 2.00: look again") !=
        std::string::npos);
  CHECK(marks({std::nullopt, std::nullopt, "arithmetic"}, is).find("it is memory: look again") !=
        std::string::npos);
  CHECK(marks({1.0, std::nullopt, ""}, {}).find("no such requests") != std::string::npos);
  CHECK(marks({}, is).empty());
}
