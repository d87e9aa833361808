/// @file
/// What the labs' evidence checks have in common: selecting cases, adding up counters, and the two
/// checks that every lab with kernels makes.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "grader/lab/suite.hpp"
#include "grader/results/observations.hpp"

namespace kit::grader {

using CasePredicate = std::function<bool(const CaseResult&)>;

/// True for cases that gave an output; the others' verdicts speak for themselves.
bool gave_output(const CaseResult& result);

/// Sum of a counter over all launches of a case; 0 if the simulator did not run it.
double total(const CaseResult& result, Counter counter);

/// Sum of a counter over the cases that `wanted` selects.
double total(const std::vector<CaseResult>& results, const CasePredicate& wanted, Counter counter);

/// Traffic with memory of the device, by whatever way. Sectors have 32 bytes; a request for a
/// texture or surface counts as the four of 32 floats in a row.
struct GlobalTraffic {
  double requests = 0, sectors = 0, bytes = 0;
};
/// What brought values from global memory. Atomic operations return them too, textures and surfaces
/// are ways to the same memory, and so is constant memory that a copy within the device has filled.
GlobalTraffic global_reads(const std::vector<CaseResult>& results, const CasePredicate& wanted);
GlobalTraffic global_reads(const CaseResult& result);
GlobalTraffic global_reads(const LaunchCounters& counters);
/// The same without atomic operations, for kernels that are to count or to reserve by them.
GlobalTraffic plain_reads(const LaunchCounters& counters);
/// What brought values to global memory: stores, atomic operations and surfaces.
GlobalTraffic global_writes(const std::vector<CaseResult>& results, const CasePredicate& wanted);
GlobalTraffic global_writes(const CaseResult& result);
GlobalTraffic global_writes(const LaunchCounters& counters);

/// Sectors of an atomic operation of a warp, on average; 0 if there is none.
double sectors_per_atomic(const std::vector<CaseResult>& results, const CasePredicate& wanted);

/// Bytes of global and shared memory that a single thread used, in the launch of the case in which
/// one used most.
double most_bytes_of_a_thread(const CaseResult& result);

/// The line that uses the most sectors of global memory for each request of a warp.
struct WorstLine {
  std::string file;  ///< its name
  int line = 0;
  double sectors_per_request = 0;
  double share_used = 1;  ///< of the bytes of its sectors; the worst line's by this measure
};
/// Of the lines that touch a tenth of `image_sectors` at least, all launches of the selected cases
/// together. Lines for show beside it cannot make it better.
WorstLine worst_line(const std::vector<CaseResult>& results, const CasePredicate& wanted,
                     AccessKind access, double image_sectors);

/// Counts the cases with an output for which `bad` holds, and names the first. Passed if there is
/// none, every call was observed and there was at least one.
EvidenceResult count_bad(const std::vector<CaseResult>& results, const CasePredicate& bad,
                         const std::string& good_text, const std::string& bad_text);

/// count_bad() for cases in which the simulator found one of these kinds; where there are any, the
/// message ends with the finding itself.
EvidenceResult count_found(const std::vector<CaseResult>& results,
                           std::initializer_list<FindingKind> kinds, const std::string& good_text,
                           const std::string& bad_text);

/// True if a case was counted as bad.
bool any_bad(const EvidenceResult& counted);

/// No access outside the buffers, no input changed, nothing read that was never written.
EvidenceResult check_bounds(const std::vector<CaseResult>& results);

/// No races, and the same bits in another order of the blocks.
EvidenceResult check_order(const std::vector<CaseResult>& results);

/// No races; other bits in another order count only where no read outside of an array or of memory
/// that nothing has written explains them.
EvidenceResult check_races(const std::vector<CaseResult>& results, const std::string& good_text);

/// Sectors of 32 bytes per request of a warp, for loads and for stores of the selected cases: at
/// most `max_per_request` of either, on the whole and of each line that does much of the work. 32
/// neighbouring floats take 4, or 5 if they do not start at a sector; 32 rows of an image take 32.
/// `advice` ends the message where it is more.
EvidenceResult check_sectors(const std::vector<CaseResult>& results, const CasePredicate& wanted,
                             double max_per_request, const std::string& advice);

/// The answer to counts that no honest run can give.
EvidenceResult forged_counts();
/// The answer where the simulator saw nothing of what is to be judged.
EvidenceResult nothing_seen();

}  // namespace kit::grader
