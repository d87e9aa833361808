/// Reading ncu's table.
#include "catch.hpp"
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
