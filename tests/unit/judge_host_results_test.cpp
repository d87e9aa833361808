/// @file
/// A function whose images lie on the device computes there.
#include <cstdint>
#include <string>
#include <vector>

#include "catch.hpp"
#include "grader/judge/host_results.hpp"
#include "judge_records.hpp"

namespace kit::grader {
namespace {

constexpr int kImageWidth = 100, kImageHeight = 10;
constexpr std::uint64_t kImage = std::uint64_t(sizeof(float)) * kImageWidth * kImageHeight;

/// A case with an image of kImage bytes in and out.
Case filtered(const std::string& function) {
  Case one;
  one.stage = "kernel";
  one.call.function = function;
  one.call.inputs = {{to_tensor(Image<float>(kImageWidth, kImageHeight))}};
  one.call.outputs = {one.call.inputs[0][0].shape};
  return one;
}

/// What it showed.
CaseRecord shown(std::uint64_t to_host, std::uint64_t from_host, std::size_t argument_bytes = 0) {
  CaseRecord one = record("kernel", Verdict::passed);
  one.observations.emplace();
  one.observations->host_traffic = {to_host, from_host, {"/f/naive.cu", 12}};
  if (argument_bytes > 0) {
    LaunchObservations launch;
    launch.arguments = std::string(2 * argument_bytes, '0');
    one.observations->launches.push_back(launch);
  }
  return one;
}

std::size_t host_results_in(std::vector<CaseRecord> records, std::vector<Case> cases = {}) {
  while (cases.size() < records.size()) cases.push_back(filtered("convolve"));
  note_host_results(cases, records);
  std::size_t count = 0;
  for (const CaseRecord& one : records)
    if (one.observations)
      for (const Finding& finding : one.observations->findings)
        count += finding.kind == FindingKind::host_result && finding.place.line == 12 ? 1 : 0;
  return count;
}

TEST_CASE("judge: images that come to the host and results that go back are told once") {
  CHECK(host_results_in({shown(kImage, kImage), shown(kImage, kImage)}) == 1);
  // As arguments of launches.
  CHECK(host_results_in({shown(kImage, 0, kImage)}) == 1);
  // In some cases alone.
  CHECK(host_results_in({shown(0, 0), shown(kImage, kImage), CaseRecord{}}) == 1);
}

TEST_CASE("judge: a look at an image, weights and flags are no results of the host's") {
  CHECK(host_results_in({shown(2 * kImage, 0)}) == 0);
  CHECK(host_results_in({shown(0, 2 * kImage)}) == 0);
  CHECK(host_results_in({shown(kImage / 5, kImage / 5)}) == 0);
  // Weights may be the larger part of a small image.
  CHECK(host_results_in(
            {shown(kImage, kImage), shown(0, 0), shown(0, 0), shown(0, 0), shown(0, 0)}) == 0);
}

TEST_CASE("judge: functions are judged one by one") {
  CHECK(host_results_in({shown(kImage, 0), shown(0, kImage)}, {filtered("a"), filtered("b")}) == 0);
  CHECK(host_results_in({shown(kImage, kImage), shown(kImage, kImage)},
                        {filtered("a"), filtered("b")}) == 2);
}

}  // namespace
}  // namespace kit::grader
