/// @file
/// What the simulator's counters say about Algorithm A's windows.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "grader/lab/evidence.hpp"
#include "grader/lab/suite.hpp"

namespace kit::grader::lab08 {

/// Cases of Algorithm A with windows of several pixels, on images large enough that the edges do
/// not weigh.
inline bool large_stripes(const CaseResult& result) {
  return result.stage == "algorithm_a" && result.width * result.height >= 30000;
}

/// Passes through the banks of shared memory per pass that the same bytes need.
inline EvidenceResult check_banks(const std::vector<CaseResult>& results) {
  // With another width a row of a window ends within eight lanes, which costs every copy a pass.
  const auto stripes = [](const CaseResult& result) {
    return result.stage == "algorithm_a" && result.params.value("window_width", 1) % 8 == 0;
  };
  const auto sum = [&](Counter counter) { return total(results, stripes, counter); };
  const double wavefronts =
      sum(&LaunchCounters::shared_load_wavefronts) + sum(&LaunchCounters::shared_store_wavefronts);
  const double ideal =
      sum(&LaunchCounters::shared_load_ideal) + sum(&LaunchCounters::shared_store_ideal);
  if (ideal == 0) {
    EvidenceResult nothing = nothing_seen();
    nothing.message = "nothing went through shared memory: the windows belong there";
    return nothing;
  }
  // Every pixel goes in and out of a window, 16 bytes at a time.
  EvidenceResult evidence;
  constexpr double kMax = 1.02;  // what is left: windows that the section's end cuts
  evidence.passed = wavefronts <= kMax * ideal;
  evidence.measured = {at_most(kMax * ideal, "wavefronts", wavefronts), {"ideal", ideal}};
  evidence.message = fmt::format(
      "shared memory took {:.2f} times the passes that its bytes need; at most {:.2f}{}",
      wavefronts / ideal, kMax,
      evidence.passed ? ""
                      : ": threads one line apart should be an odd number of 16-byte "
                        "pixels apart");
  return evidence;
}

/// The share of the fetched sectors that the threads asked for, in rows or in columns, whichever is
/// less.
inline EvidenceResult check_coalesced(const std::vector<CaseResult>& results) {
  double load_share = 1, store_share = 1;
  for (const CaseResult& result : results) {
    if (!large_stripes(result)) continue;
    const double fewest = result.width * double(result.height) * 16 / 32;
    const double loads = total(result, &LaunchCounters::global_load_sectors),
                 stores = total(result, &LaunchCounters::global_store_sectors);
    if (loads == 0 || stores == 0) return nothing_seen();
    if (loads < fewest || stores < fewest) return forged_counts();
    const auto share_of_worst = [&](AccessKind access) {
      const auto this_one = [&](const CaseResult& one) { return &one == &result; };
      return worst_line(results, this_one, access, fewest).share_used;
    };
    load_share =
        std::min({load_share, total(result, &LaunchCounters::global_load_bytes) / (32 * loads),
                  share_of_worst(AccessKind::read)});
    store_share =
        std::min({store_share, total(result, &LaunchCounters::global_store_bytes) / (32 * stores),
                  share_of_worst(AccessKind::write)});
  }
  EvidenceResult evidence;
  constexpr double kMin = 0.9;  // rows that do not start at a sector cost a little
  evidence.passed = load_share >= kMin && store_share >= kMin;
  evidence.measured = {at_least(kMin, "load_share", load_share),
                       at_least(kMin, "store_share", store_share)};
  evidence.message = fmt::format(
      "threads use {:.0f} % of the bytes that their loads fetch and {:.0f} % of what their "
      "stores touch; at least {:.0f} %{}",
      100 * load_share, 100 * store_share, 100 * kMin,
      evidence.passed ? ""
                      : ": neighbouring threads should copy neighbouring pixels of the "
                        "image, in rows as in columns");
  return evidence;
}

/// A rung's threads share a line: none moves a quarter of a long line's pixels, as one does that
/// walks it alone.
inline EvidenceResult check_shared_lines(const std::vector<CaseResult>& results,
                                         const std::string& stage) {
  constexpr int kLong = 1000;  // pixels
  constexpr double kMaxShare = 0.25;
  // Of one thread, which may also follow what segments hand on, in shared memory. Who walks along a
  // line there and back has 2.25, or half of that with memory of its own.
  constexpr double kMaxBusiest = 1;
  double largest = -1, busiest = 0;
  for (const CaseResult& result : results) {
    const int length = std::max(result.width, result.height);
    if (result.stage != stage || length < kLong || !result.observations) continue;
    for (const LaunchObservations& launch : result.observations->launches) {
      const LaunchCounters& counters = launch.counters;
      if (counters.working_threads == 0) continue;
      const double bytes = double(counters.global_load_bytes + counters.global_store_bytes);
      // A pixel is read and written once at least, 16 bytes each.
      largest = std::max(largest, bytes / double(counters.working_threads) / (32.0 * length));
      busiest = std::max(busiest, double(counters.most_thread_bytes) / (32.0 * length));
    }
  }
  if (largest < 0) return nothing_seen();
  EvidenceResult evidence;
  evidence.passed = largest <= kMaxShare && busiest <= kMaxBusiest;
  evidence.measured = {at_most(kMaxShare, "share_of_a_thread", largest),
                       at_most(kMaxBusiest, "share_of_the_busiest", busiest)};
  evidence.message = fmt::format(
      "a thread moves {:.2f} times the pixels of a line of {} or more, at most {:.2f}; the busiest "
      "one {:.2f}, at most {:.0f}{}",
      largest, kLong, kMaxShare, busiest, kMaxBusiest,
      evidence.passed ? "" : ": give each thread a segment of the line and scan their states");
  return evidence;
}

inline EvidenceResult check_segments(const std::vector<CaseResult>& results) {
  return check_shared_lines(results, "segments");
}
inline EvidenceResult check_scan(const std::vector<CaseResult>& results) {
  return check_shared_lines(results, "challenge");
}

/// Rung 2 hands nothing over from kernel to kernel within a pass: beside transform() it launches
/// one kernel for the rows and one for the columns of an iteration.
inline EvidenceResult check_one_launch(const std::vector<CaseResult>& results) {
  EvidenceResult evidence = check_shared_lines(results, "chunks");
  if (!evidence.passed) return evidence;
  int most = 0, allowed = 0;
  for (const CaseResult& result : results) {
    if (result.stage != "chunks" || !result.observations) continue;
    const int passes = 2 * result.params.value("iterations", 0);
    const int beside = int(result.observations->launches.size()) - 1;  // transform()
    if (beside * allowed <= most * passes && allowed > 0) continue;
    most = beside, allowed = passes;
  }
  if (allowed == 0) return nothing_seen();
  evidence.passed = most <= allowed;
  evidence.measured.push_back(at_most(allowed, "launches", most));
  evidence.message = fmt::format(
      "{} launches for {} passes over rows or columns, transform() not counted{}", most, allowed,
      evidence.passed ? "" : ": let one kernel compose the segments, follow the chains and walk");
  return evidence;
}

}  // namespace kit::grader::lab08
