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

/// How a table was made that its rungs allow, in bytes.
struct TableTraffic {
  std::string stage, function;
  double least_values;  ///< from which on a case counts
  double most_stored;   ///< for a byte of the table
  double most_loaded;   ///< for a value; 0: not judged
  std::string if_loaded_more;
};

EvidenceResult check_table_traffic(const std::vector<CaseResult>& all, const TableTraffic& most) {
  const std::vector<CaseResult> results = of_stage(all, most.stage);
  for (const EvidenceResult& basic : {check_bounds(results), check_order(results)}) {
    if (!basic.passed) return basic;
  }
  const auto large = [&](const CaseResult& result) {
    return result.name.starts_with(most.function + ":") &&
           result.width * double(result.height) >= most.least_values;
  };
  double values = 0;
  for (const CaseResult& result : results) {
    if (large(result)) values += result.width * double(result.height);
  }
  const double table = sizeof(float) * values;
  const double stored = global_writes(results, large).bytes;
  const double loaded = global_reads(results, large).bytes;
  if (stored == 0 || table == 0) return nothing_seen();
  if (stored < table || (most.most_loaded > 0 && loaded < values)) return forged_counts();
  EvidenceResult evidence;
  const bool stored_once = stored <= most.most_stored * table;
  const bool few_loads = most.most_loaded == 0 || loaded <= most.most_loaded * values;
  evidence.passed = stored_once && few_loads;
  evidence.measured = {at_most(most.most_stored, "bytes_stored_per_byte_of_table", stored / table)};
  evidence.message =
      fmt::format("no races, and {:.2f} bytes are stored for a byte of the table; at most {:.1f}",
                  stored / table, most.most_stored);
  if (most.most_loaded > 0) {
    evidence.measured.push_back(
        at_most(most.most_loaded, "bytes_loaded_per_value", loaded / values));
    evidence.message += fmt::format("; {:.1f} are loaded for a value, at most {:.0f}",
                                    loaded / values, most.most_loaded);
  }
  if (!stored_once) {
    evidence.message += ": write each sum once, when it is complete";
  } else if (!few_loads) {
    evidence.message += ": " + most.if_loaded_more;
  }
  return evidence;
}

/// The case of a box filter without a table that counts, and the bytes loaded for a value.
struct BoxTraffic {
  std::string stage;
  int side, radius;
  double most_loaded;
};

EvidenceResult check_box_traffic(const std::vector<CaseResult>& all, const BoxTraffic& most) {
  constexpr double kMaxStores = 1.1;  // bytes for a value of the output
  const std::vector<CaseResult> results = of_stage(all, most.stage);
  for (const EvidenceResult& basic : {check_bounds(results), check_order(results)}) {
    if (!basic.passed) return basic;
  }
  const auto wanted = [&](const CaseResult& result) {
    return result.width == most.side && result.height == most.side;
  };
  const double values = double(most.side) * most.side;
  const double stores = global_writes(results, wanted).bytes / values;
  const double loads = global_reads(results, wanted).bytes / values;
  if (stores == 0 || loads == 0) return nothing_seen();
  if (stores < 1 || loads < 1) return forged_counts();
  EvidenceResult evidence;
  evidence.passed = stores <= kMaxStores && loads <= most.most_loaded;
  evidence.measured = {at_most(kMaxStores, "bytes_stored_per_value", stores),
                       at_most(most.most_loaded, "bytes_loaded_per_value", loads)};
  evidence.message = fmt::format(
      "no races; at radius {} {:.2f} bytes are stored for a value, at most {:.1f}, and {:.1f} "
      "loaded, at most {:.0f}",
      most.radius, stores, kMaxStores, loads, most.most_loaded);
  if (stores > kMaxStores) {
    evidence.message += ": keep the sums in registers and in shared memory";
  } else if (!evidence.passed) {
    evidence.message +=
        ": go on from the sums of the row above, by a row that enters and one that "
        "leaves";
  }
  return evidence;
}

}  // namespace

bool is_rung(const std::string& stage) {
  return stage == "tiles" || stage == "challenge" || stage == "strips" || stage == "sliding";
}

EvidenceResult check_tile_sums(const std::vector<CaseResult>& all) {
  return check_table_traffic(all, {"tiles", "table_in_tiles", kManyTiles, 1.5, 4,
                                   "read each pixel for the sums of its tile and for the table"});
}

EvidenceResult check_one_pass(const std::vector<CaseResult>& all) {
  return check_table_traffic(all, {"challenge", "table_one_pass", kManyPixels, 1.5, 0, ""});
}

EvidenceResult check_column_sums(const std::vector<CaseResult>& all) {
  return check_box_traffic(all, {"strips", kStripsSide, kStripsRadius, 16});
}

EvidenceResult check_no_table(const std::vector<CaseResult>& all) {
  return check_box_traffic(all, {"sliding", kSlidingSide, kSlidingRadius, 48});
}

}  // namespace kit::grader
