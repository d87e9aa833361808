/// @file
/// Lab 09's evidence: what the simulator's counters say about the large image of each stage.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "grader/lab/evidence.hpp"
#include "grader/lab/suite.hpp"
#include "problems.hpp"

namespace kit::grader::lab09 {

/// What was counted in the large, right calls of a stage.
struct Counted {
  Counted(const std::vector<CaseResult>& results, const std::string& stage) {
    const CasePredicate wanted = [&](const CaseResult& result) {
      return result.stage == stage && result.verdict == Verdict::passed &&
             result.width == kEvidenceWidth && result.height == kEvidenceHeight;
    };
    for (const CaseResult& result : results)
      if (wanted(result)) pixels += double(result.width) * result.height;
    const auto sum = [&](Counter counter) { return total(results, wanted, counter); };
    loaded = global_reads(results, wanted).bytes;
    stored = global_writes(results, wanted).bytes;
    load_requests = sum(&LaunchCounters::global_load_requests);
    store_requests = sum(&LaunchCounters::global_store_requests);
    load_sectors = sum(&LaunchCounters::global_load_sectors);
  }
  bool seen() const { return pixels > 0 && load_requests > 0 && store_requests > 0; }
  /// No kernel can make `bytes_out` a pixel of one byte without reading it once and storing that.
  bool forged(double bytes_out) const { return loaded < pixels || stored < bytes_out * pixels; }

  double pixels = 0, loaded = 0, stored = 0;  // bytes
  double load_requests = 0, store_requests = 0, load_sectors = 0;
};

/// Bytes that are loaded and stored for each pixel, by a kernel that keeps what lies between.
inline EvidenceResult check_bytes(const std::vector<CaseResult>& results, const std::string& stage,
                                  double most_loaded, double stored_once,
                                  const std::string& advice) {
  constexpr double kSlack = 1.02;
  const Counted counted(results, stage);
  if (!counted.seen()) return nothing_seen();
  if (counted.forged(stored_once)) return forged_counts();
  const double loaded = counted.loaded / counted.pixels, stored = counted.stored / counted.pixels;
  EvidenceResult evidence;
  evidence.passed = loaded <= most_loaded && stored <= kSlack * stored_once;
  evidence.measured = {at_most(most_loaded, "bytes_loaded_per_pixel", loaded),
                       at_most(kSlack * stored_once, "bytes_stored_per_pixel", stored)};
  evidence.message = fmt::format(
      "for each pixel {:.2f} bytes are loaded and {:.2f} stored; at most {:.2f} and {:.2f}{}",
      loaded, stored, most_loaded, kSlack * stored_once, evidence.passed ? "" : ": " + advice);
  return evidence;
}

/// The fused kernel: a tile of 32x32 with its halo reads 1.4 bytes a pixel, one of 16x16 1.9. The
/// steps read 25 and then 32 bytes, and store 8.
inline EvidenceResult check_traffic(const std::vector<CaseResult>& results) {
  return check_bytes(results, "fused", 2.5, 4,
                     "each pixel of a tile and its halo is loaded once, into shared memory, and "
                     "only the magnitude is stored");
}

/// The challenge: a strip reads its halo of 4 pixels again.
inline EvidenceResult check_one_pass(const std::vector<CaseResult>& results) {
  return check_bytes(results, "challenge", 2, 1,
                     "each grey level is loaded about once, and only states are stored");
}

/// A request for 32 halves side by side touches 2 sectors, or 3 if they do not begin at one; for
/// 32 floats 4 or 5. The loads of grey levels, 1 or 2, count too.
inline EvidenceResult check_half_sectors(const std::vector<CaseResult>& results) {
  constexpr double kMost = 3.25;
  double worst = 0;
  std::string kernel;
  const Counted counted(results, "half_storage");
  if (!counted.seen()) return nothing_seen();
  if (counted.forged(2 + 4)) return forged_counts();
  for (const CaseResult& result : results) {
    const bool judged = result.stage == "half_storage" && result.verdict == Verdict::passed &&
                        result.width == kEvidenceWidth && result.height == kEvidenceHeight;
    if (!judged || !result.observations) continue;
    for (const LaunchObservations& launch : result.observations->launches) {
      const auto requests = double(launch.counters.global_load_requests);
      const auto sectors = double(launch.counters.global_load_sectors);
      if (requests == 0 || sectors / requests <= worst) continue;
      worst = sectors / requests;
      kernel = launch.kernel;
    }
    const CasePredicate this_one = [&](const CaseResult& one) { return &one == &result; };
    const double halves = 2.0 * result.width * result.height / 32;
    const WorstLine line = worst_line(results, this_one, AccessKind::read, halves);
    if (line.sectors_per_request <= kMost || line.sectors_per_request <= worst) continue;
    worst = line.sectors_per_request;
    kernel = fmt::format("line {} of {}", line.line, line.file);
  }
  EvidenceResult evidence;
  evidence.passed = worst <= kMost;
  evidence.measured = {at_most(kMost, "load_sectors_per_request", worst)};
  evidence.message = fmt::format(
      "a warp's load touches {:.2f} sectors of 32 bytes on average in {}; at most {:.2f}{}", worst,
      kernel, kMost,
      evidence.passed ? ""
                      : ": the threads of a warp should read neighbouring halves of a row, which "
                        "take half the sectors of floats");
  return evidence;
}

/// Bytes per store of a warp: 32 lanes that store two pixels each give 64.
inline EvidenceResult check_pairs(const std::vector<CaseResult>& results) {
  constexpr double kLeast = 48;
  const Counted counted(results, "half2");
  if (!counted.seen()) return nothing_seen();
  if (counted.forged(1)) return forged_counts();
  const double bytes = counted.stored / counted.store_requests;
  EvidenceResult evidence;
  evidence.passed = bytes >= kLeast;
  evidence.measured = {at_least(kLeast, "bytes_per_store", bytes)};
  evidence.message = fmt::format(
      "a warp stores {:.0f} bytes at once; at least {:.0f}{}", bytes, kLeast,
      evidence.passed ? ""
                      : ": a lane that computes two pixels in a pair stores both together, as a "
                        "uchar2, where the row's address allows it");
  return evidence;
}

}  // namespace kit::grader::lab09
