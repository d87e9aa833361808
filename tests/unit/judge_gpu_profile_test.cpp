/// Reading ncu's table, and the estimate's arithmetic.
#include "catch.hpp"
#include "grader/commands/estimate.hpp"
#include "grader/commands/gpu_profile.hpp"

using namespace kit::grader;

TEST_CASE("profile: ncu's rows are put together by launch, with units and separators", "[judge]") {
  const std::string text =
      "==PROF== Connected\n"
      "\"ID\",\"Kernel Name\",\"Metric Name\",\"Metric Unit\",\"Metric Value\"\n"
      "\"0\",\"first(int, int)\",\"gpu__time_duration.sum\",\"us\",\"1,234.5\"\n"
      "\"0\",\"first(int, int)\",\"dram__bytes.sum\",\"Mbyte\",\"2\"\n"
      "\"1\",\"second\",\"gpu__time_duration.sum\",\"ns\",\"7\"\n";
  const auto launches = read_ncu_csv(text);
  REQUIRE(launches.size() == 2);
  CHECK(launches[0].kernel == "first(int, int)");
  CHECK(launches[0].metrics.at("gpu__time_duration.sum") == Approx(1234500));
  CHECK(launches[0].metrics.at("dram__bytes.sum") == Approx(2e6));
  CHECK(launches[1].metrics.at("gpu__time_duration.sum") == Approx(7));
  CHECK(digest(launches[0]).find("1234.50 microseconds") != std::string::npos);
  CHECK(read_ncu_csv("").empty());
}

TEST_CASE("estimate: the slowest resource bounds the launch", "[judge]") {
  Card card;
  card.multiprocessors = 10;
  card.clock_ghz = 1;
  card.dram_gb_per_s = 100;
  card.fp32_tflop_per_s = 1;
  // 10^6 sectors of 32 bytes at 100 GB/s take 0.32 ms; 4 x 10^5 L1 sectors at 40 a ns take 0.01 ms.
  LaunchCounters counters;
  counters.unique_load_sectors = 600000;
  counters.unique_store_sectors = 400000;
  counters.global_load_sectors = 400000;
  counters.flops = 100'000'000;
  Estimate found = estimate(counters, card);
  CHECK(found.bounds[0].resource == "DRAM bandwidth");
  CHECK(found.milliseconds() == Approx(0.32));
  counters.flops = 1'000'000'000;  // 1 ms at 10^12 a second
  found = estimate(counters, card);
  CHECK(found.bounds[0].resource == "arithmetic");
  CHECK(found.milliseconds() == Approx(1));
}
