/// @file
/// Lab 05's evidence: what the simulator's counters say about the large images of each stage.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <string>
#include <vector>

#include "grader/lab/evidence.hpp"
#include "grader/lab/suite.hpp"
#include "problems.hpp"

namespace kit::grader::lab05 {

constexpr double kFloatsPerSector = 8, kLanes = 32;

/// The large calls of a stage with this many taps (0: any number) that gave an output.
inline CasePredicate large_with_output(const std::string& stage, int taps = 0) {
  return [=](const CaseResult& result) {
    return result.stage == stage && gave_output(result) && result.width == kEvidenceWidth &&
           result.height == kEvidenceHeight && (taps == 0 || result.params.at("taps") == taps);
  };
}

/// Those of them that are right.
inline CasePredicate large(const std::string& stage, int taps = 0) {
  return [with_output = large_with_output(stage, taps)](const CaseResult& result) {
    return with_output(result) && result.verdict == Verdict::passed;
  };
}

inline double pixels(const std::vector<CaseResult>& results, const CasePredicate& wanted) {
  double sum = 0;
  for (const CaseResult& result : results)
    if (wanted(result)) sum += double(result.width) * result.height;
  return sum;
}

/// Floating-point operations: 2 for each of 2K products, of which those with what lies outside of
/// the image may be left out. A square filter takes 2 K^2. What stages that build on the first one
/// do counts even where they are wrong.
inline EvidenceResult check_operations(const std::vector<CaseResult>& results) {
  constexpr double kPerTap = 4, kMaxPerTap = 4.5, kMaxBeside = 8, kFewest = 0.75;
  EvidenceResult evidence;
  evidence.passed = true;
  for (const char* stage : {"global", "constant", "shared"}) {
    const auto per_pixel = [&](int taps) {
      return total(results, large_with_output(stage, taps), &LaunchCounters::flops) /
             pixels(results, large_with_output(stage, taps));
    };
    // Not done, or its verdict says more.
    if (pixels(results, large_with_output(stage, kFewTaps)) == 0 ||
        pixels(results, large_with_output(stage, kManyTaps)) == 0)
      continue;
    const double few = per_pixel(kFewTaps), many = per_pixel(kManyTaps);
    const double slope = (many - few) / (kManyTaps - kFewTaps);
    evidence.measured.push_back({"few_taps", few, stage});
    evidence.measured.push_back({"many_taps", many, stage});
    const bool in_float = many >= kFewest * kPerTap * kManyTaps;
    const bool good = in_float && slope <= kMaxPerTap && many <= kPerTap * kManyTaps + kMaxBeside;
    if (good && !evidence.message.empty()) continue;
    evidence.passed = good;
    evidence.message = fmt::format(
        "{}: {:.1f} floating-point operations a pixel with 7 taps, {:.1f} with 15 (two passes: 28 "
        "and 60, a square filter: 98 and 450){}",
        stage, few, many,
        good       ? ""
        : in_float ? "; each pass is a sum over one vector of weights"
                   : "; the products and sums are to be those of floats");
    if (!good) return evidence;
  }
  return evidence.message.empty() ? nothing_seen() : evidence;
}

/// Loads or stores, by what they count.
struct GlobalAccess {
  const char* name;
  Counter requests, sectors;
};
inline constexpr GlobalAccess kGlobalAccesses[] = {
    {"loads", &LaunchCounters::global_load_requests, &LaunchCounters::global_load_sectors},
    {"stores", &LaunchCounters::global_store_requests, &LaunchCounters::global_store_sectors},
    {"atomic operations", &LaunchCounters::global_atomic_requests,
     &LaunchCounters::global_atomic_sectors}};

/// Sectors of 32 bytes per request, for each kernel of the large calls and each line that does much
/// of their work. 32 neighbouring floats take
/// 4 or 5, the weights in the global stage 1; 32 pixels of a column take 32.
inline EvidenceResult check_sectors(const std::vector<CaseResult>& results) {
  constexpr double kMaxPerRequest = 6;
  EvidenceResult evidence;
  double worst = 0;
  std::string kernel;
  for (const CaseResult& result : results) {
    const bool judged =
        large("global")(result) || large("constant")(result) || large("shared")(result);
    if (!judged || !result.observations) continue;
    for (const LaunchObservations& launch : result.observations->launches) {
      for (const GlobalAccess& access : kGlobalAccesses) {
        const auto requests = static_cast<double>(launch.counters.*access.requests);
        const auto sectors = static_cast<double>(launch.counters.*access.sectors);
        if (requests == 0 || sectors / requests <= worst) continue;
        worst = sectors / requests;
        kernel = fmt::format("stage {}, {}, {}", result.stage, launch.kernel, access.name);
      }
    }
    const double image = double(result.width) * result.height / kFloatsPerSector;
    const CasePredicate this_one = [&](const CaseResult& one) { return &one == &result; };
    for (const AccessKind access : {AccessKind::read, AccessKind::write}) {
      const WorstLine line = worst_line(results, this_one, access, image);
      if (line.sectors_per_request <= worst) continue;
      worst = line.sectors_per_request;
      kernel = fmt::format("stage {}, line {} of {}", result.stage, line.line, line.file);
    }
    if (total(results, this_one, &LaunchCounters::global_load_sectors) < image ||
        total(results, this_one, &LaunchCounters::global_store_sectors) < image)
      return forged_counts();
  }
  if (worst == 0) return nothing_seen();
  evidence.passed = worst <= kMaxPerRequest;
  evidence.measured = {at_most(kMaxPerRequest, "most_sectors_per_request", worst)};
  evidence.message = fmt::format(
      "at most {:.1f} sectors of 32 bytes per request ({}); {:.0f} are allowed{}", worst, kernel,
      kMaxPerRequest,
      evidence.passed
          ? ""
          : ": in both passes the threads of a warp should use neighbouring pixels of a "
            "row (x from threadIdx.x)");
  return evidence;
}

/// In the stage constant a warp loads 2K times for 32 pixels, and nothing more: the weights come
/// from constant memory, where all lanes want the same word, but for those near an edge, which may
/// begin with different taps.
inline EvidenceResult check_weights(const std::vector<CaseResult>& results) {
  constexpr double kSlack = 1.1, kMostRepeated = 0.1;
  const CasePredicate wanted = large("constant");
  double needed = 0;
  for (const CaseResult& result : results)
    if (wanted(result))
      needed += 2 * result.params.at("taps").get<double>() * result.width * result.height / kLanes;
  const double loads = global_reads(results, wanted).requests;
  const double constants = total(results, wanted, &LaunchCounters::constant_requests);
  const double replays = total(results, wanted, &LaunchCounters::constant_replays);
  if (needed == 0 || loads == 0) return nothing_seen();
  EvidenceResult evidence;
  evidence.measured = {at_most(kSlack, "loads_per_tap", loads / needed),
                       {"constant_requests", constants},
                       at_most(kMostRepeated * constants, "constant_replays", replays)};
  const bool repeated = replays > kMostRepeated * constants;
  evidence.passed = loads <= kSlack * needed && constants > 0 && !repeated;
  if (evidence.passed)
    evidence.message = fmt::format(
        "{:.2f} loads from global memory per tap, the pixel; every weight from "
        "constant memory, the same for all lanes",
        loads / needed);
  else if (constants == 0)
    evidence.message =
        "nothing is read from constant memory: declare the weights __constant__ and "
        "copy them there with cudaMemcpyToSymbolAsync";
  else if (repeated)
    evidence.message = fmt::format(
        "{:.0f} reads of constant memory had to be repeated: all lanes of a "
        "warp should want the same weight at a time",
        replays);
  else
    evidence.message = fmt::format(
        "{:.2f} loads from global memory per tap, 1 is enough: only the pixel "
        "should come from there",
        loads / needed);
  return evidence;
}

/// Sectors that hold pixels [from, to) of a row.
inline double sectors_between(int from, int to) {
  const int per_sector = int(kFloatsPerSector);
  const int sectors = (to + per_sector - 1) / per_sector - from / per_sector;
  return sectors;
}

/// Different sectors under the tiles of both passes, added up over all blocks.
inline double tile_sectors(int width, int height, int taps) {
  const int radius = taps / 2;
  double sum = 0;
  for (int x = 0; x < width; x += kEvidenceBlock.width) {
    const int right = std::min(x + kEvidenceBlock.width, width);
    for (int y = 0; y < height; y += kEvidenceBlock.height) {
      const int bottom = std::min(y + kEvidenceBlock.height, height);
      sum +=
          (bottom - y) * sectors_between(std::max(x - radius, 0), std::min(right + radius, width));
      sum += (bottom - y + 2 * radius) * sectors_between(x, right);
    }
  }
  return sum;
}

inline EvidenceResult check_tile(const std::vector<CaseResult>& results) {
  constexpr double kSlack = 1.3;
  const CasePredicate wanted = large("shared");
  double needed = 0, images = 0;
  for (const CaseResult& result : results) {
    if (!wanted(result)) continue;
    needed += tile_sectors(result.width, result.height, result.params.at("taps"));
    images += double(result.width) * result.height / kFloatsPerSector;
  }
  const double loaded = global_reads(results, wanted).sectors;
  if (needed == 0 || loaded == 0) return nothing_seen();
  if (loaded < images) return forged_counts();
  EvidenceResult evidence;
  evidence.passed = loaded <= kSlack * needed &&
                    total(results, wanted, &LaunchCounters::shared_load_requests) > 0;
  evidence.measured = {at_most(kSlack * needed, "sectors", loaded), {"tiles", needed}};
  evidence.message =
      fmt::format("{:.2f} times the sectors that the tiles hold were loaded; at most {:.1f}",
                  loaded / needed, kSlack) +
      (evidence.passed ? ""
                       : ": load each pixel of the tile once into shared memory, then sum from "
                         "there");
  return evidence;
}

inline EvidenceResult check_conflicts(const std::vector<CaseResult>& results) {
  const CasePredicate wanted = large("shared");
  const double loads = total(results, wanted, &LaunchCounters::shared_load_requests);
  const double stores = total(results, wanted, &LaunchCounters::shared_store_requests);
  const double load_waves = total(results, wanted, &LaunchCounters::shared_load_wavefronts);
  const double store_waves = total(results, wanted, &LaunchCounters::shared_store_wavefronts);
  EvidenceResult evidence;
  if (loads == 0 || stores == 0) {
    evidence.message = "nothing is read from shared memory, or nothing stored there";
    return evidence;
  }
  evidence.passed = load_waves <= loads && store_waves <= stores;
  evidence.measured = {at_most(1, "wavefronts_per_load", load_waves / loads),
                       at_most(1, "wavefronts_per_store", store_waves / stores)};
  evidence.message = fmt::format(
                         "{:.2f} wavefronts per load and {:.2f} per store in shared memory, in "
                         "blocks of 32x8",
                         load_waves / loads, store_waves / stores) +
                     (evidence.passed ? ""
                                      : "; 1 is enough: the lanes of a warp should use "
                                        "neighbouring elements of a row of the tile");
  return evidence;
}

/// A rung of the challenge stores each pixel once, and nothing else: an intermediate image would be
/// as much again.
inline EvidenceResult check_stored_once(const std::vector<CaseResult>& results,
                                        const std::string& stage) {
  constexpr double kSlack = 1.05;
  const CasePredicate wanted = large(stage);
  const double image = pixels(results, wanted) / kFloatsPerSector;
  const double stored = global_writes(results, wanted).sectors;
  if (image == 0 || stored == 0) return nothing_seen();
  if (stored < image) return forged_counts();
  EvidenceResult evidence;
  evidence.passed = stored <= kSlack * image;
  evidence.measured = {at_most(kSlack, "images_stored", stored / image)};
  evidence.message =
      fmt::format("{:.2f} times the image was stored to global memory; at most {:.2f}",
                  stored / image, kSlack) +
      (evidence.passed ? "" : ": the first pass's results must stay in the block that needs them");
  return evidence;
}

inline EvidenceResult check_tile_of_rows(const std::vector<CaseResult>& results) {
  return check_stored_once(results, "one_kernel");
}
inline EvidenceResult check_fused(const std::vector<CaseResult>& results) {
  return check_stored_once(results, "challenge");
}

/// Loads of a warp, from global and shared memory, for each of the 2K products of 32 pixels. One
/// that loads for each product has 1 and more. Windows of four results take 18 loads for their 60
/// products of 15 taps, 0.3, and what is staged.
inline EvidenceResult check_windows(const std::vector<CaseResult>& results) {
  constexpr double kMost = 0.5;
  EvidenceResult evidence = check_stored_once(results, "rolling");
  if (!evidence.passed) return evidence;
  const CasePredicate wanted = large("rolling", kManyTaps);
  const double products = 2 * kManyTaps * pixels(results, wanted) / kLanes;
  const double loads = global_reads(results, wanted).requests +
                       total(results, wanted, &LaunchCounters::shared_load_requests) +
                       total(results, wanted, &LaunchCounters::shared_atomic_requests);
  if (products == 0 || loads == 0) return nothing_seen();
  evidence.passed = loads / products <= kMost;
  evidence.measured.push_back(at_most(kMost, "loads_per_product", loads / products));
  evidence.message =
      fmt::format(
          "{:.2f} loads from global and shared memory per product with {} taps; at most "
          "{:.2f}",
          loads / products, kManyTaps, kMost) +
      (evidence.passed ? ""
                       : ": let a thread compute several neighbouring results from values that it "
                         "keeps in registers");
  return evidence;
}

}  // namespace kit::grader::lab05
