/// @file
/// A stage launches a kernel of its own.
#include <string>
#include <vector>

#include "catch.hpp"
#include "grader/judge/own_kernels.hpp"
#include "judge_records.hpp"

namespace kit::grader {
namespace {

LabConfig two_stages(bool composes = false) {
  LabConfig config;
  config.stages = {{"kernel", "naive.cu", "", 50}, {"sizes", "sizes.cu", "", 50}};
  config.stages[1].composes = composes;
  return config;
}

/// Whether a case of stage sizes that launches kernels in these files is told of.
bool is_told(const std::vector<std::string>& files, const LabConfig& config = two_stages(),
             const std::string& taken_over_by = "") {
  CaseRecord one = record("sizes", Verdict::passed);
  one.observations.emplace();
  for (const std::string& file : files) {
    LaunchObservations launch;
    launch.place = {"/f/" + file, 7};
    one.observations->launches.push_back(launch);
  }
  Case asked;
  asked.taken_over_by = taken_over_by;
  std::vector<CaseRecord> records = {one};
  note_no_own_kernel(config, {asked}, records);
  const std::vector<Finding>& findings = records[0].observations->findings;
  return findings.size() == 1 && findings[0].kind == FindingKind::no_own_kernel &&
         findings[0].place.line == 7;
}

TEST_CASE("judge: a stage that launches in another stage's file alone has no kernel of its own") {
  CHECK(is_told({"naive.cu"}));
  CHECK(is_told({"naive.cu", "naive.cu"}));
  CHECK_FALSE(is_told({"naive.cu", "sizes.cu"}));
  CHECK_FALSE(is_told({}));
}

TEST_CASE("judge: headers, composed stages and calls that go on by the contract are own kernels") {
  CHECK_FALSE(is_told({"launch.cuh"}));
  CHECK_FALSE(is_told({"naive.cu"}, two_stages(true)));
  CHECK_FALSE(is_told({"naive.cu"}, two_stages(), "kernel"));
}

}  // namespace
}  // namespace kit::grader
