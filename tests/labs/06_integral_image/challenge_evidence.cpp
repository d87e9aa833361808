// What the challenges' evidence counts.
#include "challenge_evidence.hpp"

#include <fmt/format.h>

#include <string>

#include "grader/lab/evidence.hpp"

namespace kit::grader {
namespace {

/// The cases of one stage.
std::vector<CaseResult> of_stage(const std::vector<CaseResult>& results, const std::string& stage) {
  std::vector<CaseResult> kept;
  for (const CaseResult& result : results)
    if (result.stage == stage) kept.push_back(result);
  return kept;
}

}  // namespace

EvidenceResult check_one_pass(const std::vector<CaseResult>& all) {
  constexpr double kMaxStores = 1.5;  // bytes stored / bytes of the table
  const std::vector<CaseResult> results = of_stage(all, "challenge");
  for (const EvidenceResult& basic : {check_bounds(results), check_order(results)}) {
    if (!basic.passed) return basic;
  }
  const auto large = [](const CaseResult& result) {
    return result.name.starts_with("table_one_pass") && result.width * result.height >= kManyPixels;
  };
  double table = 0;
  for (const CaseResult& result : results) {
    if (large(result)) table += sizeof(float) * result.width * double(result.height);
  }
  const double stored = total(results, large, &LaunchCounters::global_store_bytes);
  if (stored == 0 || table == 0) return nothing_seen();
  if (stored < table) return forged_counts();
  EvidenceResult evidence;
  evidence.passed = stored <= kMaxStores * table;
  evidence.measured = {at_most(kMaxStores, "bytes_stored_per_byte_of_table", stored / table)};
  evidence.message =
      fmt::format("no races, and {:.2f} bytes are stored for a byte of the table; at most {:.1f}{}",
                  stored / table, kMaxStores,
                  evidence.passed ? "" : ": write each sum once, when it is complete");
  return evidence;
}

EvidenceResult check_no_table(const std::vector<CaseResult>& all) {
  constexpr double kMaxStores = 1.1, kMaxLoads = 48;  // bytes for a value of the output
  const std::vector<CaseResult> results = of_stage(all, "sliding");
  for (const EvidenceResult& basic : {check_bounds(results), check_order(results)}) {
    if (!basic.passed) return basic;
  }
  const auto wanted = [](const CaseResult& result) {
    return result.width == kSlidingSide && result.height == kSlidingSide;
  };
  constexpr double kValues = double(kSlidingSide) * kSlidingSide;
  const double stores = total(results, wanted, &LaunchCounters::global_store_bytes) / kValues;
  const double loads = total(results, wanted, &LaunchCounters::global_load_bytes) / kValues;
  if (stores == 0 || loads == 0) return nothing_seen();
  if (stores < 1 || loads < 1) return forged_counts();
  EvidenceResult evidence;
  evidence.passed = stores <= kMaxStores && loads <= kMaxLoads;
  evidence.measured = {at_most(kMaxStores, "bytes_stored_per_value", stores),
                       at_most(kMaxLoads, "bytes_loaded_per_value", loads)};
  evidence.message = fmt::format(
      "no races; at radius {} {:.2f} bytes are stored for a value, at most {:.1f}, and {:.1f} "
      "loaded, at most {:.0f}",
      kSlidingRadius, stores, kMaxStores, loads, kMaxLoads);
  if (stores > kMaxStores) {
    evidence.message += ": keep the sums in registers and in shared memory";
  } else if (!evidence.passed) {
    evidence.message +=
        ": go on from the sums of the row above, by a row that enters and one that "
        "leaves";
  }
  return evidence;
}

}  // namespace kit::grader
