// What the simulator counted in blocks of one shape, against what tiles need.
#include "tile_evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

#include "grader/judge/observe.hpp"
#include "grader/lab/evidence.hpp"
#include "step_cases.hpp"

namespace kit::grader {
namespace {

constexpr double kMaxSectors = 1.3;  // loaded, as a multiple of the distinct ones

/// Distinct sectors of 32 bytes that hold the pixels of each block's tile, added up over the
/// blocks. The image begins with a sector; its rows need not.
double distinct_tile_sectors(int width, int height, const BlockShape& block, int radius) {
  constexpr std::int64_t kPixels = 8;  // in a sector
  double total = 0;
  for (int block_y = 0; block_y < height; block_y += block.height) {
    for (int block_x = 0; block_x < width; block_x += block.width) {
      const std::int64_t left = std::max(0, block_x - radius);
      const std::int64_t right = std::min(width, block_x + block.width + radius) - 1;
      const int bottom = std::min(height, block_y + block.height + radius) - 1;
      std::int64_t last = -1;  // the sector counted last: the next row may begin in it
      for (int y = std::max(0, block_y - radius); y <= bottom; ++y) {
        const std::int64_t begin = std::max((y * std::int64_t(width) + left) / kPixels, last + 1);
        const std::int64_t end = (y * std::int64_t(width) + right) / kPixels;
        total += double(std::max<std::int64_t>(0, end - begin + 1));
        last = std::max(last, end);
      }
    }
  }
  return total;
}

/// Large cases in blocks of 32x8: those of stage tile, and of stage sizes once it is begun, right
/// or wrong.
std::vector<const CaseResult*> judged(const std::vector<CaseResult>& results) {
  std::vector<const CaseResult*> list;
  for (const CaseResult& result : results) {
    const bool counts = result.stage == "tile" || (result.stage == "sizes" && gave_output(result));
    if (!counts || double(result.width) * result.height < kMinPixels) continue;
    if (result.params.value("block", nlohmann::json()) !=
        nlohmann::json{kJudgedBlock.width, kJudgedBlock.height}) {
      continue;
    }
    list.push_back(&result);
  }
  return list;
}

/// Without the small stages, whose races and bounds are no loss of points here.
std::vector<CaseResult> of_main_stages(std::vector<CaseResult> results) {
  std::erase_if(results,
                [](const CaseResult& result) { return !lab04::is_main_stage(result.stage); });
  return results;
}

/// Reads from global and shared memory for each product of a rung, `most` at most.
EvidenceResult check_reads_per_product(const std::vector<CaseResult>& results,
                                       const std::string& stage, double most,
                                       const std::string& advice) {
  constexpr double kWarp = 32;
  constexpr int kMinWidth = 5, kMinReusePixels = 1500;  // taps across; pixels
  const auto wanted = [&](const CaseResult& result) {
    return result.stage == stage && result.width * result.height >= kMinReusePixels &&
           result.params.at("filter_width").get<int>() >= kMinWidth &&
           result.params.at("filter_width").get<int>() <= kMaxSizedWidth;
  };
  double products = 0;
  for (const CaseResult& result : results) {
    if (wanted(result))
      products += std::pow(result.params.at("filter_width").get<int>(), 2) * result.width *
                  double(result.height);
  }
  const double reads = kWarp * (total(results, wanted, &LaunchCounters::shared_load_requests) +
                                total(results, wanted, &LaunchCounters::shared_atomic_requests) +
                                global_reads(results, wanted).requests);
  if (products == 0 || reads == 0) return nothing_seen();
  EvidenceResult evidence;
  evidence.passed = reads <= most * products;
  evidence.measured = {at_most(most, "reads_per_product", reads / products)};
  evidence.message =
      evidence.passed ? fmt::format("{:.2f} reads from memory for each product; at most {:.2g}",
                                    reads / products, most)
                      : fmt::format("{:.2f} reads from memory for each product, at most {:.2g}: {}",
                                    reads / products, most, advice);
  return evidence;
}

}  // namespace

EvidenceResult check_loads(const std::vector<CaseResult>& results) {
  EvidenceResult evidence;
  evidence.message = "the simulator saw no loads, so nothing can be said";
  double worst = 0;
  for (const CaseResult* result : judged(results)) {
    const double loaded = global_reads(*result).sectors;
    if (loaded == 0) return evidence;
    const double pixels = double(result->width) * result->height;
    if (loaded < pixels * sizeof(float) / 32) return forged_counts();
    const double distinct = distinct_tile_sectors(result->width, result->height, kJudgedBlock,
                                                  result->params.at("filter_width").get<int>() / 2);
    const double ratio = loaded / distinct;
    if (ratio <= worst) continue;
    worst = ratio;
    evidence.passed = ratio <= kMaxSectors;
    const int columns = (result->width + kJudgedBlock.width - 1) / kJudgedBlock.width;
    const int rows = (result->height + kJudgedBlock.height - 1) / kJudgedBlock.height;
    const double blocks = double(columns) * rows;
    evidence.measured = {at_most(kMaxSectors * distinct, "sectors", loaded),
                         {"distinct", distinct},
                         {"blocks", blocks}};
    const double per_block = loaded / blocks, least = distinct / blocks;
    evidence.message =
        evidence.passed
            ? fmt::format(
                  "the tile is loaded once: {:.0f} sectors a block of 32x8, {:.0f} distinct, "
                  "limit {:.1f}x (\"{}\")",
                  per_block, least, kMaxSectors, result->name)
            : fmt::format(
                  "a block of 32x8 loads {:.0f} sectors, its tile has {:.0f} distinct, limit "
                  "{:.1f}x: each element of the tile is to be loaded once, neighbouring ones "
                  "by neighbouring threads (\"{}\")",
                  per_block, least, kMaxSectors, result->name);
  }
  return evidence;
}

EvidenceResult check_reads(const std::vector<CaseResult>& results) {
  constexpr double kWarp = 32, kPixelsPerRequest = 4;
  EvidenceResult evidence;
  evidence.message = "the simulator saw nothing, so nothing can be said";
  double requests = 0, wavefronts = 0, ideal = 0;
  for (const CaseResult* result : judged(results)) {
    if (!result->observations) return evidence;
    const double reads = total(*result, &LaunchCounters::shared_load_requests);
    const double filter_width = result->params.at("filter_width").get<int>();
    const double pixels = double(result->width) * result->height;
    const double fewest = pixels / kWarp * filter_width * filter_width / kPixelsPerRequest;
    if (reads < fewest) {
      evidence.message = fmt::format(
          "{:.3g} reads of shared memory by a warp, at least {:.3g} are needed: the sums do not "
          "come from the tile (\"{}\")",
          reads, fewest, result->name);
      evidence.passed = false;
      return evidence;
    }
    requests += reads;
    wavefronts += total(*result, &LaunchCounters::shared_load_wavefronts);
    ideal += total(*result, &LaunchCounters::shared_load_ideal);
  }
  if (requests == 0) return evidence;
  evidence.passed = wavefronts <= ideal;
  evidence.measured = {
      {"requests", requests}, at_most(ideal, "wavefronts", wavefronts), {"ideal", ideal}};
  evidence.message =
      evidence.passed
          ? fmt::format(
                "a read of the tile takes {:.2f} wavefronts in blocks of 32x8, and would "
                "without bank conflicts",
                wavefronts / requests)
          : fmt::format(
                "a read of the tile takes {:.2f} wavefronts in blocks of 32x8, {:.2f} without "
                "bank conflicts: the threads of a warp should read neighbouring elements of "
                "one row",
                wavefronts / requests, ideal / requests);
  return evidence;
}

EvidenceResult check_shared_values(const std::vector<CaseResult>& results) {
  return check_reads_per_product(
      results, "several_outputs", 0.5,
      "let a value that was read serve all sums of the thread that need it");
}

EvidenceResult check_wide_reads(const std::vector<CaseResult>& results) {
  return check_reads_per_product(
      results, "row_windows", 0.15,
      "read a row of the window into registers, 16 bytes at a time, for outputs beside and below "
      "one another");
}

EvidenceResult check_reuse(const std::vector<CaseResult>& results) {
  return check_reads_per_product(
      results, "registers", 0.5,
      "let a value that was read serve all sums of the thread that need it");
}

EvidenceResult check_barrier(const std::vector<CaseResult>& all) {
  const std::vector<CaseResult> results = of_main_stages(all);
  EvidenceResult barriers =
      count_found(results, {FindingKind::divergent_barrier, FindingKind::deadlock}, "",
                  "not all threads of a block come to the same __syncthreads()");
  if (any_bad(barriers)) return barriers;
  return check_races(results,
                     "every element of a tile is loaded before a thread of the block reads it");
}

EvidenceResult check_bounds_and_size(const std::vector<CaseResult>& all) {
  const std::vector<CaseResult> results = of_main_stages(all);
  const EvidenceResult sizes =
      count_found(results, {FindingKind::shared_size}, "",
                  "the kernel uses more shared memory than the launch passes");
  return any_bad(sizes) ? sizes : check_bounds(results);
}

}  // namespace kit::grader
