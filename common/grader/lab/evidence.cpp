/// @file
/// Evidence over the cases of a grading. A check passes only if the simulator ran every case that
/// gave an output: what was not looked at proves nothing. Checks of findings come before checks of
/// what the worker's guards saw, since a finding names the line.
#include "grader/lab/evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "grader/results/findings.hpp"
#include "grader/support/text.hpp"

namespace kit::grader {

bool gave_output(const CaseResult& result) {
  return result.verdict == Verdict::passed || result.verdict == Verdict::wrong;
}

double total(const CaseResult& result, Counter counter) {
  return result.observations ? total(*result.observations, counter) : 0;
}

double total(const std::vector<CaseResult>& results, const CasePredicate& wanted, Counter counter) {
  double sum = 0;
  for (const CaseResult& result : results) {
    if (wanted(result)) sum += total(result, counter);
  }
  return sum;
}

EvidenceResult count_bad(const std::vector<CaseResult>& results, const CasePredicate& bad,
                         const std::string& good_text, const std::string& bad_text) {
  int checked = 0, found = 0, unseen = 0;
  std::string first;
  for (const CaseResult& result : results) {
    if (!gave_output(result)) continue;
    ++checked;
    if (!result.observations) ++unseen;
    if (!bad(result)) continue;
    if (found++ == 0) first = result.name;
  }
  EvidenceResult evidence;
  evidence.passed = found == 0 && checked > 0 && unseen == 0;
  evidence.measured = {{"checked", checked}, {"found", found}};
  evidence.bad_cases = found;
  // A call that is bad is proof; that all are good is known only if all were seen.
  if (found > 0)
    evidence.message =
        fmt::format("{} in {} of {} calls, first in \"{}\"", bad_text, found, checked, first);
  else if (unseen > 0)
    evidence.message = fmt::format(
        "the simulator could not run {} of {} calls, so nothing can be said", unseen, checked);
  else
    evidence.message = fmt::format("{} in {}", good_text, count_of(checked, "call"));
  return evidence;
}

namespace {

using FindingKinds = std::initializer_list<FindingKind>;

/// The first finding of one of these kinds in a case; null if there is none.
const Finding* finding_of(const CaseResult& result, FindingKinds kinds) {
  if (!result.observations) return nullptr;
  for (const Finding& finding : result.observations->findings) {
    if (std::find(kinds.begin(), kinds.end(), finding.kind) != kinds.end()) return &finding;
  }
  return nullptr;
}

/// A read outside of an array, or of memory that nothing has written, gives other bits each time.
const Finding* chance_finding(const CaseResult& result) {
  return finding_of(result, {FindingKind::out_of_bounds, FindingKind::shared_size,
                             FindingKind::uninitialised_read, FindingKind::use_after_free,
                             FindingKind::null_pointer, FindingKind::host_pointer});
}

/// Appends what `find` finds in the first case that has such a finding.
template <typename Find>
void add_finding(EvidenceResult& counted, const std::vector<CaseResult>& results, Find find) {
  for (const CaseResult& result : results) {
    const Finding* const finding = gave_output(result) ? find(result) : nullptr;
    if (finding == nullptr) continue;
    counted.message += ": " + describe(*finding);
    return;
  }
}

constexpr const char* kNoRace =
    "no two threads meet at one address, and the bits are the same in another order of the blocks";

}  // namespace

bool any_bad(const EvidenceResult& counted) {
  return counted.bad_cases > 0;
}

EvidenceResult count_found(const std::vector<CaseResult>& results, FindingKinds kinds,
                           const std::string& good_text, const std::string& bad_text) {
  const auto find = [&](const CaseResult& result) { return finding_of(result, kinds); };
  EvidenceResult counted = count_bad(
      results, [&](const CaseResult& result) { return find(result) != nullptr; }, good_text,
      bad_text);
  if (any_bad(counted)) add_finding(counted, results, find);
  return counted;
}

EvidenceResult check_bounds(const std::vector<CaseResult>& results) {
  // The simulator's findings name a line, so they come first.
  for (const EvidenceResult& bad :
       {count_found(results, {FindingKind::out_of_bounds}, "",
                    "memory outside of a buffer or an array was used"),
        count_found(
            results,
            {FindingKind::null_pointer, FindingKind::host_pointer, FindingKind::use_after_free,
             FindingKind::misaligned, FindingKind::read_only_write},
            "", "memory was used that a kernel cannot use"),
        count_found(results, {FindingKind::uninitialised_read}, "",
                    "memory was read that nothing had written"),
        count_bad(
            results, [](const CaseResult& result) { return !result.guards.empty(); }, "",
            "memory outside the buffers was written to (threads beyond the image must "
            "neither read nor store)")})
    if (any_bad(bad)) return bad;
  return count_bad(
      results, [](const CaseResult& result) { return !result.inputs_changed.empty(); },
      "no thread read or wrote outside its buffers, no input changed", "an input was written to");
}

EvidenceResult check_races(const std::vector<CaseResult>& results, const std::string& good_text) {
  EvidenceResult races =
      count_found(results, {FindingKind::shared_race, FindingKind::global_race}, "",
                  "two threads use one place of memory with nothing that orders them");
  if (any_bad(races)) return races;
  return count_bad(
      results,
      [](const CaseResult& result) {
        return !result.repeatable && chance_finding(result) == nullptr;
      },
      good_text,
      "another order of the blocks gives other bits (does a thread read what another one writes?)");
}

EvidenceResult check_order(const std::vector<CaseResult>& results) {
  EvidenceResult races = check_races(results, kNoRace);
  if (any_bad(races)) return races;
  const auto find = [](const CaseResult& result) {
    return result.repeatable ? nullptr : chance_finding(result);
  };
  EvidenceResult chance = count_bad(
      results, [&](const CaseResult& result) { return find(result) != nullptr; }, kNoRace,
      "no race was seen, but the bits are not the same each time");
  if (any_bad(chance)) add_finding(chance, results, find);
  return chance;
}

namespace {

constexpr double kSectorBytes = 32;
constexpr double kSectorsOfTexture = 4;

/// Of all launches of the selected cases, what `of` says of one.
GlobalTraffic sum_traffic(const std::vector<CaseResult>& results, const CasePredicate& wanted,
                          GlobalTraffic (*of)(const LaunchCounters&)) {
  GlobalTraffic all;
  for (const CaseResult& result : results) {
    if (!wanted(result) || !result.observations) continue;
    for (const LaunchObservations& launch : result.observations->launches) {
      const GlobalTraffic one = of(launch.counters);
      all.requests += one.requests;
      all.sectors += one.sectors;
      all.bytes += one.bytes;
    }
  }
  return all;
}

bool any_case(const CaseResult&) {
  return true;
}

}  // namespace

GlobalTraffic plain_reads(const LaunchCounters& counters) {
  const auto textures = double(counters.texture_requests + counters.surface_load_requests);
  return {double(counters.global_load_requests + counters.constant_copied_requests) + textures,
          double(counters.global_load_sectors + counters.constant_copied_sectors) +
              kSectorsOfTexture * textures,
          double(counters.global_load_bytes + counters.constant_copied_bytes) +
              kSectorBytes * kSectorsOfTexture * textures};
}

GlobalTraffic global_reads(const LaunchCounters& counters) {
  GlobalTraffic sum = plain_reads(counters);
  sum.requests += double(counters.global_atomic_requests);
  sum.sectors += double(counters.global_atomic_sectors);
  sum.bytes += double(counters.global_atomic_bytes);
  return sum;
}

GlobalTraffic global_writes(const LaunchCounters& counters) {
  const auto surfaces = double(counters.surface_store_requests);
  return {double(counters.global_store_requests + counters.global_atomic_requests) + surfaces,
          double(counters.global_store_sectors + counters.global_atomic_sectors) +
              kSectorsOfTexture * surfaces,
          double(counters.global_store_bytes + counters.global_atomic_bytes) +
              kSectorBytes * kSectorsOfTexture * surfaces};
}

GlobalTraffic global_reads(const std::vector<CaseResult>& results, const CasePredicate& wanted) {
  return sum_traffic(results, wanted, global_reads);
}
GlobalTraffic global_reads(const CaseResult& result) {
  return global_reads({result}, any_case);
}
GlobalTraffic global_writes(const std::vector<CaseResult>& results, const CasePredicate& wanted) {
  return sum_traffic(results, wanted, global_writes);
}
GlobalTraffic global_writes(const CaseResult& result) {
  return global_writes({result}, any_case);
}

double sectors_per_atomic(const std::vector<CaseResult>& results, const CasePredicate& wanted) {
  const double requests = total(results, wanted, &LaunchCounters::global_atomic_requests);
  const double sectors = total(results, wanted, &LaunchCounters::global_atomic_sectors);
  return requests > 0 ? sectors / requests : 0;
}

double most_bytes_of_a_thread(const CaseResult& result) {
  double most = 0;
  if (!result.observations) return most;
  for (const LaunchObservations& launch : result.observations->launches)
    most = std::max(most, double(launch.counters.most_thread_bytes));
  return most;
}

WorstLine worst_line(const std::vector<CaseResult>& results, const CasePredicate& wanted,
                     AccessKind access, double image_sectors) {
  constexpr double kMuch = 0.1;
  struct Sums {
    double requests = 0, sectors = 0, ideal = 0;
  };
  std::map<std::pair<std::string, int>, Sums> lines;
  for (const CaseResult& result : results) {
    if (!wanted(result) || !result.observations) continue;
    for (const LaunchObservations& launch : result.observations->launches)
      for (const LineCounters& line : launch.lines) {
        if (line.space != MemorySpace::global || line.access != access) continue;
        Sums& sums = lines[{line.place.file, line.place.line}];
        sums.requests += double(line.requests);
        sums.sectors += double(line.units);
        sums.ideal += double(line.ideal);
      }
  }
  WorstLine worst;
  for (const auto& [place, sums] : lines) {
    if (sums.sectors < kMuch * image_sectors || sums.requests == 0) continue;
    worst.share_used = std::min(worst.share_used, sums.ideal / sums.sectors);
    const double per_request = sums.sectors / sums.requests;
    if (per_request <= worst.sectors_per_request) continue;
    worst.sectors_per_request = per_request;
    worst.file = file_name({place.first, place.second});
    worst.line = place.second;
  }
  return worst;
}

EvidenceResult check_sectors(const std::vector<CaseResult>& results, const CasePredicate& wanted,
                             double max_per_request, const std::string& advice) {
  const double load_requests = total(results, wanted, &LaunchCounters::global_load_requests);
  const double load_sectors = total(results, wanted, &LaunchCounters::global_load_sectors);
  const double store_requests = total(results, wanted, &LaunchCounters::global_store_requests);
  const double store_sectors = total(results, wanted, &LaunchCounters::global_store_sectors);
  if (load_requests == 0 || store_requests == 0) return nothing_seen();
  double least = 0;  // sectors of the images: each pixel is read and written once at least
  for (const CaseResult& result : results)
    if (wanted(result)) least += result.width * double(result.height) * sizeof(float) / 32;
  if (load_sectors < least || store_sectors < least) return forged_counts();
  EvidenceResult evidence;
  // Sectors for 128 bytes that are asked for, a float for each lane: requests of a few lanes touch
  // few sectors, but take more of them for the same pixels.
  constexpr double kBytesOfWarp = 128, kMostOfFew = 1.5;
  const auto for_a_warp = [&](double sectors, Counter bytes) {
    return kBytesOfWarp * sectors / total(results, wanted, bytes);
  };
  const double few = std::max(for_a_warp(load_sectors, &LaunchCounters::global_load_bytes),
                              for_a_warp(store_sectors, &LaunchCounters::global_store_bytes));
  // What an atomic operation exchanges is stored.
  const double loads = load_sectors / load_requests,
               stores =
                   std::max(store_sectors / store_requests, sectors_per_atomic(results, wanted));
  evidence.passed = loads <= max_per_request && stores <= max_per_request;
  evidence.measured = {at_most(max_per_request, "load_sectors_per_request", loads),
                       at_most(max_per_request, "store_sectors_per_request", stores)};
  evidence.message = fmt::format(
      "a warp's load touches {:.1f} sectors of 32 bytes, its store {:.1f}; at most {:.0f}", loads,
      stores, max_per_request);
  for (const auto& [access, what] :
       {std::pair(AccessKind::read, "load"), std::pair(AccessKind::write, "store")}) {
    const WorstLine worst = worst_line(results, wanted, access, least);
    if (!evidence.passed || worst.sectors_per_request <= max_per_request) continue;
    evidence.passed = false;
    evidence.measured.push_back(
        at_most(max_per_request, "sectors_per_request_of_a_line", worst.sectors_per_request));
    evidence.message += fmt::format("; the {} in line {} of {} touches {:.1f}", what, worst.line,
                                    worst.file, worst.sectors_per_request);
  }
  if (evidence.passed && few > kMostOfFew * max_per_request) {
    evidence.passed = false;
    evidence.measured.push_back(
        at_most(kMostOfFew * max_per_request, "sectors_per_128_bytes", few));
    evidence.message += fmt::format(
        "; but 32 floats take {:.1f} sectors, since few lanes of a warp load or store at a time",
        few);
  }
  if (!evidence.passed) evidence.message += ": " + advice;
  return evidence;
}

EvidenceResult forged_counts() {
  EvidenceResult evidence;
  evidence.forged = true;
  evidence.message = "the counts are below what the pixels alone take: they are not the kernel's";
  return evidence;
}

EvidenceResult nothing_seen() {
  EvidenceResult evidence;
  evidence.message = "the simulator saw no reads or no writes, so nothing can be said";
  return evidence;
}

}  // namespace kit::grader
